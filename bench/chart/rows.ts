import type { CandleRow } from '../../shared/domain/candle.ts';
import { seeded } from '../seeded.ts';

const NEWEST_S = 1_700_000_040;

/** Candles of a minute each, a random walk in points. The newest are the same, however many there are before them. */
export function candleRows(count: number): readonly CandleRow[] {
  const random = seeded(1);
  let close = 110_000;
  return Array.from({ length: count }, (_, before): CandleRow => {
    const open = close + Math.round((random() - 0.5) * 60);
    const high = Math.max(open, close) + Math.round(random() * 20);
    const low = Math.min(open, close) - Math.round(random() * 20);
    const row: CandleRow = [NEWEST_S - before * 60, open, high, low, close, 60];
    close = open;
    return row;
  }).toReversed();
}

/** The same candle after another tick. */
export function ticked([time, open, high, low, close, volume]: CandleRow, step: number): CandleRow {
  const next = close + step;
  return [time, open, Math.max(high, next), Math.min(low, next), next, volume + 1];
}
