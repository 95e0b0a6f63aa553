import { useEffect, useState } from 'react';
import { useSignals } from '../components/use-signals.ts';
import { hasKept, hasRecorded, hudShown, openingProblem } from '../state/diagnostics-flags.ts';
import { startInstallation } from '../state/installation.ts';
import { replaySource } from '../state/replay-source.ts';
import { AlertNotices } from './AlertNotices.tsx';
import { BusyIndicator } from './BusyIndicator.tsx';
import { ExpiredSession } from './ExpiredSession.tsx';
import { followKeyboard } from './follow-keyboard.ts';
import { InstallationNotice } from './InstallationNotice.tsx';
import { LanguageHint } from './LanguageHint.tsx';
import { laterOverlay } from './later-overlay.tsx';
import { OrderNotices } from './OrderNotices.tsx';
import { sendPinchAsWheel } from './pinch-wheel.ts';
import { QuickOrder } from './QuickOrder.tsx';
import { Guard, LAZY_SCREENS } from './screens.ts';

const RecordingDot = laterOverlay(() => import('./diagnostics/RecordingDot.tsx').then((m) => m.RecordingDot));
const KeptNotice = laterOverlay(() => import('./diagnostics/KeptNotice.tsx').then((m) => m.KeptNotice));
const ReplayBanner = laterOverlay(() => import('./diagnostics/ReplayBanner.tsx').then((m) => m.ReplayBanner));
const DropTarget = laterOverlay(() => import('./diagnostics/DropTarget.tsx').then((m) => m.DropTarget));
const OpeningProblem = laterOverlay(() =>
  import('./diagnostics/OpeningProblem.tsx').then((m) => m.OpeningProblem),
);
const Shortcuts = laterOverlay(() => import('./Shortcuts.tsx').then((m) => m.Shortcuts));
const Hud = laterOverlay(() => import('./diagnostics/Hud.tsx').then((m) => m.Hud));

/** Without a network its code may be out of reach; then the recordings lack what the user does. */
function tellRecorder(): void {
  import('../state/page-watch.ts').then(
    ({ watchPage }) => watchPage(),
    () => {},
  );
}

/** Everything that may be shown over any screen, or leads away from it. */
export function Overlays() {
  useSignals();
  useEffect(startInstallation, []);
  useEffect(tellRecorder, []);
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
    // It comes again and again: a drag that began before the listener was there is noticed, too.
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
