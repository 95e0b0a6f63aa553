import type { Instrument } from './instrument.ts';
import { type Money, withinMoney } from './money.ts';
import type { PendingOrder, Position } from './order.ts';
import { floatingPnl, pointValue } from './pnl.ts';
import type { Price } from './price.ts';
import type { Rate } from './rate.ts';

/** What a point and the account's currency are worth; undefined while unknown. */
export interface MoneyFacts {
  readonly instrument: Pick<Instrument, 'contractSize' | 'marginMode' | 'precision'> | undefined;
  readonly rate: Rate | undefined;
}

/** The price at which an order was opened, or would be. */
export const entryOf = (order: Position | PendingOrder): Price =>
  order.status === 'pending' ? order.targetPrice : order.openPrice;

/** Profit or loss of an order, were it closed at a price, as a stop is; undefined while unknown, and beyond the range of money. */
export function profitAt(
  order: Position | PendingOrder,
  at: Price,
  { instrument, rate }: MoneyFacts,
): Money | undefined {
  if (!instrument || !rate) return undefined;
  const { side, volume, precision } = order;
  return withinMoney(() =>
    floatingPnl(side, entryOf(order), at, pointValue(volume, instrument.contractSize, precision), rate),
  );
}
