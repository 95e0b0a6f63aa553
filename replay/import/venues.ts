import { binanceFutures } from './binance-futures.ts';
import { binanceSpot } from './binance-spot.ts';
import { kraken } from './kraken.ts';
import type { Venue } from './venue.ts';

/** All venues whose captures can be imported. */
export const VENUES: readonly Venue[] = [binanceSpot, binanceFutures, kraken];
