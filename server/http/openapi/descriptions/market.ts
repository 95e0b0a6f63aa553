import { Candle, Category, Instrument, type marketRoutes } from '../../../../shared/contract/market.ts';
import { type CallWords, shape } from './words.ts';

export const marketCalls: CallWords<keyof typeof marketRoutes> = {
  getTradeList: { summary: 'All instruments with their latest quotes' },
  searchInstruments: {
    summary: 'Instruments by code or name, the best first',
    text:
      'In this order: the code or name is the keyword, it starts with the keyword, one of its words does, it contains the keyword. Then, unless ' +
      'its words are whole words of an instrument, up to 20 that it is near to: each word of two letters or more may have one typo, a letter wrong, ' +
      'missing, added, or swapped with the next.',
    parameters: {
      keyword:
        'words of the code or of the name, in English or in the language of the `lang` header, in any order; spaces, slashes, case, accents and width do not matter; empty: all',
    },
  },
  getCategories: { summary: 'Categories of instruments' },
  getMiniKline: {
    summary: 'The last 60 minutes of several instruments, for small charts',
    text: 'Instruments that are not listed are left out; none listed at all is 4004.',
    parameters: { forex_id: '`Id`s of instruments, joined by commas' },
    refusals: ['notFound'],
    answer: ['by instrument `Id`', '[Time, Close]; Time: epoch seconds'],
  },
  getFirstMiniKlines: {
    summary: 'The last 60 minutes of the first instruments of the list, for small charts',
    text:
      'Of the instruments that `trade_list` lists first, in the same order: may be asked for together with it, before their ids are known. ' +
      'Empty for a category without instruments.',
    parameters: {
      limit: 'how many at most',
      category_id: '`Id` of a category: only its instruments; absent: all',
    },
    answer: ['by instrument `Id`', '[Time, Close]; Time: epoch seconds'],
  },
  getKline: {
    summary: 'Candles, oldest first',
    text: 'Buckets of UTC: floor(Time / period) x period. No tick, no candle.',
    parameters: {
      forex_id: '`Id` of the instrument',
      period: 'length of a candle',
      end: 'epoch seconds: only candles that start before it; absent: up to and with the one being formed',
      limit: 'how many at most, 300 by default',
    },
    refusals: ['notFound'],
  },
};

export const marketShapes = {
  Instrument: shape(Instrument, {
    Id: 'names it in calls',
    Code: 'names it in socket topics',
    ShowCode: 'what people read, the same in every language',
    Logo: 'address of a picture, below the API host',
    CategoryId: '`Id` of its category',
    MarketStatus: '1 open, 0 closed',
    PricePrecision: 'decimals of its price',
    Pip: 'step of its lots',
    ForexMinCont: 'least lots of an order',
    ForexContNum: 'units of one lot',
    ForexFeeRate: 'fee per lot, or as a fraction of the margin: see `trade_fee_type`',
    MarginMode: '1 fixed: the margin does not depend on the price',
    HasForexMultiple: [
      'the multiples that an order may have; none: no orders for now',
      { Value: 'how many times the margin a position is worth' },
    ],
    ForexQuotations: [
      'zeros while no price is known',
      {
        Open: 'first price of the session',
        Close: 'price now: the bid',
        Change: '(Close - Open) / Open x 100',
        Ask: 'what a buy opens and a sell closes at; absent where it equals `Close`',
      },
    ],
    QuoteCurrency: 'currency of its price',
    SettleCode: '`Code` of the instrument that turns its currency into USD; empty when it is USD',
    NextOpenTime: 'while closed: when it opens, epoch milliseconds, where that is known',
    Stale: '1: closed in its hours, since it has had no new price for too long; absent otherwise',
    Mode: 'what the operator allows in it: `open`, `close-only` (no opening, no pending order), or `halted` (no dealing at all; then `MarketStatus` is 0); absent: `open`',
    LongRate:
      'what a buy pays for each night, percent a year; negative: receives; absent as the next: nothing',
    ShortRate: 'the same of a sell',
    TripleDay:
      'beside a rate: the day of the week, 1 Monday to 5 Friday, whose night counts for three; then nights of Saturday and Sunday are not booked. Absent: every day, each night once',
    Name: 'the full name in the language of the `lang` header, e.g. `Euro / US Dollar`',
  }),
  Category: shape(Category, { Id: 'names it', NameShowTrans: "in the reader's language" }),
  Candle: shape(
    Candle,
    '[Time, Open, High, Low, Close, Volume]; Time: epoch seconds, UTC, start of the candle',
  ),
};
