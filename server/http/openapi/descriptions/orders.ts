import { OrderRow } from '../../../../shared/contract/order-row.ts';
import { Outcome, type orderRoutes } from '../../../../shared/contract/orders.ts';
import { type CallWords, CID, LIMIT, OUTCOME_CID, OUTCOME_TEXT, PAGE, shape, TOTAL } from './words.ts';

const SEEN = {
  seen_price: 'the price that the user saw; of a new order only at the market',
  seen_side: 'of which price `seen_price` is: `bid` (`Close`) or `ask`; absent: `bid`',
  seen_at:
    "when the user tapped, epoch milliseconds of the exchange's clock; later than the arrival counts as the arrival",
  valid_ms: 'how long after `seen_at` the command may be carried out; 10000 when absent',
  deviation:
    'how many points (of the last decimal) the price may have moved from `seen_price`, which it needs',
};
const TRAIL =
  'a stop loss that follows the price at this distance, in points of the last decimal, in place of `stop_loss_price`';
const TRAILING =
  'A trailing stop begins at `trail_points` from the price at which the position would close, moves with each better price and never back, and closes the ' +
  'position at the first price that touches it; `FOREX_TRADE` shows it at most once a second while it only moves.';
const LATE =
  'A command that the exchange begins to decide later than `seen_at + valid_ms` is refused (4107, `data.price`: the price now).';

export const orderCalls: CallWords<keyof typeof orderRoutes> = {
  submitOrder: {
    summary: 'Places an order: at the market, or pending until its price is reached',
    text:
      `${TRAILING} ` +
      'A market order is filled at the price now: a buy at the ask, a sell at `Close`. With `seen_price` and `deviation` it is refused (4107, `data.price`: the price ' +
      `now) when the price has moved further than the user allowed. ${LATE}`,
    parameters: {
      type: '1 buy, 2 sell',
      cont: 'lots: a multiple of `Pip`, at least `ForexMinCont`',
      forex_id: '`Id` of the instrument',
      status: '1 market, 0 pending',
      target_price: 'of a pending order alone: the price that it waits for',
      stop_loss_price: 'closes the position at a loss; 0 or absent: none',
      target_profit_price: 'closes the position at a profit; 0 or absent: none',
      trail_points: TRAIL,
      multiple: "one of the instrument's `HasForexMultiple`",
      cid: CID,
      ...SEEN,
    },
    refusals: [
      'notFound',
      'conflict',
      'restricted',
      'marketClosed',
      'notEnoughMargin',
      'noMultiple',
      'badVolume',
      'wrongSidePrice',
      'priceMoved',
      'cidReused',
      'cidSealed',
      'tooMany',
    ],
  },
  getDeals: {
    summary: 'Own orders: pending, open, or closed',
    text:
      'History is listed by the time of closing, latest first. The parameters after `limit` restrict it, and with it `total` and ' +
      '`all_fact_profits`; they are refused (4000) with another `status`.',
    parameters: {
      status: '0 dealing (pending), 1 holding (open), 3 history (closed)',
      page: PAGE,
      limit: LIMIT,
      forex_id: 'only orders of this instrument',
      type: 'only 1 buy or 2 sell',
      result: 'only those that ended with a profit, or with a loss',
      reason: 'only those with this `CloseReason`',
      from: 'only those closed at this time or later, epoch milliseconds',
      to: 'only those closed before this time, epoch milliseconds',
      unfilled:
        '1: also pending orders that the exchange cancelled for want of free margin (`Status` 2, `CloseReason` no-margin), without `result` and `reason`',
    },
    answer: { total: TOTAL, balance: 'balance', all_fact_profits: 'sum of the profits of all pages' },
  },
  closeOrder: {
    summary: 'Closes a position at the market, all of it or a part',
    text: `A part gets a number of its own; the rest keeps its number and its share of the margin. ${LATE}`,
    parameters: { id: '`Id` of the order', cont: 'lots to close; absent: all', cid: CID, ...SEEN },
    refusals: [
      'notFound',
      'conflict',
      'restricted',
      'marketClosed',
      'badVolume',
      'priceMoved',
      'cidReused',
      'cidSealed',
    ],
  },
  getOrderOutcome: {
    summary: 'What became of an order, a close or a new price, by its `cid`',
    text: OUTCOME_TEXT,
    parameters: { cid: OUTCOME_CID },
  },
  cancelOrder: {
    summary: 'Cancels a pending order',
    parameters: { id: '`Id` of the order' },
    refusals: ['notFound', 'conflict'],
  },
  setStops: {
    summary: 'Sets or removes stop loss and take profit of an order',
    text: 'A trailing stop begins at `trail_points` from the price now, or at the fill of a pending order; one that trails at this distance already stays where it is.',
    parameters: {
      id: '`Id` of the order',
      target_profit_price: '0 removes it',
      stop_loss_price: '0 removes it',
      trail_points: `${TRAIL}; 0 or absent: the stop no longer trails`,
    },
    refusals: ['notFound', 'conflict', 'restricted', 'marketClosed', 'wrongSidePrice'],
  },
  amendOrder: {
    summary: 'Gives a pending order another price',
    text: `The new price is judged as that of a new order; a filled or cancelled order is refused with 4009. ${LATE}`,
    parameters: {
      id: '`Id` of the order',
      target_price: 'the price that it waits for',
      cid: CID,
      seen_at: SEEN.seen_at,
      valid_ms: SEEN.valid_ms,
    },
    refusals: [
      'notFound',
      'conflict',
      'restricted',
      'marketClosed',
      'notEnoughMargin',
      'wrongSidePrice',
      'priceMoved',
      'cidReused',
      'cidSealed',
    ],
  },
};

export const orderShapes = {
  Order: shape(OrderRow, {
    Id: 'names it',
    ForexId: '`Id` of its instrument',
    ForexTradeLists: [
      'its instrument, as it was when the order was placed',
      {
        ShowCode: 'what people read',
        Code: 'names it in socket topics',
        PricePrecision: 'decimals of its price',
      },
    ],
    OrderType: '1 buy, 2 sell',
    Status: '0 dealing (pending), 1 holding (open), 2 cancelled, 3 history (closed)',
    Quantity: 'lots',
    OriginPrice: 'price at the opening; 0 while pending or when cancelled',
    Price: 'target of a pending order; opening price of a market order',
    UpdatePrice: 'price at which it would close now, a pending one open; once closed, the closing price',
    FactProfits: 'floating profit at `UpdatePrice`; once closed, the realised one',
    CautionMoney: 'margin',
    TradeFee: 'fee, charged at the opening',
    Financing: 'what its nights have cost so far; below zero: brought; absent: nothing',
    TargetLossPrice: 'stop loss; 0: none. A trailing stop as it stands, once the order is open',
    TargetProfitPrice: 'take profit; 0: none',
    TrailPoints: 'distance of a trailing stop, in points of the last decimal; 0: none',
    Multiple: 'leverage',
    CreateTimeHandler: 'when it was placed',
    CloseTimeHandler: 'when it was closed or cancelled',
    CloseReason:
      'once closed: manual, stop-loss, trailing-stop, take-profit, stop-out, reset, operator; no-margin once the exchange has cancelled it ' +
      'at its price for want of free margin; else empty',
    CloseMarginLevel: 'of a stop out: the margin level that led to it, in per cent',
  }),
  Outcome: shape(Outcome, {
    state:
      'done: `reply` is the answer; deciding: ask again; never: it was not carried out and will not be, the `cid` is sealed',
    reply: [
      'the envelope that the command was answered with',
      { code: 'its code', msg: "its message, in the reader's language", data: 'its data' },
    ],
  }),
};
