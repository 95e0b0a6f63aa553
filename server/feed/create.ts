import type { FeeType } from '../../shared/domain/margin.ts';
import type { Clock } from '../clock.ts';
import type { CandleStore } from './candle-store.ts';
import type { Feed } from './market.ts';
import { createSimMarket } from './sim/market.ts';
import type { TickFiles } from './ticks/load.ts';
import { createTicksMarket } from './ticks/market.ts';

export type FeedOptions =
  | { readonly kind: 'sim'; readonly seed: number | string; readonly synthetic: number }
  | {
      readonly kind: 'ticks';
      readonly files: readonly TickFiles[];
      readonly clock: 'now' | 'recorded';
      readonly speed: number | 'max';
    };

export interface MarketOptions {
  readonly feed: FeedOptions;
  readonly clock: Clock;
  /** Where a simulated market keeps its candles. A recording's candles stay in memory. */
  readonly candleStore: CandleStore;
  /** What the instruments' fee rate means; `per-lot` when absent. */
  readonly feeType?: FeeType;
}

/**
 * The market that the settings ask for; `start()` makes it run.
 * @throws FeedError with a sentence that names the tick file, and the line, that can't be played
 */
export async function createMarket({
  feed,
  clock,
  candleStore,
  feeType = 'per-lot',
}: MarketOptions): Promise<Feed> {
  switch (feed.kind) {
    case 'sim':
      return createSimMarket({ seed: feed.seed, synthetic: feed.synthetic, clock, candleStore, feeType });
    case 'ticks':
      return createTicksMarket({ files: feed.files, timing: feed.clock, speed: feed.speed, clock, feeType });
    default:
      return feed satisfies never;
  }
}
