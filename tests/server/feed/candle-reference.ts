import type { Market } from '../../../server/feed/market.ts';
import type { CandleRow } from '../../../shared/domain/candle.ts';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { WirePeriod } from '../../../shared/domain/period.ts';

export interface PlainTick {
  readonly ms: number;
  readonly points: number;
}

/** The slow way: collect the ticks of each bucket, order them by time, then look. Equal times keep their order. */
export function slowCandles(ticks: readonly PlainTick[], seconds: number): CandleRow[] {
  const buckets = new Map<number, PlainTick[]>();
  for (const tick of ticks) {
    const start = Math.floor(tick.ms / 1000 / seconds) * seconds;
    buckets.set(start, [...(buckets.get(start) ?? []), tick]);
  }
  return [...buckets]
    .sort(([a], [b]) => a - b)
    .map(([start, all]) => {
      const points = all.toSorted((a, b) => a.ms - b.ms).map((tick) => tick.points);
      return [
        start,
        points[0] ?? 0,
        Math.max(...points),
        Math.min(...points),
        points.at(-1) ?? 0,
        points.length,
      ];
    });
}

/** Folds rows into longer candles, by the book and nothing else. */
export function slowFold(rows: readonly CandleRow[], seconds: number): CandleRow[] {
  const groups = new Map<number, CandleRow[]>();
  for (const row of rows) {
    const start = Math.floor(row[0] / seconds) * seconds;
    groups.set(start, [...(groups.get(start) ?? []), row]);
  }
  return [...groups].map(([start, group]) => [
    start,
    group[0]?.[1] ?? 0,
    Math.max(...group.map((row) => row[2])),
    Math.min(...group.map((row) => row[3])),
    group.at(-1)?.[4] ?? 0,
    group.reduce((sum, row) => sum + row[5], 0),
  ]);
}

/** All candles of a period, asked for page by page from the newest back, as the chart does. */
export async function allCandles(
  market: Market,
  instrument: Instrument,
  period: WirePeriod,
  pageSize = 300,
): Promise<CandleRow[]> {
  const rows: CandleRow[] = [];
  for (let end = 4e9; ; end = rows[0]?.[0] ?? 0) {
    const page = await market.kline(instrument.id, period, end, pageSize);
    if (page.length === 0) return rows;
    rows.unshift(...page);
  }
}
