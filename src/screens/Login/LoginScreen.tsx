import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { Refusal } from '../../../shared/result.ts';
import { painted } from '../../components/after-paint.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Leave } from '../../components/Leave.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isSimulated } from '../../state/market.ts';
import { isSignedIn, signInDemo } from '../../state/session.ts';
import { useReturnPath } from '../shared/safe-return.ts';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginScreen.module.css';

/**
 * `/login?from=`: a demo account in one tap, or a login with an account.
 * If the invitation's demo account was refused, it says why.
 */
export function LoginScreen() {
  useSignals();
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const search = useSearch();
  const target = useReturnPath(new URLSearchParams(search).get('from'));
  const { refused } = useHistoryState<{ readonly refused?: Refusal } | null>() ?? {};
  useEffect(() => {
    if (refused === undefined) return;
    showRefusal(t, refused);
    // Not again after a reload.
    history.replaceState(null, '');
  }, [refused, t]);
  const startDemo = async (): Promise<void> => {
    setBusy(true);
    await painted();
    const answer = await signInDemo();
    setBusy(false);
    if (!answer.ok) showRefusal(t, answer.error);
    // Who has gone elsewhere meanwhile stays there.
    else if (location.pathname === path) navigate(target, { replace: true });
  };
  if (isSignedIn.value && !busy) return <Leave to={target} />;
  return (
    <Page title={t('account.login_title')} back>
      <div className={`column ${styles.login}`}>
        <section className={`card ${styles.demo}`}>
          <p className={`big ${styles.welcome}`}>{t('account.welcome')}</p>
          <p className={styles.text}>
            {t(isSimulated.value ? 'account.demo_text_simulated' : 'account.demo_text')}
          </p>
          <Button variant="primary" wide busy={busy} onClick={() => void startDemo()}>
            {t('account.demo_start')}
          </Button>
        </section>
        <p className={`faint ${styles.or}`}>{t('account.or')}</p>
        <LoginForm search={search} />
        <p className={`faint ${styles.safe}`}>
          <Icon name={MORE_ICONS.shield} size={20} />
          {t('account.stay_safe')}
        </p>
      </div>
    </Page>
  );
}
