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

export const ORDER_STATUSES = ['pending', 'open', 'closed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The type of each kind of field. A kind of free text would have to be masked, see `replay/record/redact.ts`. */
interface KindValues {
  id: OrderId;
  instrument: InstrumentId;
  /** A name or number that belongs to the instrument. */
  code: string;
  precision: number;
  side: Side;
  status: OrderStatus;
  volume: Volume;
  multiple: number;
  price: Price;
  /** A distance between prices. */
  points: number;
  money: Money;
  time: TimestampMs;
  /** One of `words` of the status. */
  word: string;
  /** In hundredths. */
  percent: number;
}

export interface OrderField {
  readonly wire: string;
  readonly kind: keyof KindValues;
  /** Orders of these statuses have it. */
  readonly has?: readonly OrderStatus[];
  /** Orders of these may have it. */
  readonly may?: readonly OrderStatus[];
  readonly words?: { readonly [S in OrderStatus]?: readonly string[] };
  /** On the wire it is a field of `ForexTradeLists`. */
  readonly isListed?: true;
  /** Frames, recordings and rows of earlier versions lack it: it is zero there. */
  readonly isLater?: true;
}

const ALL = ORDER_STATUSES;
const HELD = ['open', 'closed'] as const;
const WAITING = ['pending', 'cancelled'] as const;

/** Amounts that a partial close divides by size. A table of its own: the page needs no other field by name. */
export const DIVIDED_FIELDS = {
  /** Fixed when the position opens. */
  margin: { wire: 'CautionMoney', kind: 'money', has: HELD },
  fee: { wire: 'TradeFee', kind: 'money', has: HELD },
} as const satisfies Readonly<Record<string, OrderField>>;

/**
 * The fields of an order. Its types, decoder, rows, what recordings show of it and the check of a drill follow from here;
 * encoder, schema (`shared/contract/order-row.ts`), seal (`server/chain/chain.ts`) and description do not compile without a
 * field.
 */
export const ORDER_FIELDS = {
  id: { wire: 'Id', kind: 'id', has: ALL },
  instrumentId: { wire: 'ForexId', kind: 'instrument', has: ALL },
  code: { wire: 'Code', kind: 'code', has: ALL, isListed: true },
  showCode: { wire: 'ShowCode', kind: 'code', has: ALL, isListed: true },
  precision: { wire: 'PricePrecision', kind: 'precision', has: ALL, isListed: true },
  side: { wire: 'OrderType', kind: 'side', has: ALL },
  status: { wire: 'Status', kind: 'status', has: ALL },
  volume: { wire: 'Quantity', kind: 'volume', has: ALL },
  multiple: { wire: 'Multiple', kind: 'multiple', has: ALL },
  stopLoss: { wire: 'TargetLossPrice', kind: 'price', may: ALL },
  takeProfit: { wire: 'TargetProfitPrice', kind: 'price', may: ALL },
  /**
   * Distance of a trailing stop, in points. `stopLoss` is then the stop as it stands; a pending order has none before its
   * fill.
   */
  trailPoints: { wire: 'TrailPoints', kind: 'points', may: ALL, isLater: true },
  createdAt: { wire: 'CreateTimeHandler', kind: 'time', has: ALL },
  targetPrice: { wire: 'Price', kind: 'price', has: WAITING },
  openPrice: { wire: 'OriginPrice', kind: 'price', has: HELD },
  ...DIVIDED_FIELDS,
  closePrice: { wire: 'UpdatePrice', kind: 'price', has: ['closed'] },
  realisedPnl: { wire: 'FactProfits', kind: 'money', has: ['closed'] },
  /** Of a cancelled order it is absent in recordings of earlier versions. */
  closedAt: { wire: 'CloseTimeHandler', kind: 'time', has: ['closed'], may: ['cancelled'] },
  /** Of a cancelled order: absent for one that its owner ended. */
  reason: {
    wire: 'CloseReason',
    kind: 'word',
    has: ['closed'],
    may: ['cancelled'],
    words: { closed: CLOSE_REASONS, cancelled: ['no-margin'] },
  },
  /** The account's margin level that led to a stop out. */
  marginLevel: { wire: 'CloseMarginLevel', kind: 'percent', may: ['closed'] },
} as const satisfies Readonly<Record<string, OrderField>>;

type Fields = typeof ORDER_FIELDS;
export type OrderFieldName = keyof Fields;

/** The fields of a status: with `isNeeded` those that every order has, the others may be absent. */
export const orderFieldsOf = (status: OrderStatus) =>
  Object.entries<OrderField>(ORDER_FIELDS).flatMap(([name, { has, may, words, ...field }]) => {
    const isNeeded = has?.includes(status) === true;
    return isNeeded || may?.includes(status) ? [{ ...field, name, isNeeded, words: words?.[status] }] : [];
  });

/** Names on the wire of the fields of some kinds, with spaces between. */
export const orderWireNames = (kinds: ReadonlySet<string>): string =>
  Object.values(ORDER_FIELDS)
    .flatMap(({ kind, wire }) => (kinds.has(kind) ? wire : []))
    .join(' ');

type ValueIn<S, F extends OrderField> = F extends { readonly kind: 'status' }
  ? S
  : F extends { readonly words: infer W }
    ? W[S & keyof W] extends readonly (infer Word)[]
      ? Word
      : never
    : KindValues[F['kind']];

type FieldsThat<How extends 'has' | 'may', S extends OrderStatus> = {
  readonly [K in keyof Fields as Fields[K] extends { readonly [H in How]: readonly (infer In)[] }
    ? S extends In
      ? K
      : never
    : never]: ValueIn<S, Fields[K]>;
};
type FieldsOf<S extends OrderStatus> = FieldsThat<'has', S> & Partial<FieldsThat<'may', S>>;

export interface PendingOrder extends FieldsOf<'pending'> {}
export interface Position extends FieldsOf<'open'> {}
export interface ClosedOrder extends FieldsOf<'closed'> {}
export interface CancelledOrder extends FieldsOf<'cancelled'> {}

/** The fields of orders of all statuses, undefined where they do not apply to the status. */
export type AnyOrder = {
  readonly [K in OrderFieldName]: OrderStatus extends (
    Fields[K] extends { has: readonly (infer S)[] }
      ? S
      : never
  )
    ? ValueIn<OrderStatus, Fields[K]>
    : ValueIn<OrderStatus, Fields[K]> | undefined;
};

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
