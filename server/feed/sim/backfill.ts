import { type Candles, putCandle } from '../../../shared/domain/candle.ts';
import { bucketStart } from '../../../shared/domain/period.ts';
import { pointsPerUnit } from '../../../shared/domain/price.ts';
import type { CatalogueEntry } from '../../catalogue/catalogue-entry.ts';
import type { TradingHours } from '../../catalogue/trading-hours.ts';
import type { SeededRandom } from '../../seeded-random.ts';
import { openSpans } from '../trading-sessions.ts';
import { advance, heatOf, rhythmAt, type Value } from './value.ts';

/** An asset's path through slots of equal length: log values at the start and end of each. */
export interface Path {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Standard deviation of the move within a slot. */
  readonly deviations: Float64Array;
  readonly heats: Float64Array;
}

/** Starts of the slots of `resolutionS` within [fromS, toS) in which the market is open at all. */
export function openSlots(
  hours: TradingHours,
  resolutionS: number,
  fromS: number,
  toS: number,
): Float64Array {
  const slots: number[] = [];
  for (const [opens, closes] of openSpans(hours, fromS * 1000, toS * 1000)) {
    let slot: number = bucketStart(opens / 1000, resolutionS);
    if (slot === slots.at(-1)) slot += resolutionS;
    for (; slot < closes / 1000; slot += resolutionS) slots.push(slot);
  }
  return Float64Array.from(slots);
}

/** Moves the value through the slots. Between two slots that do not touch, the price has a gap. */
export function walk(value: Value, slots: Float64Array, resolutionS: number): Path {
  const column = () => new Float64Array(slots.length);
  const path: Path = { starts: column(), ends: column(), deviations: column(), heats: column() };
  for (let i = 0; i < slots.length; i++) {
    const startMs = (slots[i] ?? 0) * 1000;
    advance(value, startMs);
    path.starts[i] = value.log;
    path.deviations[i] = advance(value, startMs + resolutionS * 1000);
    path.ends[i] = value.log;
    path.heats[i] = heatOf(value);
  }
  return path;
}

interface Course {
  readonly entry: CatalogueEntry;
  readonly slots: Float64Array;
  readonly resolutionS: number;
  /** Slots before this are skipped. */
  readonly fromS: number;
  readonly base: Path;
  readonly quote: Path | undefined;
  readonly random: SeededRandom;
  /** Log distance of the instrument's price from its assets' values, fading from the first slot on. */
  readonly residual: number;
}

/**
 * Appends candles of an instrument to `candles`, computed from the paths of its assets. High and low are drawn from the
 * exact distribution of the extremes of a Brownian bridge between open and close, so that minutes and hours look alike.
 */
export function addCandlesAlong(candles: Candles, course: Course): void {
  const { entry, slots, resolutionS, base, quote, random, residual } = course;
  const unit = pointsPerUnit(entry.precision);
  const first = slots.findIndex((slot) => slot >= course.fromS);
  if (first < 0) return;
  const points = (log: number): number => Math.max(1, Math.round(Math.exp(log) * unit));
  for (let i = first; i < slots.length; i++) {
    const time = slots[i] ?? 0;
    const rest = residual * residualLeft((i - first) * resolutionS);
    const start = (base.starts[i] ?? 0) - (quote?.starts[i] ?? 0) + rest;
    const end = (base.ends[i] ?? 0) - (quote?.ends[i] ?? 0) + rest;
    const variance = (base.deviations[i] ?? 0) ** 2 + (quote?.deviations[i] ?? 0) ** 2;
    const reach = () => Math.sqrt((start - end) ** 2 - 2 * variance * Math.log(1 - random.next()));
    const [open, close] = [points(start), points(end)];
    const high = Math.max(open, close, points((start + end + reach()) / 2));
    const low = Math.min(open, close, points((start + end - reach()) / 2));
    const lively = rhythmAt(entry.base, time * 1000) * (base.heats[i] ?? 1);
    const ticks = entry.ticksPerSecond * resolutionS * lively * (0.7 + 0.6 * random.next());
    putCandle(candles, [time, open, high, low, close, Math.max(4, Math.round(ticks))]);
  }
}

/** Factor left of a residual after `seconds`; it halves every two hours. */
export const residualLeft = (seconds: number): number => 0.5 ** (seconds / 7_200);
