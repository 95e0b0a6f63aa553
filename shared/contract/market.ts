import { WIRE_PERIODS } from '../domain/period.ts';
import { KLINE_MAX_LIMIT, SPARKLINE_MAX_IDS } from '../limits.ts';
import * as param from './parameter.ts';
import {
  as,
  type Domain,
  type Infer,
  list,
  listed,
  map,
  named,
  number,
  object,
  oneOf,
  optional,
  text,
  tuple,
  whole,
} from './schema.ts';

/** Instruments and candles. Prices and lots are decimal numbers here; `domain.ts` turns them into integers. */

export type WireInstrument = Infer<typeof Instrument>;
export const Instrument = named(
  object({
    Id: whole(1),
    Code: text(),
    ShowCode: text(),
    Logo: text(),
    CategoryId: whole(1),
    MarketStatus: oneOf(0, 1),
    PricePrecision: whole(),
    Pip: number(),
    ForexMinCont: number(),
    ForexContNum: number(),
    ForexFeeRate: number(),
    MarginMode: oneOf(0, 1),
    HasForexMultiple: list(object({ Value: whole(1) })),
    /** `Ask`: absent where it equals `Close`. */
    ForexQuotations: object({ Open: number(), Close: number(), Change: number(), Ask: optional(number()) }),
    /** Beyond the specification, as are those after it; docs/api.md, "Instrument". */
    QuoteCurrency: text(),
    SettleCode: text(),
    NextOpenTime: optional(whole()),
    Mode: optional(text()),
    Stale: optional(oneOf(1)),
    Name: optional(text()),
    /** What a position pays for a night, in percent a year; negative: receives. Absent: nothing. */
    LongRate: optional(number()),
    ShortRate: optional(number()),
    /** The day of the week, 1 Monday to 5 Friday, whose night counts for three, and no night on a weekend. Absent: each night counts once. */
    TripleDay: optional(oneOf(1, 2, 3, 4, 5)),
  }),
);

export type Category = Domain<typeof Category>;
export const Category = named(object({ Id: as('id', whole(1)), NameShowTrans: as('name', text()) }));

/** [Time (epoch s, start), Open, High, Low, Close, Volume] */
export type WireCandle = Infer<typeof Candle>;
export const Candle = named(tuple<[number, number, number, number, number, number]>(6));

/**
 * A row of DAY_MARKET: [Id, Close, Open, MarketStatus, Time (epoch ms), Ask]. `Ask` for those who asked for it, where it
 * differs from `Close`.
 */
export type WireQuote =
  | readonly [number, number, number, number, number]
  | readonly [number, number, number, number, number, number];

export const marketRoutes = {
  getTradeList: { method: 'GET', path: '/v1/api/forex/trade_list', answer: listed(Instrument) },
  searchInstruments: {
    method: 'GET',
    path: '/v1/api/forex/searchCurrency',
    request: { keyword: param.text(0, 32) },
    answer: listed(Instrument),
  },
  getCategories: { method: 'GET', path: '/v1/api/forex/getCategories', answer: list(Category) },
  getMiniKline: {
    method: 'GET',
    path: '/v1/api/forex/abbreviated_cache_kline',
    request: { forex_id: param.idList(SPARKLINE_MAX_IDS) },
    /** By instrument: [Time (epoch s), Close] */
    answer: map(list(tuple<[number, number]>(2))),
  },
  /** Beyond the specification: needs no ids, so it can be asked for together with the list. */
  getFirstMiniKlines: {
    method: 'GET',
    path: '/v1/api/forex/first_mini_kline',
    request: {
      limit: param.integer(1, SPARKLINE_MAX_IDS),
      category_id: optional(param.integer(1)),
    },
    answer: map(list(tuple<[number, number]>(2))),
  },
  getKline: {
    method: 'GET',
    path: '/v1/api/forex/kline',
    request: {
      forex_id: param.integer(1),
      period: param.choice(...WIRE_PERIODS),
      /** At most the end of the year 9999: beyond any candle, and still a time. */
      end: optional(param.integer(0, 253_402_300_799)),
      limit: optional(param.integer(1, KLINE_MAX_LIMIT)),
    },
    answer: list(Candle),
  },
} as const;
