import { bucketStart } from '../../shared/domain/period.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { SPARKLINE_MINUTES } from '../../shared/limits.ts';
import { type MarketRows, ROW, ROW_LENGTH } from '../../shared/stream/market-scanner.ts';

/** The last price of each minute, as on the wire: small lines consist of them where no candles were recorded. */
export interface QuoteMinutes {
  take(rows: MarketRows): void;
  /** By minute, epoch s: the newest ones, as many as a small line has. */
  of(id: number): ReadonlyMap<number, number>;
}

const MINUTE_S = 60;
const NONE: ReadonlyMap<number, number> = new Map();

export function createQuoteMinutes(): QuoteMinutes {
  const all = new Map<number, Map<number, number>>();
  return {
    take({ count, values }) {
      for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
        const [close = Number.NaN, timeMs = Number.NaN] = [values[at + ROW.close], values[at + ROW.timeMs]];
        if (Number.isNaN(close) || Number.isNaN(timeMs)) continue;
        const minutes = getOrCreate(all, values[at + ROW.id] ?? 0, () => new Map<number, number>());
        minutes.set(bucketStart(Math.floor(timeMs / 1000), MINUTE_S), close);
        const [oldest] = minutes.keys();
        if (minutes.size > SPARKLINE_MINUTES && oldest !== undefined) minutes.delete(oldest);
      }
    },
    of: (id) => all.get(id) ?? NONE,
  };
}
