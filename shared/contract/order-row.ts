import { type Money, moneyFromWire, moneyToWire, ZERO_MONEY } from '../domain/money.ts';
import { ORDER_FIELDS, type Order, type OrderField, type OrderStatus } from '../domain/order.ts';
import { type Price, priceFromWire, priceToWire } from '../domain/price.ts';
import { volumeFromWire, volumeToWire } from '../domain/volume.ts';
import { isFields } from '../json.ts';
import type { Result } from '../result.ts';
import {
  BadField,
  type DecodeError,
  decoding,
  type Infer,
  named,
  number,
  object,
  oneOf,
  optional,
  type Schema,
  text,
  time,
  timeOrEmpty,
  whole,
} from './schema.ts';

/** An order's row on the wire, where prices, lots and amounts are decimal numbers: its schema, decoder and encoder. */

/** `Status` of an order. */
export const ORDER_STATUS = { pending: 0, open: 1, cancelled: 2, closed: 3 } as const satisfies Readonly<
  Record<OrderStatus, number>
>;

type Table = typeof ORDER_FIELDS;
type Field = { [S in OrderStatus]: Table[S][keyof Table[S]] }[OrderStatus];
type Listed = Extract<Field, { readonly isListed: true }>;
/** Has a place for each field of the table. */
type Row<F extends Field> = Readonly<Record<F['wire'], Schema<unknown>>>;

export type WireOrder = Infer<typeof OrderRow>;
export const OrderRow = named(
  object({
    Id: whole(1),
    ForexId: whole(1),
    ForexTradeLists: object({
      ShowCode: text(),
      Code: text(),
      PricePrecision: whole(),
    } satisfies Row<Listed>),
    OrderType: oneOf(1, 2),
    Status: oneOf(0, 1, 2, 3),
    Quantity: number(),
    OriginPrice: number(),
    Price: number(),
    UpdatePrice: number(),
    FactProfits: number(),
    CautionMoney: number(),
    TradeFee: number(),
    Financing: optional(number()),
    TargetLossPrice: number(),
    TargetProfitPrice: number(),
    TrailPoints: whole(),
    Multiple: whole(1),
    CreateTimeHandler: time(),
    CloseTimeHandler: timeOrEmpty(),
    CloseReason: text(),
    CloseMarginLevel: optional(number()),
  } satisfies Row<Exclude<Field, Listed>> & { readonly ForexTradeLists: Schema<unknown> }),
);

export const decodeOrder = (value: unknown): Result<Order, DecodeError> => decoding(() => orderOf(value));

export function decodeOrders(value: unknown): Result<readonly Order[], DecodeError> {
  return decoding(() => {
    if (!Array.isArray(value)) throw new BadField('orders');
    return value.map(orderOf);
  });
}

/** The order of a row; to be called by `decoding`. */
export function orderOf(row: unknown): Order {
  if (!isFields(row)) throw new BadField('order');
  const { ForexTradeLists: listed } = row;
  if (!isFields(listed)) throw new BadField('ForexTradeLists');
  const precision = numberOf(listed['PricePrecision']);
  if (precision === undefined) throw new BadField('PricePrecision');
  const steps = STEPS.get(row['Status']);
  if (steps === undefined) throw new BadField('Status');
  const order: Record<string, unknown> = {};
  for (const { name, wire, isListed, isLater, isOptional, words, none, read } of steps) {
    let sent = isListed ? listed[wire] : row[wire];
    if (sent === undefined && isLater) sent = 0;
    if (isOptional && (words === undefined ? sent === none : !words.includes(sent))) continue;
    const value = read(sent, precision);
    if (value === undefined) throw new BadField(wire);
    order[name] = value;
  }
  // Each has the fields of its status: the type is made of the same table.
  return order as unknown as Order;
}

type Kind = OrderField['kind'];
/** Returns undefined for a malformed value. */
type Read = (sent: unknown, precision: number) => unknown;

const numberOf = (sent: unknown): number | undefined =>
  typeof sent === 'number' && Number.isFinite(sent) ? sent : undefined;
const textOf: Read = (sent) => (typeof sent === 'string' ? sent : undefined);
const numeric =
  (convert: (sent: number, precision: number) => unknown): Read =>
  (sent, precision) =>
    typeof sent === 'number' && Number.isFinite(sent) ? convert(sent, precision) : undefined;

const READERS: Readonly<Record<Kind, Read>> = {
  id: numberOf,
  instrument: numberOf,
  code: textOf,
  precision: numberOf,
  side: numeric((sent) => (sent === 1 ? 'buy' : 'sell')),
  status: (sent) => STATUSES.find((status) => ORDER_STATUS[status] === sent),
  volume: numeric(volumeFromWire),
  multiple: numberOf,
  price: numeric(priceFromWire),
  points: numberOf,
  money: numeric(moneyFromWire),
  time: (sent) => {
    const ms = typeof sent === 'string' ? Date.parse(sent) : Number.NaN;
    return Number.isNaN(ms) ? undefined : ms;
  },
  word: textOf,
  percent: numeric((sent) => Math.round(sent * 100)),
};
/** What stands on the wire for an order without an optional field; of other kinds the field is absent. */
const NONE: Readonly<Partial<Record<Kind, unknown>>> = { price: 0, points: 0, money: 0, time: '' };

const STATUSES = Object.keys(ORDER_STATUS) as readonly OrderStatus[];
/** All steps have the same shape: the loop is run for each order of a frame. */
const stepOf = ([name, field]: readonly [string, OrderField]) => {
  const { wire, kind, isOptional = false, isListed = false, isLater = false } = field;
  const words: readonly unknown[] | undefined = field.words;
  const read: Read = words ? (sent) => words.find((word) => word === sent) : READERS[kind];
  return { name, wire, isOptional, isListed, isLater, words, none: NONE[kind], read };
};
const STEPS = new Map<unknown, readonly ReturnType<typeof stepOf>[]>(
  STATUSES.map((status) => [
    ORDER_STATUS[status],
    Object.entries<OrderField>(ORDER_FIELDS[status]).map(stepOf),
  ]),
);

/** The live part of an order's row: the price now and, of an open position, the profit at it. */
export interface Mark {
  readonly price: Price;
  readonly pnl: Money;
}

/** @param mark absent where no price is known */
export function encodeOrder(order: Order, mark: Mark | undefined): WireOrder {
  const wirePrice = (points: Price | undefined) =>
    points === undefined ? 0 : priceToWire(points, order.precision);
  const held = order.status === 'open' || order.status === 'closed' ? order : undefined;
  return {
    Id: order.id,
    ForexId: order.instrumentId,
    ForexTradeLists: { ShowCode: order.showCode, Code: order.code, PricePrecision: order.precision },
    OrderType: order.side === 'buy' ? 1 : 2,
    Status: ORDER_STATUS[order.status],
    Quantity: volumeToWire(order.volume),
    OriginPrice: wirePrice(held?.openPrice),
    Price: wirePrice(held ? held.openPrice : 'targetPrice' in order ? order.targetPrice : undefined),
    UpdatePrice: wirePrice(order.status === 'closed' ? order.closePrice : mark?.price),
    FactProfits: moneyToWire(
      order.status === 'closed' ? order.realisedPnl : order.status === 'open' && mark ? mark.pnl : ZERO_MONEY,
    ),
    CautionMoney: moneyToWire(held?.margin ?? ZERO_MONEY),
    TradeFee: moneyToWire(held?.fee ?? ZERO_MONEY),
    ...(held?.financing ? { Financing: moneyToWire(held.financing) } : {}),
    TargetLossPrice: wirePrice(order.stopLoss),
    TargetProfitPrice: wirePrice(order.takeProfit),
    TrailPoints: order.trailPoints ?? 0,
    Multiple: order.multiple,
    CreateTimeHandler: new Date(order.createdAt).toISOString(),
    CloseTimeHandler: 'closedAt' in order ? new Date(order.closedAt).toISOString() : '',
    CloseReason: ('reason' in order && order.reason) || '',
    ...(order.status === 'closed' && order.marginLevel !== undefined
      ? { CloseMarginLevel: order.marginLevel / 100 }
      : {}),
  };
}
