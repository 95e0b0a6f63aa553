import type { Clock } from './clock.ts';

/** Call rate per key, for example an address: `perSecond` sustained, `burst` at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Many phones may share an address, and a fast user taps ten times a second: orders are limited far above
 * both. Logins create accounts and check secrets, so they have the lowest limit.
 */
export const RATES = {
  enter: { perSecond: 5, burst: 300 },
  order: { perSecond: 500, burst: 2_000 },
  read: { perSecond: 500, burst: 2_000 },
  /** Decoding one picture takes a large part of a second. */
  upload: { perSecond: 1, burst: 60 },
} as const satisfies Record<string, Rate>;
export type RateName = keyof typeof RATES;

/** So many at once; they come back evenly within an hour. */
export const hourly = (count: number): Rate => ({ perSecond: count / 3_600, burst: count });

const MAX_KEYS = 20_000;

/** Takes one call of a key. @returns the seconds to wait: 0 when the call is within the rate */
export type TakeCall = (key: string) => number | Promise<number>;

/** Opens rate limits, each under a name of its own. */
export interface RateLimits {
  /** Of rare calls, which write to the database anyway: where several processes share the limit, they share each call of it. */
  exact(name: string, rate: Rate): TakeCall;
  /** Of frequent calls: where several processes share the limit, they learn of each other's calls a moment later. */
  quick(name: string, rate: Rate): TakeCall;
}

/** Counts the calls of this process alone. */
export const rateLimitsHere = (clock: Clock): RateLimits => ({
  exact: (_, rate) => createRateLimit(clock, rate),
  quick: (_, rate) => createRateLimit(clock, rate),
});

/**
 * GCRA: one number per key, the "theoretical arrival time" at which the allowance is full again.
 * @returns a function that takes one call and returns the seconds to wait: 0 when the call is within the rate
 */
export const createRateLimit = (clock: Clock, rate: Rate): ((key: string) => number) =>
  createCallCount(clock, rate).take;

export interface CallCount {
  take(key: string): number;
  /** Adds calls that another process has taken; never more than use up the allowance. */
  add(key: string, calls: number): void;
  /** How many calls of a key's allowance are used up at the moment, at most `burst`. */
  used(key: string): number;
}

/** The calls of each key, as `createRateLimit` counts them. */
export function createCallCount(clock: Clock, { perSecond, burst }: Rate): CallCount {
  const gapMs = 1_000 / perSecond;
  const fullAt = new Map<string, number>();
  const set = (key: string, time: number, now: number) => {
    if (!fullAt.has(key) && fullAt.size >= MAX_KEYS) makeRoom(fullAt, now);
    fullAt.set(key, time);
  };
  return {
    take(key) {
      const now = clock.steady();
      const next = Math.max(now, fullAt.get(key) ?? now) + gapMs;
      if (next - now > burst * gapMs) return Math.ceil((next - now - burst * gapMs) / 1_000);
      set(key, next, now);
      return 0;
    },
    add(key, calls) {
      const now = clock.steady();
      const next = Math.max(now, fullAt.get(key) ?? now) + calls * gapMs;
      set(key, Math.min(next, now + burst * gapMs), now);
    },
    used: (key) => Math.max(0, (fullAt.get(key) ?? 0) - clock.steady()) / gapMs,
  };
}

/**
 * Removes keys with a full allowance. Under a flood of keys it also removes the oldest half, so that the next
 * calls need no search.
 */
function makeRoom(fullAt: Map<string, number>, now: number): void {
  for (const [key, time] of fullAt) if (time <= now) fullAt.delete(key);
  for (const key of fullAt.keys()) {
    if (fullAt.size < MAX_KEYS / 2) return;
    fullAt.delete(key);
  }
}
