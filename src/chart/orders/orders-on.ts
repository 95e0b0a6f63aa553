import type { WorkingOrders } from '../../../shared/bridge/worker-api.ts';
import type { Alert } from '../../../shared/contract/alerts.ts';
import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import type { PendingOrder, Position } from '../../../shared/domain/order.ts';

/** The alerts of an instrument that wait for a price. */
export const alertsOn = (alerts: readonly Alert[] | undefined, id: InstrumentId): readonly Alert[] =>
  (alerts ?? []).filter(({ instrumentId, isOn, percent }) => instrumentId === id && isOn && percent === 0);

/** The open positions and pending orders of an instrument. */
export function ordersOn(working: WorkingOrders, id: InstrumentId): readonly (Position | PendingOrder)[] {
  if (working.status !== 'ready') return [];
  return [...working.positions, ...working.pending].filter((order) => order.instrumentId === id);
}
