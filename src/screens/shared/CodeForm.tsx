import { type RefObject, useEffect, useRef } from 'react';
import type { FactorKind } from '../../../shared/contract/proof.ts';
import { codeOf } from '../../../shared/domain/digits.ts';
import { Form } from '../../components/form/Form.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './SecondStep.module.css';

interface CodeFormProps {
  readonly kind: Exclude<FactorKind, 'passkey'>;
  /** The code before was wrong. Give each try a `key` of its own, so that its code is forgotten. */
  readonly isWrong: boolean;
  readonly busy: boolean;
  readonly onCode: (code: string) => void;
}

/** Six digits of the authenticator app, or a recovery code. */
export function CodeForm({ kind, isWrong, busy, onCode }: CodeFormProps) {
  const { t } = useTranslation();
  const isTotp = kind === 'totp';
  const form = useForm({
    initial: { factor: '' },
    check: ({ factor }) => ({
      factor: (isTotp ? /^[0-9]{6}$/ : /./).test(factor)
        ? undefined
        : t(isTotp ? 'factors.digits_needed' : 'public.input_full'),
    }),
    async send({ factor }) {
      onCode(factor);
      return undefined;
    },
  });
  const host = useFocusOnMount();
  const typed = form.field('factor');
  return (
    <div ref={host}>
      <Form form={{ ...form, busy }} action={t('factors.next')} className={`fields ${styles.ltr}`}>
        <FormField
          {...typed}
          onChange={(text) => typed.onChange(codeOf(text))}
          error={isWrong && typed.value === '' ? t('factors.wrong') : typed.error}
          label={t(isTotp ? 'factors.digits' : 'factors.recovery_code')}
          inputMode={isTotp ? 'numeric' : 'text'}
          autoComplete={isTotp ? 'one-time-code' : 'off'}
          enterKeyHint="done"
        />
      </Form>
    </div>
  );
}

/** Gives the focus to the first control within an element: a new step of a sheet that is open. */
export function useFocusOnMount(): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => host.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  return host;
}
