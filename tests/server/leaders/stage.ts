import type { Clock } from '../../../server/clock.ts';
import type { DealingSettings } from '../../../server/exchange/command.ts';
import { createExchange } from '../../../server/exchange/create.ts';
import type { Exchange } from '../../../server/exchange/exchange.ts';
import type { CandleStore } from '../../../server/feed/candle-store.ts';
import { createMarket } from '../../../server/feed/create.ts';
import type { Market } from '../../../server/feed/market.ts';
import { createLeaders } from '../../../server/leaders/create.ts';
import type { Leaders } from '../../../server/leaders/leaders.ts';
import { systemRandom } from '../../../server/random.ts';
import { openStore } from '../../../server/store/open.ts';
import type { Store } from '../../../server/store/store.ts';
import { money } from '../../../shared/domain/money.ts';
import { timestampMs } from '../../../shared/domain/time.ts';

const SETTINGS: DealingSettings = {
  stopOutPercent: 50,
  feeType: 'of-margin',
  demoBalance: money(100_000_000_000),
};

/** Time stands still until it is passed; whoever waits gets it at once, and what comes again and again never comes. */
function stillClock(start: number): Clock & { pass(ms: number): void } {
  let now = start;
  return {
    now: () => timestampMs(now),
    after(_, run) {
      const waiting = setImmediate(run);
      return () => clearImmediate(waiting);
    },
    every: () => () => undefined,
    pass(ms) {
      now += ms;
    },
  };
}

export interface Stage {
  readonly store: Store;
  readonly market: Market;
  readonly exchange: Exchange;
  readonly leaders: Leaders;
  pass(ms: number): void;
  readonly faults: unknown[];
  stop(): Promise<void>;
}

/** The simulated market at a moment, with the exchange and so many leaders beside it. */
export async function startStage(options: {
  readonly dataDir: string;
  readonly candles: CandleStore;
  readonly now: number;
  readonly count?: number;
  readonly wrapStore?: (store: Store) => Store;
}): Promise<Stage> {
  const clock = stillClock(options.now);
  const store = await openStore({ dataDir: options.dataDir });
  const market = await createMarket({
    feed: { kind: 'sim', seed: 'leaders', synthetic: 0 },
    clock,
    candleStore: options.candles,
    feeType: SETTINGS.feeType,
  });
  const faults: unknown[] = [];
  const report = (error: unknown) => faults.push(error);
  const exchange = createExchange({ store, market, clock, settings: SETTINGS, report });
  await exchange.start();
  await market.start();
  const leaders = createLeaders({
    store: options.wrapStore?.(store) ?? store,
    exchange,
    market,
    clock,
    random: systemRandom,
    settings: SETTINGS,
    count: options.count ?? 6,
    hasPast: true,
    report,
  });
  leaders.start();
  return {
    store,
    market,
    exchange,
    leaders,
    pass: clock.pass,
    faults,
    async stop() {
      await leaders.stop();
      await exchange.stop();
      await market.stop();
      await store.close();
    },
  };
}
