import { effect } from '@preact/signals-react';
import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { showToast } from '../components/toast-store.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { session } from '../state/session.ts';
import { loginPath, routeOf } from './routes.ts';

/**
 * Specification, section 8: when the server ends the session (code 999), the user goes to the login page from any
 * screen. A stored session that proves expired at the start ends without a redirect.
 */
export function ExpiredSession() {
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const place = useRef({ path, search });
  useEffect(() => {
    place.current = { path, search };
  }, [path, search]);
  useEffect(() => {
    let wasSignedIn = false;
    return effect(() => {
      const now = session.value;
      const ended = wasSignedIn && now.status === 'anonymous' && now.because === 'expired';
      wasSignedIn = now.status === 'signed-in';
      if (!ended) return;
      showToast(t('user.expired'));
      const from = place.current;
      if (routeOf(from.path)?.screen !== 'login') navigate(loginPath(from.path, from.search));
    });
  }, [navigate, t]);
  return null;
}
