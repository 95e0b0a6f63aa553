import type { Asset, Rhythm } from '../../catalogue/assets.ts';
import type { SeededRandom } from '../../seeded-random.ts';

/** A random walk: a log price with clustered volatility and a slight pull towards its reference. */
export interface Value {
  readonly asset: Asset;
  readonly random: SeededRandom;
  log: number;
  /** Log of the current volatility relative to the usual one. */
  heat: number;
  timeMs: number;
}

const YEAR_S = 365 * 86_400;
const HEAT_MEMORY_S = 7_200;
const HEAT_SPREAD = 0.55;
/** Rate of the pull: halves the distance from the reference in 60 days. */
const PULL = Math.LN2 / (60 * 86_400);
/** A closed market moves the price as much as this much open time, at most. */
const LONGEST_STEP_S = 3_600;

/** Activity of each UTC hour; the mean of a row is about 1. */
const CURVES: Readonly<Record<Rhythm, readonly number[]>> = {
  europe: [
    0.5, 0.5, 0.5, 0.5, 0.5, 0.6, 1, 1.6, 1.6, 1.4, 1.2, 1.1, 1.4, 1.8, 1.9, 1.8, 1.4, 1.1, 0.9, 0.8, 0.6,
    0.3, 0.4, 0.5,
  ],
  asia: [
    1.5, 1.6, 1.4, 1.2, 1, 1, 1.1, 1.2, 1.2, 1, 0.9, 0.8, 1, 1.3, 1.4, 1.3, 1, 0.8, 0.7, 0.6, 0.5, 0.3, 0.6,
    1.1,
  ],
  america: [
    0.6, 0.7, 0.6, 0.6, 0.5, 0.6, 0.8, 1, 1, 0.9, 0.9, 1, 1.4, 2, 2.2, 2, 1.7, 1.5, 1.5, 1.6, 0.9, 0.4, 0.5,
    0.6,
  ],
  'round-the-clock': [
    1.1, 1, 0.9, 0.9, 0.8, 0.8, 0.8, 0.9, 0.9, 0.9, 0.9, 1, 1.1, 1.3, 1.4, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.9,
    0.9, 1,
  ],
};

export function createValue(asset: Asset, random: SeededRandom, timeMs: number, value = asset.value): Value {
  return { asset, random, log: Math.log(value), heat: random.gauss() * HEAT_SPREAD, timeMs };
}

/** Activity of an asset in the hour of `timeMs`. */
export const rhythmAt = (asset: Asset, timeMs: number): number =>
  CURVES[asset.rhythm][Math.floor(timeMs / 3_600_000) % 24] ?? 1;

/** Current volatility relative to the usual one: above 1 is higher. */
export const heatOf = (value: Value): number => Math.exp(value.heat - (HEAT_SPREAD * HEAT_SPREAD) / 2);

/** Moves the value on to `timeMs`. @returns the standard deviation of that move, as a log return */
export function advance(value: Value, timeMs: number): number {
  const seconds = Math.min((timeMs - value.timeMs) / 1000, LONGEST_STEP_S);
  if (seconds <= 0) return 0;
  value.timeMs = timeMs;
  const { asset, random } = value;
  if (asset.volatility === 0) return 0;
  const away = value.log - Math.log(asset.value);
  const usual = asset.volatility * Math.sqrt(seconds / YEAR_S) * rhythmAt(asset, timeMs);
  const deviation = usual * heatOf(value);
  value.log += deviation * random.gauss() - away * PULL * seconds;
  value.heat +=
    -value.heat * (seconds / HEAT_MEMORY_S) +
    HEAT_SPREAD * Math.sqrt((2 * seconds) / HEAT_MEMORY_S) * random.gauss();
  return deviation;
}
