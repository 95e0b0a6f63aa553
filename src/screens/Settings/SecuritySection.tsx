import { type ReactNode, useState } from 'react';
import type { Factors, Passkey } from '../../../shared/contract/factors.ts';
import type { Proof } from '../../../shared/contract/proof.ts';
import type { Result } from '../../../shared/result.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog, Sheet } from '../../components/Modal.tsx';
import { RefusalState } from '../../components/RefusalState.tsx';
import { Section } from '../../components/Section.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { formatMoment } from '../../format/date.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { isGivenUp } from '../../state/second-step.ts';
import { useSecondStep } from '../shared/use-second-step.tsx';
import { AddTotp } from './AddTotp.tsx';
import { type AddFactorProps, PasswordStep } from './PasswordStep.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './SecuritySection.module.css';

const loadFactors = () => ask('getFactors', {});

interface SecuritySectionProps {
  /** The account's first factor was added, and its recovery codes are saved. */
  readonly onFirstFactor: () => void;
}

/** The second factors of the account. Changing one needs the password or another factor. */
export function SecuritySection({ onFirstFactor }: SecuritySectionProps) {
  const { t } = useTranslation();
  const { loaded, reload } = useLoaded(loadFactors);
  return (
    <Section title={t('factors.title')}>
      {loaded.status === 'loading' && <Skeleton height={180} />}
      {loaded.status === 'failed' && <RefusalState error={loaded.error} onRetry={reload} />}
      {loaded.status === 'ready' && (
        <FactorRows factors={loaded.value} reload={reload} onFirstFactor={onFirstFactor} />
      )}
    </Section>
  );
}

/** What the user is doing; only one at a time. */
type Doing =
  | { readonly status: 'nothing' | 'adding-totp' | 'adding-passkey' | 'removing-totp' | 'renewing' }
  | { readonly status: 'removing-passkey'; readonly passkey: Passkey }
  /** New recovery codes, shown once. */
  | { readonly status: 'codes'; readonly codes: readonly string[]; readonly isFirstFactor: boolean };

const NOTHING: Doing = { status: 'nothing' };

interface FactorRowsProps extends SecuritySectionProps {
  readonly factors: Factors;
  readonly reload: () => Promise<void>;
}

function FactorRows({ factors, reload, onFirstFactor }: FactorRowsProps) {
  const { t } = useTranslation();
  const [doing, setDoing] = useState<Doing>(NOTHING);
  const step = useSecondStep();
  const stop = (): void => setDoing(NOTHING);
  /** A question closes after its answer was carried out; new recovery codes stay on the screen. */
  const leaveQuestion = (): void => setDoing((now) => (now.status === 'codes' ? now : NOTHING));
  const { totp, passkeys, recoveryLeft, canPasskey } = factors;
  const canAdd = canPasskey && 'PublicKeyCredential' in window;

  /** After a change: the codes that came with it, if any. */
  const done = (codes: readonly string[] = [], isFirstFactor = codes.length > 0): void => {
    // New codes say enough, and a toast would cover their buttons on a narrow phone.
    if (codes.length > 0) setDoing({ status: 'codes', codes, isFirstFactor });
    else {
      setDoing(NOTHING);
      showToast(t('factors.saved'), 'ok');
    }
    void reload();
  };
  async function change<T>(call: (proof: Proof) => Promise<Result<T>>): Promise<T | undefined> {
    stop();
    const answer = await step.run(call);
    if (answer.ok) return answer.value;
    if (!isGivenUp(answer.error)) showRefusal(t, answer.error);
    return undefined;
  }
  const remove = async (): Promise<void> => {
    const removed =
      doing.status === 'removing-passkey'
        ? await change((proof) => ask('removePasskey', { id: doing.passkey.id, ...proof }))
        : await change((proof) => ask('removeTotp', proof));
    if (removed !== undefined) done();
  };
  const renew = async (): Promise<void> => {
    const renewed = await change((proof) => ask('renewRecoveryCodes', proof));
    if (renewed !== undefined) done(renewed.recoveryCodes, false);
  };

  return (
    <>
      <FactorRow title={t('factors.totp')} value={t(totp ? 'factors.on' : 'factors.off')}>
        <Button
          variant="quiet"
          size="s"
          onClick={() => setDoing({ status: totp ? 'removing-totp' : 'adding-totp' })}
        >
          {t(totp ? 'factors.turn_off' : 'factors.set_up')}
        </Button>
      </FactorRow>
      <FactorRow title={t('factors.passkeys')} value={canAdd ? undefined : t('factors.no_passkey')}>
        {canAdd && (
          <Button variant="quiet" size="s" onClick={() => setDoing({ status: 'adding-passkey' })}>
            {t('factors.add_passkey')}
          </Button>
        )}
      </FactorRow>
      {passkeys.map((passkey) => (
        <FactorRow key={passkey.id} title={passkey.name} value={formatMoment(Date.parse(passkey.createdAt))}>
          <Button variant="quiet" size="s" onClick={() => setDoing({ status: 'removing-passkey', passkey })}>
            {t('public.delete')}
          </Button>
        </FactorRow>
      ))}
      {(totp || passkeys.length > 0) && (
        <FactorRow title={t('factors.codes')} value={t('factors.codes_left', { n: recoveryLeft })}>
          <Button variant="quiet" size="s" onClick={() => setDoing({ status: 'renewing' })}>
            {t('factors.renew')}
          </Button>
        </FactorRow>
      )}
      {doing.status === 'adding-totp' && <AddTotp run={step.run} onClose={stop} onDone={done} />}
      {doing.status === 'adding-passkey' && <AddPasskey run={step.run} onClose={stop} onDone={done} />}
      <ConfirmDialog
        open={doing.status === 'removing-totp' || doing.status === 'removing-passkey'}
        title={t('factors.remove_title')}
        text={t('factors.remove_text')}
        action={t(doing.status === 'removing-totp' ? 'factors.turn_off' : 'public.delete')}
        danger
        onClose={leaveQuestion}
        onConfirm={remove}
      />
      <ConfirmDialog
        open={doing.status === 'renewing'}
        title={t('factors.renew')}
        text={t('factors.renew_text')}
        action={t('factors.renew')}
        onClose={leaveQuestion}
        onConfirm={renew}
      />
      {doing.status === 'codes' && (
        <RecoveryCodes
          codes={doing.codes}
          onSaved={() => {
            stop();
            if (doing.isFirstFactor) onFirstFactor();
          }}
        />
      )}
      {step.sheet}
    </>
  );
}

interface FactorRowProps {
  readonly title: string;
  readonly value: string | undefined;
  readonly children: ReactNode;
}

const FactorRow = ({ title, value, children }: FactorRowProps) => (
  <div className={styles.row}>
    <span className={`grow ${styles.name}`}>
      {title}
      {value !== undefined && <span className="faint">{value}</span>}
    </span>
    {children}
  </div>
);

/** Adds a passkey: its name and the password, then the browser's own dialog. */
function AddPasskey({ run, onClose, onDone }: AddFactorProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState('');
  const add = async (options: string, name: string): Promise<void> => {
    setProblem('');
    let credential: string;
    try {
      const { startRegistration } = await import('@simplewebauthn/browser');
      credential = JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) }));
    } catch {
      // The user closed the browser's dialog, or the device has this passkey already.
      return setProblem(t('factors.passkey_failed'));
    }
    const answer = await ask('addPasskey', { credential, name });
    if (answer.ok) onDone(answer.value.recoveryCodes);
    else setProblem(refusalText(t, answer.error));
  };
  return (
    <Sheet open title={t('factors.add_passkey')} onClose={onClose}>
      <div className={`fields column ${styles.sheet}`}>
        <PasswordStep
          nameLabel={t('factors.passkey_name')}
          begin={({ password }) => run((proof) => ask('beginPasskey', { password, ...proof }))}
          onBegun={({ options }, { name }) => void add(options, name.trim())}
        >
          <p className="warning" aria-live="polite">
            {problem}
          </p>
        </PasswordStep>
      </div>
    </Sheet>
  );
}
