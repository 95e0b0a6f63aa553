import type { Brand } from '../brand.ts';
import type { InstrumentId } from './instrument.ts';
import type { Money } from './money.ts';
import { type Price, price } from './price.ts';
import type { TimestampMs } from './time.ts';
import type { Volume } from './volume.ts';

export type OrderId = Brand<number, 'OrderId'>;
export const orderId = (id: number): OrderId => id as OrderId;

export const SIDES = ['buy', 'sell'] as const;
export type Side = (typeof SIDES)[number];
export const CLOSE_REASONS = [
  'manual',
  'stop-loss',
  'trailing-stop',
  'take-profit',
  'stop-out',
  'reset',
  'operator',
] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** Which closed orders are meant; an absent field restricts nothing. */
export interface HistoryFilter {
  readonly instrumentId?: InstrumentId | undefined;
  readonly side?: Side | undefined;
  readonly result?: 'profit' | 'loss' | undefined;
  readonly reason?: CloseReason | undefined;
  /** Closed at this time or later. */
  readonly from?: TimestampMs | undefined;
  /** Closed before this time. */
  readonly to?: TimestampMs | undefined;
  /** Also pending orders that the exchange cancelled at their price; they have neither a result nor a reason of closing. */
  readonly unfilled?: boolean | undefined;
}

interface OrderFacts {
  readonly id: OrderId;
  readonly instrumentId: InstrumentId;
  readonly code: string;
  readonly showCode: string;
  readonly precision: number;
  readonly side: Side;
  readonly volume: Volume;
  readonly multiple: number;
  readonly stopLoss?: Price;
  readonly takeProfit?: Price;
  /**
   * Distance of a trailing stop, in points. `stopLoss` is then the stop as it stands; a pending order has none before its
   * fill.
   */
  readonly trailPoints?: number;
  readonly createdAt: TimestampMs;
}

export interface PendingOrder extends OrderFacts {
  readonly status: 'pending';
  readonly targetPrice: Price;
}

export interface Position extends OrderFacts {
  readonly status: 'open';
  readonly openPrice: Price;
  /** Fixed when the position opens. */
  readonly margin: Money;
  readonly fee: Money;
}

export interface ClosedOrder extends OrderFacts {
  readonly status: 'closed';
  readonly openPrice: Price;
  readonly closePrice: Price;
  readonly margin: Money;
  readonly fee: Money;
  readonly realisedPnl: Money;
  readonly closedAt: TimestampMs;
  readonly reason: CloseReason;
  /** The account's margin level that led to a stop out, in hundredths of a percent. */
  readonly marginLevel?: number;
}

export interface CancelledOrder extends OrderFacts {
  readonly status: 'cancelled';
  readonly targetPrice: Price;
  /** Of one that the exchange cancelled at its price; absent for one that its owner ended. */
  readonly reason?: 'no-margin';
  /** Absent in recordings of earlier versions. */
  readonly closedAt?: TimestampMs;
}

/** A pending order that the exchange cancelled at its price. */
export type UnfilledOrder = CancelledOrder & Required<Pick<CancelledOrder, 'reason' | 'closedAt'>>;

export type Order = PendingOrder | Position | ClosedOrder | CancelledOrder;

/** The stop loss at a distance from a price: below it for a buy, above it for a sell. A negative distance: a take profit. */
export const stopAt = (side: Side, from: Price, points: number): Price =>
  price(side === 'buy' ? from - points : from + points);

/** Whether stops are on the right side of `reference`: stop loss on the losing side, take profit on the winning side. */
export function stopsAreValid(
  side: Side,
  reference: Price,
  stopLoss: Price | undefined,
  takeProfit: Price | undefined,
): boolean {
  const sign = side === 'buy' ? 1 : -1;
  if (stopLoss !== undefined && (stopLoss <= 0 || (reference - stopLoss) * sign <= 0)) return false;
  if (takeProfit !== undefined && (takeProfit <= 0 || (takeProfit - reference) * sign <= 0)) return false;
  return true;
}

/** Whether a price reached a stop. The stop loss is checked first, so a gap over both is a loss. */
export function stopReached(
  side: Side,
  now: Price,
  stopLoss: Price | undefined,
  takeProfit: Price | undefined,
): 'stop-loss' | 'take-profit' | undefined {
  const sign = side === 'buy' ? 1 : -1;
  if (stopLoss !== undefined && (now - stopLoss) * sign <= 0) return 'stop-loss';
  if (takeProfit !== undefined && (now - takeProfit) * sign >= 0) return 'take-profit';
  return undefined;
}

/**
 * Whether a pending order triggers. The market must reach the target from the side on which it was when the order was
 * placed: `placedBelow` is true if the target was below the market then.
 */
export const targetReached = (target: Price, now: Price, placedBelow: boolean): boolean =>
  placedBelow ? now <= target : now >= target;
