import type { Clock } from '../clock.ts';

/** Call rate per address, or per IPv6 /64 network: `perSecond` sustained, `burst` at once. */
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

/**
 * GCRA: one number per key, the "theoretical arrival time" at which the allowance is full again.
 * @returns a function that takes one call and returns the seconds to wait: 0 when the call is within the rate
 */
export function createRateLimit(clock: Clock, { perSecond, burst }: Rate): (key: string) => number {
  const gapMs = 1_000 / perSecond;
  const fullAt = new Map<string, number>();
  return (key) => {
    const now = clock.now();
    const next = Math.max(now, fullAt.get(key) ?? now) + gapMs;
    if (next - now > burst * gapMs) return Math.ceil((next - now - burst * gapMs) / 1_000);
    if (!fullAt.has(key) && fullAt.size >= MAX_KEYS) makeRoom(fullAt, now);
    fullAt.set(key, next);
    return 0;
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
