import { CODE } from '../../shared/contract/codes.ts';
import { type Instrument, instrumentId } from '../../shared/domain/instrument.ts';
import { PERIODS } from '../../shared/domain/period.ts';
import { toSeconds } from '../../shared/domain/time.ts';
import { KLINE_DEFAULT_LIMIT, KLINE_MAX_LIMIT, SPARKLINE_MAX_IDS } from '../../shared/limits.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import type { Market } from '../feed/market.ts';
import { call } from '../http/call.ts';
import { choice, idList, integer, maybe, text } from '../http/fields.ts';
import { wireCandle, wireInstrument, wirePoints } from './market-encoder.ts';

const KEYWORD_MAX_LENGTH = 32;
/** Far beyond any candle; keeps `end` a time. */
const LAST_SECOND = 253_402_300_799;

export const marketCalls = {
  getTradeList: call('getTradeList', {}, ({ market }) => ok({ list: listed(market, () => true) })),

  searchInstruments: call(
    'searchInstruments',
    { keyword: text(0, KEYWORD_MAX_LENGTH) },
    ({ market }, { keyword }) => {
      const wanted = keyword.trim().toLowerCase();
      return ok({
        list: listed(market, ({ code, showCode }) =>
          [code, showCode].some((name) => name.toLowerCase().includes(wanted)),
        ),
      });
    },
  ),

  getCategories: call('getCategories', {}, ({ market }, _, { language }) =>
    ok(
      market
        .categories()
        .map(({ id, names }) => ({ Id: id, NameShowTrans: names[language] ?? names['en'] ?? '' })),
    ),
  ),

  /** Ids that are not listed any more are left out; none known at all is 4004. */
  getMiniKline: call('getMiniKline', { forex_id: idList(SPARKLINE_MAX_IDS) }, ({ market }, { forex_id }) => {
    const known = forex_id.flatMap((id) => market.instrument(instrumentId(id)) ?? []);
    if (known.length === 0) return err(refusal(CODE.notFound));
    return ok(
      Object.fromEntries(
        known.map(({ id, precision }) => [
          id,
          market.sparkline(id).map(([time, close]) => [time, wirePoints(close, precision)] as const),
        ]),
      ),
    );
  }),

  getKline: call(
    'getKline',
    {
      forex_id: integer(1),
      period: choice(PERIODS),
      end: maybe(integer(0, LAST_SECOND)),
      limit: maybe(integer(1, KLINE_MAX_LIMIT)),
    },
    async ({ market }, { forex_id, period, end, limit = KLINE_DEFAULT_LIMIT }) => {
      const instrument = market.instrument(instrumentId(forex_id));
      if (instrument === undefined) return err(refusal(CODE.notFound));
      // Without `end`: up to and with the candle that is being formed.
      const before = end ?? toSeconds(market.now()) + 1;
      const rows = await market.kline(instrument.id, period, before, limit);
      return ok(rows.map((row) => wireCandle(row, instrument.precision)));
    },
  ),
};

const listed = (market: Market, wanted: (instrument: Instrument) => boolean) =>
  market
    .instruments()
    .filter(wanted)
    .map((instrument) => wireInstrument(instrument, market.quote(instrument.id)));
