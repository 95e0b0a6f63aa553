import type { Browser } from 'playwright';
import type { Product } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import type { Figure } from '../figures/figure.ts';
import type { Options } from '../options.ts';
import { isProfiling } from '../profile/profiled.ts';
import { chromiumFor } from '../rig/chromium.ts';
import { openPlaying } from '../rig/open-exchange.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { whileOpen } from '../rig/while-open.ts';
import { type SoakReport, soak } from '../soak/soak.ts';
import { costFigures, isLong, trendFigure } from '../soak/trend.ts';
import { writeTapes } from '../tapes/tape.ts';

const INSTRUMENTS = 500;
const TICKS_PER_SECOND = 2_000;

type SoakOptions = Pick<Options, 'quick' | 'minutes'>;

/** Leaves the app open, for an hour by default: growth, and costs on this machine. */
export async function runSoak(options: SoakOptions): Promise<readonly Figure[]> {
  await ensureBuilt();
  const { minutes } = options;
  const seconds = Math.ceil(minutes * 60) + 120;
  const tapes = writeTapes({ instruments: INSTRUMENTS, ticksPerSecond: TICKS_PER_SECOND, seconds });
  return whileOpen<[Browser, Product], readonly Figure[]>(
    [chromiumFor(options), openPlaying(tapes)],
    async (browser, { url }) => {
      const report = await soak(browser, url, options);
      return [...growthFigures(report, minutes), ...costFigures(report, minutes)];
    },
  );
}

function growthFigures({ readings }: SoakReport, minutes: number): readonly Figure[] {
  const goals = budgets.soak;
  // Caches of code and images fill during the first minutes.
  const heapGoal = isLong(minutes) ? goals.pageHeapKbPerMinute : goals.pageHeapKbPerMinuteAtFirst;
  const worker = (of: 'workerHeapKb' | 'workerHeldKb', name: string) =>
    trendFigure(readings, of, name, 'kB', goals.workerHeapKbPerMinute);
  return [
    trendFigure(readings, 'pageHeapKb', 'page heap', 'kB', heapGoal),
    // Until the ring of the last minutes is full, the worker's heap grows by design.
    ...(isLong(minutes) ? [worker('workerHeapKb', 'worker heap')] : []),
    ...(isProfiling() ? [worker('workerHeldKb', 'worker heap beside the recorder')] : []),
    trendFigure(readings, 'nodes', 'page nodes', 'nodes', goals.nodesPerMinute),
    trendFigure(readings, 'listeners', 'page listeners', 'listeners', goals.listenersPerMinute),
    trendFigure(readings, 'ports', 'ports of page and worker', 'ports', goals.portsPerMinute),
  ];
}
