import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Button } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { Leave } from '../components/Leave.tsx';
import { Page } from '../components/Page.tsx';
import { showToast } from '../components/toast-store.ts';
import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { connection } from '../state/connection.ts';
import { isDemo, session } from '../state/session.ts';
import { loginPath, type RouteEntry } from './routes.ts';
import { ScreenOutline } from './ScreenOutline.tsx';

interface GuardProps {
  readonly route: RouteEntry;
  readonly children: ReactNode;
}

/**
 * Renders the screen for signed-in users, or for real accounts only (specification, section 6). Sends others to the login page,
 * which returns here after the login.
 */
export function Guard({ route, children }: GuardProps) {
  useSignals();
  const [path] = useLocation();
  const search = useSearch();
  const now = session.value;
  const entered = useRef(false);
  const inside = now.status === 'signed-in';
  useEffect(() => {
    if (inside) entered.current = true;
  }, [inside]);
  if (inside && route.for === 'real' && isDemo.value) return <NotForDemo />;
  if (inside) return children;
  if (now.status === 'checking') return <NeedsConnection {...route} />;
  // A user who signs out on a guarded screen wants to leave, not to log in again.
  const left = now.because === 'signed-out' && entered.current;
  return <Leave to={left ? '/' : loginPath(path, search)} />;
}

function NotForDemo() {
  const { t } = useTranslation();
  useEffect(() => showToast(t('user.only_true_account')), [t]);
  return <Leave to="/user" />;
}

/**
 * In place of a screen that waits for the session to be checked: its outline, and when the connection has failed the reason.
 * Nothing of an account is kept on the device, so there is nothing to show instead.
 */
function NeedsConnection({ title, tabBar, outline }: Pick<RouteEntry, 'title' | 'tabBar' | 'outline'>) {
  useSignals();
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [hasFailed, setHasFailed] = useState(false);
  const { status } = connection.value;
  // It stays: each attempt to connect would show the outline for a moment.
  if (!hasFailed && (status === 'offline' || status === 'waiting')) setHasFailed(true);
  if (!hasFailed) return <ScreenOutline outline={outline} tabBar={tabBar} />;
  return (
    <Page title={t(title)} tabBar={tabBar} back={!tabBar}>
      <EmptyState
        icon="offline"
        title={t('install.needs_connection')}
        text={t('install.needs_connection_text')}
        action={
          <Button variant="primary" onClick={() => navigate('/')}>
            {t('not_found.home')}
          </Button>
        }
      />
    </Page>
  );
}
