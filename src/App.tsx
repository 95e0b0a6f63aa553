import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { LocationRouter } from './app/LocationRouter.tsx';
import { laterOverlay } from './app/later-overlay.tsx';
import { Shell } from './app/Shell.tsx';

/** Nothing is said before something was done: what is said earlier waits in its store. */
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
