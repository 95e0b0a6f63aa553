import { effect } from '@preact/signals-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { showToast } from '../components/toast-store.ts';
import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { isBusy } from '../state/busy.ts';
import { hasKept, hasRecorded, hudShown, openingProblem } from '../state/diagnostics-flags.ts';
import { startInstallation } from '../state/installation.ts';
import { replaySource } from '../state/replay-source.ts';
import { session } from '../state/session.ts';
import { AlertNotices } from './AlertNotices.tsx';
import { followKeyboard } from './follow-keyboard.ts';
import { InstallationNotice } from './InstallationNotice.tsx';
import { LanguageHint } from './LanguageHint.tsx';
import { laterOverlay } from './later-overlay.tsx';
import { OrderNotices } from './OrderNotices.tsx';
import styles from './Overlays.module.css';
import { sendPinchAsWheel } from './pinch-wheel.ts';
import { QuickOrder } from './QuickOrder.tsx';
import { loginPath, routeOf } from './routes.ts';
import { Guard, LAZY_SCREENS } from './screens.ts';

const RecordingDot = laterOverlay(() => import('./diagnostics/RecordingDot.tsx').then((m) => m.RecordingDot));
const KeptNotice = laterOverlay(() => import('./diagnostics/KeptNotice.tsx').then((m) => m.KeptNotice));
const ReplayBanner = laterOverlay(() => import('./diagnostics/ReplayBanner.tsx').then((m) => m.ReplayBanner));
const DropTarget = laterOverlay(() => import('./diagnostics/DropTarget.tsx').then((m) => m.DropTarget));
const OpeningProblem = laterOverlay(() =>
  import('./diagnostics/OpeningProblem.tsx').then((m) => m.OpeningProblem),
);
const SlowedPrices = laterOverlay(() => import('./SlowedPrices.ts').then((m) => m.SlowedPrices));
const Shortcuts = laterOverlay(() => import('./Shortcuts.tsx').then((m) => m.Shortcuts));
const Hud = laterOverlay(() => import('./diagnostics/Hud.tsx').then((m) => m.Hud));

/** Without a network its code may be out of reach; then the recordings lack what the user does. */
function watchForRecorder(): void {
  import('../state/page-watch.ts').then(
    ({ watchPage }) => watchPage(),
    () => {},
  );
}

/** Everything that may be shown over any screen, or leads away from it. */
export function Overlays() {
  useSignals();
  useEffect(startInstallation, []);
  useEffect(watchForRecorder, []);
  useEffect(followKeyboard, []);
  useEffect(sendPinchAsWheel, []);
  // Most taps lead there: its code is loaded and compiled before the first one.
  useEffect(LAZY_SCREENS.trade.preload, []);
  useEffect(Guard.preload, []);
  // A file may have been dropped before this was here (boot.js).
  const [hasDragged, setHasDragged] = useState(() => 'droppedFile' in window);
  useEffect(() => {
    const note = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true) setHasDragged(true);
    };
    // The event repeats, so a drag that began before this listener was added is noticed, too.
    addEventListener('dragover', note);
    return () => removeEventListener('dragover', note);
  }, []);
  const hasKeyboard = useKeyboard();
  return (
    <>
      <ExpiredSession />
      <OrderNotices />
      <AlertNotices />
      <QuickOrder />
      <InstallationNotice />
      <BusyIndicator />
      <LanguageHint />
      <SlowedPrices />
      {hasRecorded.value && <RecordingDot />}
      {replaySource.value === undefined ? hasKept.value && <KeptNotice /> : <ReplayBanner />}
      {hasKeyboard && <Shortcuts />}
      {hudShown.value && <Hud />}
      {hasDragged && <DropTarget />}
      {openingProblem.value && <OpeningProblem problem={openingProblem.value} />}
    </>
  );
}

/** Whether a keyboard is likely, beside a mouse, or has been used outside of a field, where phones have none. */
function useKeyboard(): boolean {
  const [isThere, setIsThere] = useState(
    () => matchMedia('(any-hover: hover) and (any-pointer: fine)').matches,
  );
  useEffect(() => {
    const look = ({ target }: KeyboardEvent): void => {
      if (!(target instanceof HTMLElement && target.matches('input, textarea'))) setIsThere(true);
    };
    addEventListener('keydown', look);
    return () => removeEventListener('keydown', look);
  }, []);
  return isThere;
}

/** The loading indicator for calls that request one. */
function BusyIndicator() {
  useSignals();
  const { t } = useTranslation();
  if (!isBusy.value) return null;
  return (
    <div className={styles.veil} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span className="visually-hidden">{t('public.loading')}</span>
    </div>
  );
}

/**
 * Specification, section 8: when the server ends the session (code 999), the user goes to the login page from any
 * screen. A stored session that proves expired at the start ends without a redirect.
 */
function ExpiredSession() {
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
