import { CODE } from '../../shared/contract/codes.ts';
import type { hoursRoutes } from '../../shared/contract/hours.ts';
import type { Language } from '../../shared/contract/language.ts';
import type { marketRoutes } from '../../shared/contract/market.ts';
import { type Instrument, instrumentId } from '../../shared/domain/instrument.ts';
import { toSeconds } from '../../shared/domain/time.ts';
import { KLINE_DEFAULT_LIMIT } from '../../shared/limits.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import { find, findNear } from '../../shared/search/find.ts';
import type { Calls } from '../call.ts';
import { CATEGORY } from '../catalogue/catalogue-entry.ts';
import { instrumentKey } from '../catalogue/names.ts';
import type { Market } from '../feed/market.ts';
import { translate } from '../texts/texts.ts';
import { wireCandle, wireInstrument, wirePoints } from './market-encoder.ts';

const DAY_MS = 86_400_000;
/** The week of any reader's time zone lies within, and the opening after the weekend. */
const HOURS_BACK_MS = 7 * DAY_MS;
const HOURS_AHEAD_MS = 8 * DAY_MS;

export const marketCalls = ({
  market,
}: {
  readonly market: Market;
}): Calls<keyof typeof marketRoutes | keyof typeof hoursRoutes> => ({
  getTradeList: (_, { language }) => ok({ list: listed(market, language, market.instruments()) }),

  searchInstruments({ keyword }, { language }) {
    const keyOf = (instrument: Instrument) => instrumentKey(instrument, language);
    const all = market.instruments();
    const found = find(all, keyOf, keyword);
    return ok({
      list: listed(market, language, [...found, ...findNear(all, keyOf, keyword, found)]),
    });
  },

  getCategories: (_, { language }) =>
    ok(
      market.categories().map((name) => ({
        Id: CATEGORY[name],
        NameShowTrans: translate(language, `category.${name}`),
      })),
    ),

  getHours({ forex_id }) {
    const instrument = market.instrument(instrumentId(forex_id));
    if (instrument === undefined) return err(refusal(CODE.notFound));
    const [from, to] = [market.wall() - HOURS_BACK_MS, market.wall() + HOURS_AHEAD_MS];
    const sessions = market.sessions(instrument.id, from, to);
    return ok({
      from,
      to,
      ...(sessions && { sessions: sessions.map(([opens, closes]) => [opens, closes] as const) }),
    });
  },

  getMiniKline({ forex_id }) {
    const known = forex_id.flatMap((id) => market.instrument(instrumentId(id)) ?? []);
    return known.length === 0 ? err(refusal(CODE.notFound)) : ok(miniKlines(market, known));
  },

  getFirstMiniKlines({ limit, category_id }) {
    const chosen = market
      .instruments()
      .filter(({ categoryId }) => category_id === undefined || categoryId === category_id);
    return ok(miniKlines(market, chosen.slice(0, limit)));
  },

  async getKline({ forex_id, period, end, limit = KLINE_DEFAULT_LIMIT }) {
    const instrument = market.instrument(instrumentId(forex_id));
    if (instrument === undefined) return err(refusal(CODE.notFound));
    // Without `end`: up to the candle that is being formed, and with it.
    const before = end ?? toSeconds(market.now()) + 1;
    const rows = await market.kline(instrument.id, period, before, limit);
    return ok(rows.map((row) => wireCandle(row, instrument.precision)));
  },
});

const listed = (market: Market, language: Language, instruments: readonly Instrument[]) =>
  instruments.map((instrument) => wireInstrument(instrument, market.quote(instrument.id), language));

const miniKlines = (market: Market, instruments: readonly Instrument[]) =>
  Object.fromEntries(
    instruments.map(({ id, precision }) => [
      id,
      market.sparkline(id).map(([time, close]) => [time, wirePoints(close, precision)] as const),
    ]),
  );
