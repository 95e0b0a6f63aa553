import * as v from 'valibot';
import { list, number, oneOf, text, whole } from './parts.ts';

const instrument = v.strictObject({
  Id: whole('names it in calls', 1),
  Code: text('names it in socket topics'),
  ShowCode: text('what people read'),
  Logo: text('address of a picture, below the API host'),
  CategoryId: whole('`Id` of its category', 1),
  MarketStatus: oneOf('1 open, 0 closed', 0, 1),
  PricePrecision: whole('decimals of its price'),
  Pip: number('step of its lots'),
  ForexMinCont: number('least lots of an order'),
  ForexContNum: number('units of one lot'),
  ForexFeeRate: number('fee per lot, or as a fraction of the margin: see `trade_fee_type`'),
  MarginMode: oneOf('1 fixed: the margin does not depend on the price', 0, 1),
  HasForexMultiple: v.pipe(
    v.array(v.strictObject({ Value: whole('how many times the margin a position is worth', 1) })),
    v.description('the multiples that an order may have; none: no orders for now'),
  ),
  ForexQuotations: v.pipe(
    v.strictObject({
      Open: number('first price of the session'),
      Close: number('price now'),
      Change: number('(Close - Open) / Open x 100'),
    }),
    v.description('zeros while no price is known'),
  ),
  QuoteCurrency: text('currency of its price'),
  SettleCode: text('`Code` of the instrument that turns its currency into USD; empty when it is USD'),
  NextOpenTime: v.exactOptional(
    whole('while closed: when it opens, epoch milliseconds, where that is known'),
  ),
});

const category = v.strictObject({
  Id: whole('names it', 1),
  NameShowTrans: text("in the reader's language"),
});

const candle = v.pipe(
  v.strictTuple([v.number(), v.number(), v.number(), v.number(), v.number(), v.number()]),
  v.description('[Time, Open, High, Low, Close, Volume]; Time: epoch seconds, UTC, start of the candle'),
);

const point = v.pipe(
  v.strictTuple([v.number(), v.number()]),
  v.description('[Time, Close]; Time: epoch seconds'),
);

export const marketShapes = { Instrument: instrument, Category: category, Candle: candle };

export const marketAnswers = {
  getTradeList: list(instrument),
  searchInstruments: list(instrument),
  getCategories: v.array(category),
  getMiniKline: v.pipe(v.record(v.string(), v.array(point)), v.description('by instrument `Id`')),
  getKline: v.array(candle),
};
