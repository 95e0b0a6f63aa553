import * as param from './parameter.ts';
import {
  type Domain,
  type Infer,
  list,
  named,
  number,
  object,
  optional,
  text,
  time,
  whole,
  word,
} from './schema.ts';

/** What became of an order: the events of the journal, oldest first. */

/** `financed` also stands for kinds that a later exchange adds: the app says only that there was a change. */
const EVENT_KINDS = [
  'placed',
  'opened',
  'amended',
  'stops',
  'trail',
  'triggered',
  'closed',
  'cancelled',
  'refused',
  'financed',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/**
 * Who or what caused a change. `exchange`: an order of a version without a journal, as it was found. `price` is also what a
 * later exchange adds.
 */
const CAUSES = ['customer', 'stop-out', 'operator', 'exchange', 'price'] as const;
export type Cause = (typeof CAUSES)[number];

/** The fields of an order that changed, named as in its row. A price, distance or amount is 0 where there was none. */
export type OrderChange = Domain<typeof OrderChange>;
export const OrderChange = named(
  object({
    Status: optional(whole()),
    OrderType: optional(whole()),
    Quantity: optional(number()),
    Multiple: optional(whole()),
    Price: optional(number()),
    OriginPrice: optional(number()),
    UpdatePrice: optional(number()),
    FactProfits: optional(number()),
    CautionMoney: optional(number()),
    TradeFee: optional(number()),
    Financing: optional(number()),
    TargetLossPrice: optional(number()),
    TargetProfitPrice: optional(number()),
    TrailPoints: optional(whole()),
    CloseReason: optional(text()),
    CloseMarginLevel: optional(number()),
  }),
);

export type OrderEvent = Domain<typeof OrderEvent>;
export type WireOrderEvent = Infer<typeof OrderEvent>;
export const OrderEvent = named(
  object({
    /** Counts the events of the account from 1. */
    seq: whole(1),
    /** The order, or the position that it was split from. */
    id: whole(1),
    at: time(),
    kind: word(...EVENT_KINDS),
    by: word(...CAUSES),
    price: optional(number()),
    ask: optional(number()),
    tick_at: optional(time()),
    source: optional(text()),
    before: OrderChange,
    after: OrderChange,
  }),
);

export const orderStoryRoutes = {
  getOrderStory: {
    method: 'GET',
    path: '/v1/api/forex/order_story',
    session: true,
    request: { id: param.integer(1) },
    answer: object({ events: list(OrderEvent) }),
  },
} as const;
