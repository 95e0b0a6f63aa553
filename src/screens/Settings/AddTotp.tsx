import { useState } from 'react';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AnswerOf } from '../../../shared/contract/routes.ts';
import { Sheet } from '../../components/Modal.tsx';
import { QrCode } from '../../components/QrCode.tsx';
import { CopyRow } from '../../components/Section.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { CodeForm } from '../shared/CodeForm.tsx';
import { type AddFactorProps, PasswordStep } from './PasswordStep.tsx';
import styles from './SecuritySection.module.css';

/** Sets up the authenticator app: password, then the secret as a QR code and as text, then the first six digits. */
export function AddTotp({ run, onClose, onDone }: AddFactorProps) {
  const { t } = useTranslation();
  const [secret, setSecret] = useState<AnswerOf<'beginTotp'>>();
  return (
    <Sheet open title={t('factors.totp')} onClose={onClose}>
      <div className={`fields column ${styles.sheet}`}>
        {secret === undefined ? (
          <PasswordStep
            begin={({ password }) => run((proof) => ask('beginTotp', { password, ...proof }))}
            onBegun={setSecret}
          />
        ) : (
          <ConfirmTotp secret={secret} onDone={onDone} />
        )}
      </div>
    </Sheet>
  );
}

interface ConfirmTotpProps {
  readonly secret: AnswerOf<'beginTotp'>;
  readonly onDone: (codes: readonly string[]) => void;
}

function ConfirmTotp({ secret: { secret, url }, onDone }: ConfirmTotpProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const confirm = async (code: string): Promise<void> => {
    setBusy(true);
    const answer = await ask('confirmTotp', { code });
    setBusy(false);
    if (answer.ok) return onDone(answer.value.recoveryCodes);
    if (answer.error.code === CODE.wrongCredentials || answer.error.code === CODE.factorNeeded)
      setRefusals(refusals + 1);
    else showRefusal(t, answer.error);
  };
  return (
    <>
      <p>{t('factors.scan')}</p>
      <div className={styles.qr}>
        <QrCode text={url} label={t('factors.totp')} />
      </div>
      <div className="card">
        <CopyRow label={t('factors.key')} text={secret} />
      </div>
      <CodeForm
        key={refusals}
        kind="totp"
        isWrong={refusals > 0}
        busy={busy}
        onCode={(code) => void confirm(code)}
      />
    </>
  );
}
