import { BACKOFF_MAX_MS, BACKOFF_MIN_MS, WAKE_JITTER_MS } from '../../shared/limits.ts';

/** Width of the first wait: after a server restart at most 5 % of thousands of clients return within any 100 ms. */
const FIRST_SPREAD_MS = 4_000;

/**
 * Wait before the next attempt after `failures` failed ones (1 = the first): full jitter between the shortest wait and a
 * ceiling that doubles up to the longest.
 */
export function backoffMs(failures: number, random: number): number {
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS + FIRST_SPREAD_MS * 2 ** Math.max(0, failures - 1));
  return BACKOFF_MIN_MS + random * (ceiling - BACKOFF_MIN_MS);
}

/** Wait before the attempt after an event of the phone (network back, tab visible). */
export const wakeMs = (random: number): number => random * WAKE_JITTER_MS;
