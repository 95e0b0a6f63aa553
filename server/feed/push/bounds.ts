import { minutesOf } from '../../../shared/domain/minute-builder.ts';
import type { Clock } from '../../clock.ts';
import type { Series } from '../series.ts';

/** So many times the mean range of a minute, over an hour, but at least a part of the price. */
const RANGES = 20;
const LEAST_PART = 0.002;
/** And at most this part: a wrong price that was believed once must not let in all that follow for an hour. */
const MOST_PART = 0.1;
const FRESH_MS = 60_000;
const HOUR_S = 3_600;

/**
 * How far a tick may be from the last accepted price of the instrument at index `at`, in points. What the minutes say is
 * computed at most once a minute.
 */
export function createBounds(
  series: readonly Pick<Series, 'minutes'>[],
  clock: Pick<Clock, 'wall' | 'steady'>,
): (at: number, bid: number) => number {
  const ranges: number[] = [];
  const untilMs: number[] = [];
  return (at, bid) => {
    const nowMs = clock.steady();
    if (nowMs >= (untilMs[at] ?? 0)) {
      ranges[at] = RANGES * meanRange(series[at], Math.floor(clock.wall() / 1_000));
      untilMs[at] = nowMs + FRESH_MS;
    }
    return Math.min(Math.max(ranges[at] ?? 0, bid * LEAST_PART), bid * MOST_PART);
  };
}

/** Of the minutes of the last hour, in points; 0 without any. */
function meanRange(series: Pick<Series, 'minutes'> | undefined, nowS: number): number {
  if (series === undefined) return 0;
  const { length, time, high, low } = minutesOf(series.minutes);
  let [sum, count] = [0, 0];
  for (let i = length - 1; i >= 0 && (time[i] ?? 0) > nowS - HOUR_S; i--) {
    sum += (high[i] ?? 0) - (low[i] ?? 0);
    count++;
  }
  return count === 0 ? 0 : sum / count;
}
