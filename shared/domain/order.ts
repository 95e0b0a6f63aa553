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

/** The type of each kind of field. */
interface KindValues {
  id: OrderId;
  instrument: InstrumentId;
  /** A name that belongs to the instrument. */
  code: string;
  precision: number;
  side: Side;
  status: 'pending' | 'open' | 'closed' | 'cancelled';
  volume: Volume;
  multiple: number;
  price: Price;
  /** A distance between prices. */
  points: number;
  money: Money;
  time: TimestampMs;
  /** One of `words`. */
  word: string;
  /** In hundredths. */
  percent: number;
}

export interface OrderField {
  /** Its name on the wire. */
  readonly wire: string;
  readonly kind: keyof KindValues;
  /** Orders of this status may be without it. */
  readonly isOptional?: true;
  readonly words?: readonly string[];
  /** On the wire it is in `ForexTradeLists`. */
  readonly isListed?: true;
  /** Frames, recordings and rows of earlier versions lack it: it is zero there. */
  readonly isLater?: true;
}
type Fields = Readonly<Record<string, OrderField>>;

const FACTS = {
  id: { wire: 'Id', kind: 'id' },
  instrumentId: { wire: 'ForexId', kind: 'instrument' },
  code: { wire: 'Code', kind: 'code', isListed: true },
  showCode: { wire: 'ShowCode', kind: 'code', isListed: true },
  precision: { wire: 'PricePrecision', kind: 'precision', isListed: true },
  side: { wire: 'OrderType', kind: 'side' },
  volume: { wire: 'Quantity', kind: 'volume' },
  multiple: { wire: 'Multiple', kind: 'multiple' },
  stopLoss: { wire: 'TargetLossPrice', kind: 'price', isOptional: true },
  takeProfit: { wire: 'TargetProfitPrice', kind: 'price', isOptional: true },
  /**
   * Distance of a trailing stop, in points. `stopLoss` is then the stop as it stands; a pending order has none before its
   * fill.
   */
  trailPoints: { wire: 'TrailPoints', kind: 'points', isOptional: true, isLater: true },
  createdAt: { wire: 'CreateTimeHandler', kind: 'time' },
  status: { wire: 'Status', kind: 'status' },
} as const satisfies Fields;
const TARGET = { targetPrice: { wire: 'Price', kind: 'price' } } as const satisfies Fields;
/** Amounts that a partial close divides by size. */
export const DIVIDED_FIELDS = {
  /** Fixed when the position opens. */
  margin: { wire: 'CautionMoney', kind: 'money' },
  fee: { wire: 'TradeFee', kind: 'money' },
  /** What its nights have cost so far; below zero: brought. Absent while that is nothing, on the wire, too. */
  financing: { wire: 'Financing', kind: 'money', isOptional: true, isLater: true },
} as const satisfies Fields;
const HELD = {
  openPrice: { wire: 'OriginPrice', kind: 'price' },
  ...DIVIDED_FIELDS,
} as const satisfies Fields;

/**
 * The fields of an order by its status. Its types, decoder, rows, what recordings show of it and the check of the cluster's
 * drill follow from here; its encoder and schema (`shared/contract/order-row.ts`), seal (`server/chain/chain.ts`) and
 * description do not compile without a field.
 */
export const ORDER_FIELDS = {
  pending: { ...FACTS, ...TARGET },
  open: { ...FACTS, ...HELD },
  closed: {
    ...FACTS,
    ...HELD,
    closePrice: { wire: 'UpdatePrice', kind: 'price' },
    realisedPnl: { wire: 'FactProfits', kind: 'money' },
    closedAt: { wire: 'CloseTimeHandler', kind: 'time' },
    reason: { wire: 'CloseReason', kind: 'word', words: CLOSE_REASONS },
    /** The account's margin level that led to a stop out. */
    marginLevel: { wire: 'CloseMarginLevel', kind: 'percent', isOptional: true },
  },
  cancelled: {
    ...FACTS,
    ...TARGET,
    /** Of one that the exchange cancelled at its price; absent for one that its owner ended. */
    reason: { wire: 'CloseReason', kind: 'word', words: ['no-margin'], isOptional: true },
    /** Absent in recordings of earlier versions. */
    closedAt: { wire: 'CloseTimeHandler', kind: 'time', isOptional: true },
  },
} as const satisfies Readonly<Record<OrderStatus, Fields>>;

export type OrderStatus = KindValues['status'];
type ValueOf<F extends OrderField> = F extends { readonly words: readonly (infer Word)[] }
  ? Word
  : KindValues[F['kind']];
type OrderOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends { readonly isOptional: true } ? never : K]: ValueOf<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends { readonly isOptional: true } ? K : never]?: ValueOf<F[K]>;
};

export interface PendingOrder extends OrderOf<typeof ORDER_FIELDS.pending> {
  readonly status: 'pending';
}
export interface Position extends OrderOf<typeof ORDER_FIELDS.open> {
  readonly status: 'open';
}
export interface ClosedOrder extends OrderOf<typeof ORDER_FIELDS.closed> {
  readonly status: 'closed';
}
export interface CancelledOrder extends OrderOf<typeof ORDER_FIELDS.cancelled> {
  readonly status: 'cancelled';
}
/** A pending order that the exchange cancelled at its price. */
export type UnfilledOrder = CancelledOrder & Required<Pick<CancelledOrder, 'reason' | 'closedAt'>>;

export type Order = PendingOrder | Position | ClosedOrder | CancelledOrder;

/** `trailPoints` is in place of `stopLoss`. */
export type OrderStops = Pick<PendingOrder, 'stopLoss' | 'takeProfit' | 'trailPoints'>;
/** What a customer decides of a new order. */
export type OrderTerms = OrderStops & Pick<PendingOrder, 'instrumentId' | 'side' | 'volume' | 'multiple'>;

type NameIn<O> = O extends unknown ? keyof O : never;
type ValueIn<O, K> = O extends unknown ? (K extends keyof O ? O[K] : undefined) : never;
/** The fields of all orders, undefined where they do not apply to the status. */
export type AnyOrder = { readonly [K in NameIn<Order>]: ValueIn<Order, K> };

/** Names on the wire of the fields of some kinds, with spaces between. */
export const orderWireNames = (kinds: ReadonlySet<string>): string =>
  Object.values<Fields>(ORDER_FIELDS)
    .flatMap((fields) => Object.values(fields))
    .flatMap(({ kind, wire }) => (kinds.has(kind) ? wire : []))
    .join(' ');

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
