/* How fast prices may come so that a day's budget of bytes lasts. Pure. */
import type { DataPace } from '../../shared/bridge/worker-api.ts';

/**
 * From the fastest to the slowest. That one is two seconds shorter than the age at which a price blocks an opening: an order
 * must stay possible with it at any time.
 */
export const PACES: readonly (DataPace | undefined)[] = [
  undefined,
  { hz: 10 },
  { hz: 4, candleBeat: 1 },
  { hz: 2, beat: 10, candleBeat: 2 },
  { hz: 1, beat: 10, candleBeat: 4 },
  { hz: 1 / 8, beat: 60, candleBeat: 8 },
];

/** What saves bytes where nobody counts them. */
export const SAVING = 2;
/** That of a budget that is used up, and of no other. */
export const USED_UP = PACES.length - 1;

/** What the slowest pace takes at most, frames of prices and signs of life: kept back for the rest of the day. */
export const LEAST_BYTES_PER_S = 80;
/** At most this share of the budget is kept back: somebody who looks all night is rare. */
const MOST_KEPT_BACK = 1 / 4;
/** What is left should last as long as this, or to the end of the day. */
const HORIZON_S = 2 * 3_600;
/** The next faster pace may take so many times the bytes; all rows with every tick even more. */
const STEP = 4;
const LAST_STEP = 16;

export interface DataState {
  /** Today, so far. */
  readonly usedBytes: number;
  /** Of a day. */
  readonly budgetBytes: number;
  readonly secondsLeft: number;
  /** The present one's place in `PACES`, and what it takes; undefined before it was measured. */
  readonly pace: number;
  readonly bytesPerS: number | undefined;
}

/** The place of the next pace in `PACES`: at most one step from the present one, but at once the slowest. */
export function nextPace({ usedBytes, budgetBytes, secondsLeft, bytesPerS, pace }: DataState): number {
  const keptBack = Math.min(LEAST_BYTES_PER_S * secondsLeft, budgetBytes * MOST_KEPT_BACK);
  const left = budgetBytes - usedBytes - keptBack;
  if (left <= 0) return USED_UP;
  if (bytesPerS === undefined) return pace;
  const allowed = left / Math.max(1, Math.min(secondsLeft, HORIZON_S));
  if (pace === USED_UP) return USED_UP - 1;
  if (bytesPerS > allowed) return Math.min(pace + 1, USED_UP - 1);
  const more = pace === 1 ? LAST_STEP : STEP;
  return bytesPerS * more <= allowed ? Math.max(0, pace - 1) : pace;
}
