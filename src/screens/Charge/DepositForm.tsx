import { useState } from 'react';
import type { Deposit } from '../../../shared/contract/payments.ts';
import type { Result } from '../../../shared/result.ts';
import { Form } from '../../components/form/Form.tsx';
import { NumberField } from '../../components/form/NumberField.tsx';
import { PictureField } from '../../components/form/PictureField.tsx';
import { type Draft, type Form as FormOf, useForm } from '../../components/form/use-form.ts';
import { Outline } from '../../components/LoadedView.tsx';
import { showToast } from '../../components/toast-store.ts';
import { AMOUNT_DECIMALS, parseAmount } from '../../format/amount.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { draftOf } from '../../state/draft.ts';
import { paymentIntent } from '../../state/payment-intent.ts';
import { uploadPicture } from '../../state/upload.ts';
import { refusedFields } from '../shared/refused-fields.ts';
import { usePaymentOutcome } from '../shared/use-payment-outcome.ts';
import { useUid } from '../shared/use-uid.ts';
import styles from './ChargeScreen.module.css';

interface DepositFormProps {
  readonly form: FormOf<DepositFields>;
  readonly label: string;
  readonly unit: string;
}

/** The amount that was sent, and a picture as proof. */
export function DepositForm({ form, label, unit }: DepositFormProps) {
  const { t } = useTranslation();
  return (
    <Form form={form} action={t('charge.submit')} className={`fields ${styles.form}`}>
      <NumberField
        {...form.field('amount')}
        terms={{ decimals: AMOUNT_DECIMALS, unit }}
        label={label}
        enterKeyHint="done"
        end={<span className={styles.unit}>{unit}</span>}
      />
      <PictureField
        {...form.field('proof')}
        label={t('charge.proof')}
        hint={t('form.take_picture')}
        upload={uploadPicture}
      />
    </Form>
  );
}

export function DepositOutline() {
  return <Outline className={`fields ${styles.form}`} rows={[{ width: 180, height: 32 }, 160, 56, 56]} />;
}

interface DepositFields {
  readonly amount: string;
  readonly proof: string;
}

const EMPTY: DepositFields = { amount: '', proof: '' };

interface DepositFormOptions {
  readonly kind: 'coin' | 'wire';
  /** Id of the coin or account that receives the deposit: part of the intent. */
  readonly to: number;
  /** Error text of an empty amount. */
  readonly prompt: string;
  readonly submit: (fields: DepositFields, cid: string) => Promise<Result<Deposit>>;
  readonly onSent: () => void;
}

/**
 * Amount and proof of a deposit. One intent has one `cid`: while the outcome is unknown, the same values are sent again
 * with the same `cid`, so that nothing is booked twice.
 */
export function useDepositForm({ kind, to, prompt, submit, onSent }: DepositFormOptions) {
  const { t } = useTranslation();
  const uid = useUid();
  const [draft] = useState<Draft<DepositFields>>(() => draftOf(`deposit-${kind}.${uid}`, []));
  const [intent] = useState(() => paymentIntent(`deposit-${kind}`, uid));
  const problemOf = (amount: string): string | undefined => {
    const parsed = parseAmount(amount);
    if (parsed.ok) return undefined;
    return parsed.error === 'too-precise' ? t('withdraw.too_precise') : prompt;
  };
  const finish = (): void => {
    draft.clear();
    showToast(t('charge.sent'), 'ok');
    onSent();
  };
  const form = useForm<DepositFields>({
    initial: EMPTY,
    draft,
    check: ({ amount, proof }) => ({
      amount: problemOf(amount),
      proof: proof === '' ? t('charge.input_proof') : undefined,
    }),
    async send({ amount, proof }) {
      const parsed = parseAmount(amount);
      if (!parsed.ok) return { amount: problemOf(amount) };
      const fields = { amount: parsed.value.text, proof };
      const answer = await intent.send({ ...fields, to }, (cid) => submit(fields, cid));
      if (answer.ok) {
        finish();
        return undefined;
      }
      return refusedFields(t, answer.error, EMPTY);
    },
  });
  usePaymentOutcome(intent, form.busy, finish);
  return form;
}
