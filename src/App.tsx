import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { LocationRouter } from './app/LocationRouter.tsx';
import { laterOverlay } from './app/later-overlay.tsx';
import { Shell } from './app/Shell.tsx';

/** No toast is shown before the user has done something: an earlier one waits in its store. */
const Toasts = laterOverlay(() => import('./components/Toasts.tsx').then((module) => module.Toasts));

export function App() {
  return (
    <ErrorBoundary>
      <LocationRouter>
        <Shell />
      </LocationRouter>
      <Toasts />
    </ErrorBoundary>
  );
}
