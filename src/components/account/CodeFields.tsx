import type { ReadonlySignal } from '@preact/signals-react';
import { type ComponentProps, useState } from 'react';
import { codeOf } from '../../../shared/domain/digits.ts';
import { CODE_WAIT_S } from '../../../shared/limits.ts';
import { countdownText } from '../../format/countdown.ts';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../Button.tsx';
import { FormField } from '../form/FormField.tsx';
import { useSignals } from '../use-signals.ts';
import styles from './CodeFields.module.css';

type FieldProps = Pick<ComponentProps<typeof FormField>, 'name' | 'value' | 'onChange' | 'error'>;

interface CodeFieldProps extends FieldProps {
  /** Seconds until another code may be sent. */
  readonly wait: ReadonlySignal<number>;
  /** Sends a code; settles when the outcome is known. */
  readonly onSend: () => Promise<void>;
  /** The captcha that sending another one needs. */
  readonly captcha?: CaptchaFieldProps | undefined;
}

/** A code that was sent to the user, and the button that sends it; above it the captcha, where one is needed. */
export function CodeField({ wait, onSend, captcha, ...field }: CodeFieldProps) {
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
    <>
      {captcha !== undefined && <CaptchaField key={captcha.refusals} {...captcha} />}
      <FormField
        {...field}
        onChange={(text) => field.onChange(codeOf(text))}
        label={t('form.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        end={
          <Button variant="quiet" size="s" busy={busy} disabled={seconds > 0} onClick={() => void send()}>
            {seconds > 0 ? waitText(t, seconds) : t('form.code_send')}
          </Button>
        }
      />
    </>
  );
}

/** In seconds where a code was sent; as a clock where the server demands longer. */
const waitText = (t: Translate, seconds: number): string =>
  seconds <= CODE_WAIT_S
    ? t('form.code_wait', { seconds })
    : countdownText(seconds * 1_000, (days, time) => t('trade.days', { days, time })).replace(/^00:/, '');

export interface CaptchaFieldProps extends FieldProps {
  /** A data URL; undefined while it is loading. */
  readonly image: string | undefined;
  /** Asks for another image. */
  readonly onRenew: () => void;
  /** How often the exchange asked for this captcha or refused its answer; each time the field takes the focus. */
  readonly refusals?: number;
}

/** The characters shown in an image; a tap on the image asks for another one. */
export function CaptchaField({ image, onRenew, refusals = 0, ...field }: CaptchaFieldProps) {
  const { t } = useTranslation();
  return (
    <FormField
      {...field}
      onChange={(text) => field.onChange(codeOf(text))}
      label={t('form.captcha')}
      autoFocus={refusals > 0}
      enterKeyHint="next"
      end={
        <button type="button" className={styles.image} aria-label={t('form.captcha_renew')} onClick={onRenew}>
          {image !== undefined && <img src={image} alt={t('form.captcha_alt')} />}
        </button>
      }
    />
  );
}
