import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { LocationRouter } from './app/LocationRouter.tsx';
import { OrderNotices } from './app/OrderNotices.tsx';
import { Shell } from './app/Shell.tsx';
import { Toasts } from './components/Toast.tsx';

export function App() {
  return (
    <ErrorBoundary>
      <LocationRouter>
        <Shell />
      </LocationRouter>
      <OrderNotices />
      <Toasts />
    </ErrorBoundary>
  );
}
