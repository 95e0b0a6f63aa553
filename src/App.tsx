import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { LocationRouter } from './app/LocationRouter.tsx';
import { Shell } from './app/Shell.tsx';
import { Toasts } from './components/Toast.tsx';

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
