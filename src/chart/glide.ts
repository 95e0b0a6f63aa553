/*
 * The chart's glide after a pan: how fast the finger was, and how far the chart moves on. Pure; gestures.ts has the clock
 * and the frames. Speeds are CSS pixels per millisecond, to the right if positive.
 */

/** Where a finger was during a pan. */
export interface Sample {
  readonly x: number;
  readonly atMs: number;
}

/** Only the last part of a pan decides its speed: a finger that turned or rested moves as it did last. */
const WINDOW_MS = 100;
/** A finger that has rested for this long before it was lifted starts no glide. */
const REST_MS = 60;
const SLOWEST = 0.05;
const FASTEST = 4;
/** The speed falls to 1/e in this time. */
const DECAY_MS = 325;
/** A frame that comes later, as after a sleep of the page, moves the chart as if it came after this time. */
const LONGEST_STEP_MS = 64;

/** Adds a sample and forgets those that no longer count. */
export const follow = (samples: readonly Sample[], sample: Sample): readonly Sample[] => [
  ...samples.filter(({ atMs }) => sample.atMs - atMs <= WINDOW_MS),
  sample,
];

/** Speed at which a finger lifted at `atMs` throws the chart; 0 if it does not. */
export function throwSpeed(samples: readonly Sample[], atMs: number): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.atMs <= first.atMs || atMs - last.atMs > REST_MS) return 0;
  const speed = (last.x - first.x) / (last.atMs - first.atMs);
  return Math.abs(speed) < SLOWEST ? 0 : Math.min(Math.max(speed, -FASTEST), FASTEST);
}

/** One frame of a glide: how far the chart moves in `elapsedMs`, and its speed after that; 0 at the end. */
export function glide(speed: number, elapsedMs: number): { readonly px: number; readonly speed: number } {
  const left = Math.exp(-Math.min(Math.max(elapsedMs, 0), LONGEST_STEP_MS) / DECAY_MS);
  const next = speed * left;
  // The integral of the falling speed: frames of any length lead to the same place.
  return { px: speed * DECAY_MS * (1 - left), speed: Math.abs(next) < SLOWEST ? 0 : next };
}
