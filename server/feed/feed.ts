import type { FeeType } from '../../shared/domain/margin.ts';
import { simulatedEntries } from '../catalogue/catalogue.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import type { MarketHours } from '../catalogue/trading-hours.ts';
import type { Clock } from '../clock.ts';
import type { Board } from './board.ts';
import type { CandleStore } from './candle-store.ts';
import type { Feed } from './market.ts';
import { createPushMarket } from './push/push-market.ts';
import type { SourceSettings } from './push/source-server.ts';
import { createSimMarket } from './sim/sim-market.ts';
import type { TickFiles } from './ticks/tick-files.ts';
import { createTicksMarket } from './ticks/ticks-market.ts';

/*
 * The source of prices: a simulated market (`sim/`), sources from outside (`push/`), recorded ticks (`ticks/`), or a copy of another process's feed
 * (`remote/`), all behind the interface in `market.ts`. A feed owns the last prices, the trading sessions and the candles.
 * `roles/` creates it; all other rooms read it through `listings/`, which applies the operator's changes. Orders and
 * accounts stay out of here.
 */

/** `spread`: whether instruments have the ask of their source beside the bid, as with `feed`. @default none */
export type FeedOptions = Source & { readonly spread?: 'none' | 'feed' };

type Source =
  | {
      readonly kind: 'sim';
      readonly seed: number | string;
      /** Number of extra instruments, for load tests. */
      readonly synthetic: number;
      readonly hours: MarketHours;
    }
  | ({
      readonly kind: 'push';
      readonly synthetic: number;
      readonly hours: MarketHours;
      /** Without an accepted tick for this long an instrument is stale. */
      readonly staleMs: number;
    } & SourceSettings)
  | {
      readonly kind: 'ticks';
      readonly files: readonly TickFiles[];
      /** `recorded`: the exchange uses the recording's clock. */
      readonly clock: 'now' | 'recorded';
      /** A factor, or everything at once. */
      readonly speed: number | 'max';
    };

export interface MarketOptions {
  readonly feed: FeedOptions;
  /** The instruments where prices are not recorded. @default those of the catalogue */
  readonly listed?: readonly CatalogueEntry[] | undefined;
  readonly clock: Clock;
  /** Where a simulated market keeps its candles. A recording's candles stay in memory. */
  readonly candleStore: CandleStore;
  /** Meaning of the instruments' fee rate. @default per-lot */
  readonly feeType?: FeeType;
  /** Receives a sentence when candles cannot be stored, and about instruments that nobody can deal in. Default: standard error. */
  readonly report?: (sentence: string) => void;
  /** Receives a sentence when a source of prices comes or goes. Default: `report`. */
  readonly say?: (sentence: string) => void;
  /** Receives the board before any price, so that it can be published. */
  readonly onBoard?: (board: Board) => void;
}

/**
 * Creates the configured market; `start()` runs it.
 * @throws FeedError with a sentence that names the tick file and line that cannot be played
 */
export async function createMarket({
  feed,
  listed,
  clock,
  candleStore,
  feeType = 'per-lot',
  report = console.error,
  say = report,
  onBoard,
}: MarketOptions): Promise<Feed> {
  const hasAsk = feed.spread === 'feed';
  switch (feed.kind) {
    case 'sim':
      return createSimMarket({
        seed: feed.seed,
        entries: simulatedEntries(feed.synthetic, feed.hours, listed),
        hours: feed.hours,
        hasAsk,
        clock,
        candleStore,
        feeType,
        report,
        onBoard,
      });
    case 'push':
      return createPushMarket({
        ...feed,
        entries: simulatedEntries(feed.synthetic, feed.hours, listed),
        hasAsk,
        clock,
        candleStore,
        feeType,
        report,
        say,
        onBoard,
      });
    case 'ticks':
      return createTicksMarket({
        files: feed.files,
        timing: feed.clock,
        speed: feed.speed,
        hasAsk,
        clock,
        feeType,
        report,
        onBoard,
      });
    default:
      return feed satisfies never;
  }
}
