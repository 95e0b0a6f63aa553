import type { WorkingOrders } from '../../../shared/bridge/worker-api.ts';
import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import type { PendingOrder, Position } from '../../../shared/domain/order.ts';

/** The open positions and pending orders of an instrument. */
export function ordersOn(working: WorkingOrders, id: InstrumentId): readonly (Position | PendingOrder)[] {
  if (working.status !== 'ready') return [];
  return [...working.positions, ...working.pending].filter((order) => order.instrumentId === id);
}
