import { CLOSE_REASONS } from '../domain/order.ts';
import { VALID_MAX_MS, VALID_MIN_MS } from '../limits.ts';
import { OrderRow } from './order-row.ts';
import * as param from './parameter.ts';
import {
  anything,
  type Domain,
  type Infer,
  list,
  named,
  number,
  object,
  optional,
  text,
  whole,
  word,
} from './schema.ts';

/** Orders. Prices, lots and amounts are decimal numbers here; see `domain.ts`. */

/** What became of the command under a `cid`. A word that only a later exchange uses is read as the last one: not known yet. */
export type Outcome = Domain<typeof Outcome>;
export type WireOutcome = Infer<typeof Outcome>;
export const Outcome = named(
  object({
    state: word('done', 'never', 'deciding'),
    reply: optional(object({ code: whole(), msg: text(), data: anything() })),
  }),
);

const ID = param.integer(1);
const CID = optional(param.cid());
const SIDE = param.choice(1, 2);
const TIME = optional(param.integer(0));
/** What the user saw, and until when the command may be carried out: `seen_at + valid_ms`. */
const SEEN = {
  seen_price: optional(param.decimal()),
  /** Of which price `seen_price` is; default: of the bid. */
  seen_side: optional(param.choice('bid', 'ask')),
  seen_at: TIME,
  valid_ms: optional(param.integer(VALID_MIN_MS, VALID_MAX_MS)),
  deviation: optional(param.integer(0)),
};

export const orderRoutes = {
  submitOrder: {
    method: 'GET',
    path: '/v1/api/forex/submit',
    session: true,
    changes: true,
    request: {
      type: SIDE,
      cont: param.decimal(),
      forex_id: ID,
      status: param.choice(0, 1),
      target_price: optional(param.decimal()),
      stop_loss_price: optional(param.decimal()),
      target_profit_price: optional(param.decimal()),
      trail_points: optional(param.integer(1)),
      multiple: param.integer(0),
      cid: CID,
      ...SEEN,
    },
    answer: OrderRow,
  },
  getDeals: {
    method: 'GET',
    path: '/v1/api/forex/my_deal',
    session: true,
    request: {
      status: param.choice(0, 1, 3),
      page: param.page(),
      limit: optional(param.pageSize()),
      forex_id: optional(ID),
      type: optional(SIDE),
      result: optional(param.choice('profit', 'loss')),
      reason: optional(param.choice(...CLOSE_REASONS)),
      from: TIME,
      to: TIME,
      unfilled: optional(param.choice(0, 1)),
    },
    answer: object({ data: list(OrderRow), total: whole(), balance: number(), all_fact_profits: number() }),
  },
  closeOrder: {
    method: 'GET',
    path: '/v1/api/forex/close',
    session: true,
    changes: true,
    request: { id: ID, cont: optional(param.decimal()), cid: CID, ...SEEN },
    answer: OrderRow,
  },
  /** Executes nothing, and seals an unknown `cid`: that is the change. */
  getOrderOutcome: {
    method: 'GET',
    path: '/v1/api/forex/outcome',
    session: true,
    changes: true,
    request: { cid: param.cid() },
    answer: Outcome,
  },
  cancelOrder: {
    method: 'GET',
    path: '/v1/api/forex/cancel_trade',
    session: true,
    changes: true,
    request: { id: ID },
    answer: OrderRow,
  },
  setStops: {
    method: 'GET',
    path: '/v1/api/forex/set_stop_price',
    session: true,
    changes: true,
    request: {
      id: ID,
      target_profit_price: param.decimal(),
      stop_loss_price: optional(param.decimal()),
      trail_points: optional(param.integer(0)),
    },
    answer: OrderRow,
  },
  amendOrder: {
    method: 'GET',
    path: '/v1/api/forex/amend_trade',
    session: true,
    changes: true,
    request: {
      id: ID,
      target_price: param.decimal(),
      cid: CID,
      seen_at: SEEN.seen_at,
      valid_ms: SEEN.valid_ms,
    },
    answer: OrderRow,
  },
} as const;
