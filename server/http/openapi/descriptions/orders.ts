import { Leader, Order, Outcome, type orderRoutes } from '../../../../shared/contract/orders.ts';
import { type CallWords, CID, OUTCOME_CID, OUTCOME_TEXT, PAGE, shape, TOTAL } from './words.ts';

const SEEN = {
  seen_price: 'the `Close` that the user saw; of a new order only at the market',
  seen_at: "when the user tapped, epoch milliseconds of the exchange's clock",
  valid_ms: 'how long after `seen_at` the command may be carried out; 10000 when absent',
  deviation: 'how many points (of the last decimal) the price may have moved from `seen_price`',
};
const LATE =
  'A command that the exchange begins to decide later than `seen_at + valid_ms` is refused (4107, `data.price`: the price now).';

export const orderCalls: CallWords<keyof typeof orderRoutes> = {
  submitOrder: {
    summary: 'Places an order: at the market, or pending until its price is reached',
    text:
      'A market order is filled at the price now. With `seen_price` and `deviation` it is refused (4107, `data.price`: the price ' +
      `now) when the price has moved further than the user allowed. ${LATE}`,
    parameters: {
      type: '1 buy, 2 sell',
      cont: 'lots: a multiple of `Pip`, at least `ForexMinCont`',
      forex_id: '`Id` of the instrument',
      status: '1 market, 0 pending',
      target_price: 'of a pending order alone: the price that it waits for',
      stop_loss_price: 'closes the position at a loss; 0 or absent: none',
      target_profit_price: 'closes the position at a profit; 0 or absent: none',
      multiple: "one of the instrument's `HasForexMultiple`",
      cid: CID,
      ...SEEN,
    },
    refusals: [
      'notFound',
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
    parameters: { status: '0 dealing (pending), 1 holding (open), 3 history (closed)', page: PAGE },
    answer: { total: TOTAL, balance: 'balance', all_fact_profits: 'sum of the profits of all pages' },
  },
  closeOrder: {
    summary: 'Closes a position at the market, all of it or a part',
    text: `A part gets a number of its own; the rest keeps its number and its share of the margin. ${LATE}`,
    parameters: { id: '`Id` of the order', cont: 'lots to close; absent: all', cid: CID, ...SEEN },
    refusals: ['notFound', 'conflict', 'marketClosed', 'badVolume', 'priceMoved', 'cidReused', 'cidSealed'],
  },
  getOrderOutcome: {
    summary: 'What became of an order or a close, by its `cid`',
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
    parameters: {
      id: '`Id` of the order',
      target_profit_price: '0 removes it',
      stop_loss_price: '0 removes it',
    },
    refusals: ['notFound', 'conflict', 'marketClosed', 'wrongSidePrice'],
  },
  getLeaders: {
    summary: 'The traders whose orders can be looked up to, with figures from their orders',
  },
};

export const orderShapes = {
  Order: shape(Order, {
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
    UpdatePrice: 'price now; once closed, the closing price',
    FactProfits: 'floating profit at `UpdatePrice`; once closed, the realised one',
    CautionMoney: 'margin',
    TradeFee: 'fee, charged at the opening',
    TargetLossPrice: 'stop loss; 0: none',
    TargetProfitPrice: 'take profit; 0: none',
    Multiple: 'leverage',
    CreateTimeHandler: 'when it was placed',
    CloseTimeHandler: 'when it was closed',
    CloseReason: 'once closed: manual, stop-loss, take-profit, stop-out, reset; else empty',
  }),
  Outcome: shape(Outcome, {
    state:
      'done: `reply` is the answer; deciding: ask again; never: it was not carried out and will not be, the `cid` is sealed',
    reply: [
      'the envelope that the command was answered with',
      { code: 'its code', msg: "its message, in the reader's language", data: 'its data' },
    ],
  }),
  Leader: shape(Leader, {
    user: 'name',
    multiple: 'leverage used most',
    three_week_rate: 'gain of the last three weeks, per cent of the balance they began with',
    three_week_win: 'part of the closed orders of three weeks that won, per cent',
    three_week_profit: 'profit of three weeks',
    total_rate: 'gain since the beginning, per cent',
    total_trade_num: 'closed orders since the beginning',
    code: 'instrument traded most',
  }),
};
