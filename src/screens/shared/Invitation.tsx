import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Refusal } from '../../../shared/result.ts';
import { painted } from '../../components/after-paint.ts';
import { Button } from '../../components/Button.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isSimulated } from '../../state/market.ts';
import { signInDemo } from '../../state/session.ts';
import styles from './Invitation.module.css';

interface InvitationProps {
  /** Called before a tap leads to the login. */
  readonly onLeave?: () => void;
  /** The login is elsewhere on the screen. */
  readonly isAlone?: boolean;
}

/** Invites a visitor to trade: with virtual money at once, or with an account. */
export function Invitation({ onLeave, isAlone = false }: InvitationProps) {
  useSignals();
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const logIn = (refused?: Refusal): void => {
    onLeave?.();
    // The login beside the list keeps its return address.
    const replace = location.pathname === '/login';
    navigate(replace ? location.href : '/login', { replace, state: { refused } });
  };
  const enter = async (): Promise<void> => {
    const { pathname } = location;
    setBusy(true);
    await painted();
    const answer = await signInDemo();
    setBusy(false);
    // That screen says what is wrong, and there it can be tried again. Who has gone elsewhere meanwhile stays there.
    if (!answer.ok && location.pathname === pathname) logIn(answer.error);
  };
  return (
    <>
      <p className="strong">{t('account.welcome')}</p>
      <p className="soft">{t(isSimulated.value ? 'account.demo_text_simulated' : 'account.demo_text')}</p>
      <div className={styles.doors}>
        <Button variant="primary" busy={busy} onClick={() => void enter()}>
          {t('account.demo_start')}
        </Button>
        {!isAlone && (
          <Button variant="quiet" onClick={() => logIn()}>
            {t('account.login_title')}
          </Button>
        )}
      </div>
    </>
  );
}
