import type { WorkingOrders } from '../../shared/bridge/worker-api.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { PendingOrder, Position } from '../../shared/domain/order.ts';
import type { PriceLine } from './chart-model.ts';

export interface LineTexts {
  order(order: Position | PendingOrder): string;
  readonly stopLoss: string;
  readonly takeProfit: string;
}

/** The lines of an instrument's positions and pending orders: entry or target price, stop loss and take profit. */
export function orderLines(working: WorkingOrders, id: InstrumentId, texts: LineTexts): PriceLine[] {
  if (working.status !== 'ready') return [];
  const orders = [...working.pending, ...working.positions].filter((order) => order.instrumentId === id);
  const stops = orders.flatMap(({ stopLoss, takeProfit }): PriceLine[] => [
    ...(stopLoss === undefined
      ? []
      : [{ kind: 'stop-loss' as const, price: stopLoss, text: texts.stopLoss }]),
    ...(takeProfit === undefined
      ? []
      : [{ kind: 'take-profit' as const, price: takeProfit, text: texts.takeProfit }]),
  ]);
  const entries = orders.map(
    (order): PriceLine =>
      order.status === 'open'
        ? { kind: 'position', price: order.openPrice, text: texts.order(order) }
        : { kind: 'pending', price: order.targetPrice, text: texts.order(order) },
  );
  return [...stops, ...entries];
}
