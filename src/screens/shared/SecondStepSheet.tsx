import { useState } from 'react';
import type { FactorKind, Proof } from '../../../shared/contract/proof.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Modal.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Demand } from '../../state/second-step.ts';
import { CodeForm, useFocusOnMount } from './CodeForm.tsx';
import styles from './SecondStep.module.css';

interface SecondStepSheetProps {
  readonly demand: Demand;
  /** Number of the try; each begins afresh. */
  readonly attempt: number;
  readonly busy: boolean;
  readonly onProof: (proof: Proof) => void;
  readonly onClose: () => void;
}

const OTHER = {
  passkey: 'factors.use_passkey',
  totp: 'factors.use_totp',
  recovery: 'factors.use_recovery',
} as const satisfies Readonly<Record<FactorKind, string>>;

/** Asks for the second factor: a passkey, six digits or a recovery code. */
export function SecondStepSheet({ demand, attempt, busy, onProof, onClose }: SecondStepSheetProps) {
  const { t } = useTranslation();
  const { kinds } = demand;
  const [picked, setPicked] = useState<FactorKind>();
  // A way that was picked before may be locked meanwhile.
  const kind = kinds.find((one) => one === picked) ?? kinds[0] ?? 'recovery';
  return (
    <Sheet open title={t('factors.step_title')} onClose={onClose}>
      <div className={`fields column ${styles.step}`}>
        {demand.isLocked && (
          <p className="warning" role="alert">
            {t('factors.locked')}
          </p>
        )}
        {kind === 'passkey' ? (
          <PasskeyStep key={attempt} demand={demand} busy={busy} onProof={onProof} />
        ) : (
          <CodeForm
            key={`${kind} ${attempt}`}
            kind={kind}
            isWrong={demand.isWrong}
            busy={busy}
            onCode={(factor) => onProof({ factorKind: kind, factor })}
          />
        )}
        <div className={styles.others}>
          {kinds
            .filter((one) => one !== kind)
            .map((one) => (
              <Button key={one} variant="quiet" wide disabled={busy} onClick={() => setPicked(one)}>
                {t(OTHER[one])}
              </Button>
            ))}
        </div>
      </div>
    </Sheet>
  );
}

function PasskeyStep({ demand, busy, onProof }: Omit<SecondStepSheetProps, 'attempt' | 'onClose'>) {
  const { t } = useTranslation();
  const [status, setStatus] = useState<'idle' | 'open' | 'failed'>('idle');
  const use = async (): Promise<void> => {
    setStatus('open');
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const assertion = await startAuthentication({ optionsJSON: JSON.parse(demand.passkey ?? '{}') });
      setStatus('idle');
      onProof({ factorKind: 'passkey', factor: JSON.stringify(assertion) });
    } catch {
      // The user closed the browser's dialog, or the device has none of the passkeys.
      setStatus('failed');
    }
  };
  const host = useFocusOnMount();
  const failed = status === 'failed' || (status === 'idle' && demand.isWrong && !busy);
  return (
    <div ref={host} className="fields">
      <Button variant="primary" wide busy={busy || status === 'open'} onClick={() => void use()}>
        {t('factors.use_passkey')}
      </Button>
      <p className="warning" aria-live="polite">
        {failed && t('factors.passkey_failed')}
      </p>
    </div>
  );
}
