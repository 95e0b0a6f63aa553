import * as param from './parameter.ts';
import {
  amount,
  as,
  type Domain,
  type Infer,
  list,
  named,
  number,
  object,
  oneOf,
  optional,
  text,
  time,
  timeOrEmpty,
  whole,
} from './schema.ts';

/** Orders and the traders to follow. Prices, lots and amounts are decimal numbers here; see `domain.ts`. */

/** `Status` of an order. */
export const ORDER_STATUS = { pending: 0, open: 1, cancelled: 2, closed: 3 } as const;

export type WireOrder = Infer<typeof Order>;
export const Order = named(
  object({
    Id: whole(1),
    ForexId: whole(1),
    ForexTradeLists: object({ ShowCode: text(), Code: text(), PricePrecision: whole() }),
    OrderType: oneOf(1, 2),
    Status: oneOf(0, 1, 2, 3),
    Quantity: number(),
    OriginPrice: number(),
    Price: number(),
    UpdatePrice: number(),
    FactProfits: number(),
    CautionMoney: number(),
    TradeFee: number(),
    TargetLossPrice: number(),
    TargetProfitPrice: number(),
    Multiple: whole(1),
    CreateTimeHandler: time(),
    CloseTimeHandler: timeOrEmpty(),
    CloseReason: text(),
  }),
);

/** A copy-trade leader; the figures cover the last three weeks. */
export type Leader = Domain<typeof Leader>;
export type WireLeader = Infer<typeof Leader>;
export const Leader = named(
  object({
    user: text(),
    multiple: number(),
    three_week_rate: as('rate', number()),
    three_week_win: as('winRate', number()),
    three_week_profit: as('profit', amount()),
    total_rate: number(),
    total_trade_num: as('trades', whole()),
    code: text(),
  }),
);

const MAX_MULTIPLE = 10_000;
const MAX_DEVIATION_POINTS = 1_000_000;
const ID = param.integer(1);

export const orderRoutes = {
  submitOrder: {
    method: 'GET',
    path: '/v1/api/forex/submit',
    session: true,
    changes: true,
    request: {
      type: param.choice(1, 2),
      cont: param.decimal(),
      forex_id: ID,
      status: param.choice(0, 1),
      target_price: optional(param.decimal()),
      stop_loss_price: optional(param.decimal()),
      target_profit_price: optional(param.decimal()),
      multiple: param.integer(0, MAX_MULTIPLE),
      cid: optional(param.cid()),
      seen_price: optional(param.decimal()),
      seen_at: optional(param.integer(0)),
      deviation: optional(param.integer(0, MAX_DEVIATION_POINTS)),
    },
    answer: Order,
  },
  getDeals: {
    method: 'GET',
    path: '/v1/api/forex/my_deal',
    session: true,
    request: { status: param.choice(0, 1, 3), page: param.page() },
    answer: object({ data: list(Order), total: whole(), balance: number(), all_fact_profits: number() }),
  },
  closeOrder: {
    method: 'GET',
    path: '/v1/api/forex/close',
    session: true,
    changes: true,
    request: { id: ID, cont: optional(param.decimal()), cid: optional(param.cid()) },
    answer: Order,
  },
  cancelOrder: {
    method: 'GET',
    path: '/v1/api/forex/cancel_trade',
    session: true,
    changes: true,
    request: { id: ID },
    answer: Order,
  },
  setStops: {
    method: 'GET',
    path: '/v1/api/forex/set_stop_price',
    session: true,
    changes: true,
    request: {
      id: ID,
      target_profit_price: param.decimal(),
      stop_loss_price: param.decimal(),
    },
    answer: Order,
  },
  getLeaders: { method: 'GET', path: '/api/follow/list', answer: list(Leader) },
} as const;
