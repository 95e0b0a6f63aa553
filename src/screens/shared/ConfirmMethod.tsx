import { useMemo, useState } from 'react';
import { CodeField } from '../../components/account/CodeFields.tsx';
import { Form } from '../../components/form/Form.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { Sheet } from '../../components/Modal.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { codeWait, startCodeWait } from '../../state/code-wait.ts';
import { refusedFields } from './refused-fields.ts';
import styles from './SecondStep.module.css';

interface ConfirmMethodProps {
  readonly id: number;
  /** False where the exchange could not send the code yet. Default: true. */
  readonly isSent?: boolean;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

const EMPTY = { code: '' };

/** Takes the code that confirms a new payout account. It goes to the account's contact and can be sent again. */
export function ConfirmMethod({ id, isSent: wasSent = true, onClose, onConfirmed }: ConfirmMethodProps) {
  const { t } = useTranslation();
  const [isSent, setSent] = useState(wasSent);
  const wait = useMemo(() => codeWait('payout'), []);
  const form = useForm({
    initial: EMPTY,
    check: ({ code }) => ({ code: code === '' ? t('form.code_hint') : undefined }),
    async send({ code }) {
      const answer = await ask('confirmDrawMethod', { id, code: code });
      if (!answer.ok) return refusedFields(t, answer.error, EMPTY, 'code');
      showToast(t('wallet.confirmed'), 'ok');
      onConfirmed();
      return undefined;
    },
  });
  const resend = async (): Promise<void> => {
    const sent = await ask('sendDrawMethodCode', { id });
    const seconds = sent.ok ? undefined : sent.error.facts?.['retryAfterS'];
    if (sent.ok || typeof seconds === 'number') startCodeWait('payout', seconds as number | undefined);
    if (sent.ok) {
      setSent(true);
      showToast(t('form.code_sent'), 'ok');
    } else showRefusal(t, sent.error);
  };
  return (
    <Sheet open title={t('wallet.confirm_title')} onClose={onClose}>
      <div className={`fields column ${styles.step}`}>
        <p>{t('wallet.confirm_text')}</p>
        {!isSent && (
          <p className="warning" role="alert">
            {t('wallet.code_unsent')}
          </p>
        )}
        <Form form={form} action={t('wallet.confirm')} className="fields">
          <CodeField {...form.field('code')} wait={wait} onSend={resend} />
        </Form>
      </div>
    </Sheet>
  );
}
