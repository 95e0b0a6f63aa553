import { useState } from 'react';
import { Sheet } from '../../components/Modal.tsx';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { type AddFactorProps, PasswordStep } from './PasswordStep.tsx';
import styles from './SecuritySection.module.css';

/** Adds a passkey: its name and the password, then the browser's own dialog. */
export function AddPasskey({ run, onClose, onDone }: AddFactorProps) {
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
