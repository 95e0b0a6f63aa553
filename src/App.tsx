import { lazy, Suspense } from 'react';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { LocationRouter } from './app/LocationRouter.tsx';
import { Shell } from './app/Shell.tsx';

/** Nothing is said before something was done: what is said earlier waits in its store. */
const Toasts = lazy(() => import('./components/Toasts.tsx').then((module) => ({ default: module.Toasts })));

export function App() {
  return (
    <ErrorBoundary>
      <LocationRouter>
        <Shell />
      </LocationRouter>
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    </ErrorBoundary>
  );
}
