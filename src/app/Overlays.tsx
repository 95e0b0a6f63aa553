import { BusyIndicator } from './BusyIndicator.tsx';
import { OrderNotices } from './OrderNotices.tsx';

/** What may lie over any screen. */
export function Overlays() {
  return (
    <>
      <OrderNotices />
      <BusyIndicator />
    </>
  );
}
