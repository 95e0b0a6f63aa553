import { lazy, Suspense, useEffect } from 'react';
import { useSignals } from '../components/use-signals.ts';
import { hasRecorded, hudShown } from '../state/diagnostics-flags.ts';
import { startInstallation } from '../state/installation.ts';
import { replaySource } from '../state/replay-source.ts';
import { AlertNotices } from './AlertNotices.tsx';
import { BusyIndicator } from './BusyIndicator.tsx';
import { InstallationNotice } from './InstallationNotice.tsx';
import { LanguageHint } from './LanguageHint.tsx';
import { OrderNotices } from './OrderNotices.tsx';

const RecordingDot = lazy(() =>
  import('./diagnostics/RecordingDot.tsx').then((m) => ({ default: m.RecordingDot })),
);
const ReplayBanner = lazy(() =>
  import('./diagnostics/ReplayBanner.tsx').then((m) => ({ default: m.ReplayBanner })),
);
const Hud = lazy(() => import('./diagnostics/Hud.tsx').then((m) => ({ default: m.Hud })));

/** Everything that may be shown over any screen. */
export function Overlays() {
  useSignals();
  useEffect(startInstallation, []);
  useEffect(() => void import('../state/page-watch.ts').then(({ watchPage }) => watchPage()), []);
  return (
    <>
      <OrderNotices />
      <AlertNotices />
      <InstallationNotice />
      <BusyIndicator />
      <LanguageHint />
      <Suspense fallback={null}>
        {hasRecorded.value && <RecordingDot />}
        {replaySource.value !== undefined && <ReplayBanner />}
        {hudShown.value && <Hud />}
      </Suspense>
    </>
  );
}
