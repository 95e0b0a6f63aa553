import { binanceFutures, binanceSpot } from './binance.ts';
import { kraken } from './kraken.ts';
import { eventsOf, type Venue } from './venue.ts';

/** All venues whose captures can be imported. */
export const VENUES: readonly Venue[] = [binanceSpot, binanceFutures, kraken];

/**
 * The venue that these frames are probably of: the one that reads most of them; among several, the one with these hosts.
 * Undefined if none reads any.
 */
export function likelyVenue(frames: readonly string[], hosts: readonly string[]): Venue | undefined {
  const judged = VENUES.map((venue) => ({
    venue,
    read: frames.filter((frame) =>
      eventsOf(venue, frame).some(({ kind }) => kind !== 'ignored' && kind !== 'dropped'),
    ).length,
    isHost: hosts.some((host) => venue.hosts?.test(host)),
  })).filter(({ read }) => read > 0);
  return judged.toSorted((a, b) => b.read - a.read || Number(b.isHost) - Number(a.isHost))[0]?.venue;
}
