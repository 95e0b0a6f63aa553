import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Leave } from '../components/Leave.tsx';
import { showToast } from '../components/toast-store.ts';
import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { isDemo, session } from '../state/session.ts';
import { NeedsConnection } from './NeedsConnection.tsx';
import { loginPath, type RouteEntry } from './routes.ts';

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
