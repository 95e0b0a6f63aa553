import type { ReadonlySignal } from '@preact/signals-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../Button.tsx';
import { useSignals } from '../useSignals.ts';
import { FormField } from './FormField.tsx';

interface CodeFieldProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  /** Seconds until another may be sent. */
  readonly wait: ReadonlySignal<number>;
  /** Sends a code; settles when that is known. */
  readonly onSend: () => Promise<void>;
}

/** A code that was sent to the reader, and the button that sends it. */
export function CodeField({ name, value, onChange, error, wait, onSend }: CodeFieldProps) {
  useSignals();
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const seconds = wait.value;
  const send = async (): Promise<void> => {
    setBusy(true);
    await onSend();
    setBusy(false);
  };
  return (
    <FormField
      name={name}
      label={t('form.code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={onChange}
      error={error}
      end={
        <Button variant="quiet" size="s" busy={busy} disabled={seconds > 0} onClick={() => void send()}>
          {seconds > 0 ? t('form.code_wait', { seconds }) : t('form.code_send')}
        </Button>
      }
    />
  );
}
