import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Leave } from '../components/Leave.tsx';
import { showToast } from '../components/toast-store.ts';
import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { isDemo, session } from '../state/session.ts';
import { loginPath } from './routes.ts';

interface GuardProps {
  /** Demo accounts may not open this screen; specification, section 6. */
  readonly onlyReal: boolean;
  /** Shown while a stored session is being checked. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** Renders the screen for signed-in users. Sends others to the login page, which returns here after the login. */
export function Guard({ onlyReal, waiting, children }: GuardProps) {
  useSignals();
  const [path] = useLocation();
  const search = useSearch();
  const now = session.value;
  const entered = useRef(false);
  const inside = now.status === 'signed-in';
  useEffect(() => {
    if (inside) entered.current = true;
  }, [inside]);
  if (inside && onlyReal && isDemo.value) return <NotForDemo />;
  if (inside) return children;
  if (now.status === 'checking') return waiting;
  // A user who signs out on a guarded screen wants to leave, not to log in again.
  const left = now.because === 'signed-out' && entered.current;
  return <Leave to={left ? '/' : loginPath(path, search)} />;
}

function NotForDemo() {
  const { t } = useTranslation();
  useEffect(() => showToast(t('user.only_true_account')), [t]);
  return <Leave to="/user" />;
}
