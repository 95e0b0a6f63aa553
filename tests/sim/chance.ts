/** A seeded source of randomness: the same seed, the same run. */
export interface Chance {
  /** [0, 1) */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  happens(probability: number): boolean;
  pick<T>(from: readonly T[]): T | undefined;
}

/** mulberry32: small, fast, good enough for schedules. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    happens: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)],
  };
}

/** A source that a simulation reseeds for each step, so that leaving out a step changes no other one's luck. */
export interface SteppedChance extends Chance {
  reseed(seed: number): void;
}

export function createSteppedChance(seed: number): SteppedChance {
  let current = createChance(seed);
  return {
    next: () => current.next(),
    whole: (min, max) => current.whole(min, max),
    happens: (probability) => current.happens(probability),
    pick: (from) => current.pick(from),
    reseed(next) {
      current = createChance(next);
    },
  };
}

/** The seed of the `at`th part of a seed. */
export const seedOf = (seed: number, at: number): number =>
  (Math.imul(seed, 0x9e3779b1) ^ Math.imul(at + 1, 0x85ebca6b)) >>> 0;
