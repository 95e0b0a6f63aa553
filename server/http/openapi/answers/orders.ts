import * as v from 'valibot';
import { number, oneOf, text, time, whole } from './parts.ts';

const order = v.strictObject({
  Id: whole('names it', 1),
  ForexId: whole('`Id` of its instrument', 1),
  ForexTradeLists: v.pipe(
    v.strictObject({
      ShowCode: text('what people read'),
      Code: text('names it in socket topics'),
      PricePrecision: whole('decimals of its price'),
    }),
    v.description('its instrument, as it was when the order was placed'),
  ),
  OrderType: oneOf('1 buy, 2 sell', 1, 2),
  Status: oneOf('0 dealing (pending), 1 holding (open), 2 cancelled, 3 history (closed)', 0, 1, 2, 3),
  Quantity: number('lots'),
  OriginPrice: number('price at the opening; 0 while pending or when cancelled'),
  Price: number('target of a pending order; opening price of a market order'),
  UpdatePrice: number('price now; once closed, the closing price'),
  FactProfits: number('floating profit at `UpdatePrice`; once closed, the realised one'),
  CautionMoney: number('margin'),
  TradeFee: number('fee, charged at the opening'),
  TargetLossPrice: number('stop loss; 0: none'),
  TargetProfitPrice: number('take profit; 0: none'),
  Multiple: whole('leverage', 1),
  CreateTimeHandler: time('when it was placed'),
  CloseTimeHandler: v.union([v.literal(''), time('when it was closed')]),
  CloseReason: text('once closed: manual, stop-loss, take-profit, stop-out, reset; else empty'),
});

const leader = v.strictObject({
  user: text('name'),
  multiple: number('leverage used most'),
  three_week_rate: number('gain of the last three weeks, per cent of the balance they began with'),
  three_week_win: number('part of the closed orders of three weeks that won, per cent'),
  three_week_profit: number('profit of three weeks'),
  total_rate: number('gain since the beginning, per cent'),
  total_trade_num: whole('closed orders since the beginning'),
  code: text('instrument traded most'),
});

export const orderShapes = { Order: order, Leader: leader };

export const orderAnswers = {
  submitOrder: order,
  getDeals: v.strictObject({
    data: v.array(order),
    total: whole('how many there are on all pages'),
    balance: number('balance'),
    all_fact_profits: number('sum of the profits of all pages'),
  }),
  closeOrder: order,
  cancelOrder: order,
  setStops: order,
  getLeaders: v.array(leader),
};
