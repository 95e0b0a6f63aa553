import type { Browser } from 'playwright';
import type { Product } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import type { Figure } from '../figures/figure.ts';
import type { Options } from '../options.ts';
import { chromiumFor } from '../rig/chromium.ts';
import { openPlaying } from '../rig/open-exchange.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { whileOpen } from '../rig/while-open.ts';
import { type SoakReport, soak } from '../soak/soak.ts';
import { costFigures, isLong, trendFigure } from '../soak/trend.ts';
import { writeTapes } from '../tapes/tape.ts';

const INSTRUMENTS = 500;
const TICKS_PER_SECOND = 2_000;

/** Figures of a soak. */
export interface SoakFigures {
  readonly growth: readonly Figure[];
  /** Costs on this machine while the app is left open. */
  readonly costs: readonly Figure[];
}

type SoakOptions = Pick<Options, 'quick' | 'minutes'>;

/** Leaves the app open, for an hour by default: growth and costs. */
export async function runSoak(options: SoakOptions): Promise<readonly Figure[]> {
  const { growth, costs } = await soakFigures(options);
  return [...growth, ...costs];
}

export async function soakFigures(options: SoakOptions): Promise<SoakFigures> {
  await ensureBuilt();
  const { minutes } = options;
  const seconds = Math.ceil(minutes * 60) + 120;
  const tapes = writeTapes({ instruments: INSTRUMENTS, ticksPerSecond: TICKS_PER_SECOND, seconds });
  return whileOpen<[Browser, Product], SoakFigures>(
    [chromiumFor(options), openPlaying(tapes)],
    async (browser, { url }) => {
      const report = await soak(browser, url, options);
      return { growth: growthFigures(report, minutes), costs: costFigures(report, minutes) };
    },
  );
}

function growthFigures({ readings }: SoakReport, minutes: number): readonly Figure[] {
  const goals = budgets.soak;
  // Caches of code and images fill during the first minutes.
  const heapGoal = isLong(minutes) ? goals.pageHeapKbPerMinute : goals.pageHeapKbPerMinuteAtFirst;
  const worker = trendFigure(readings, 'workerHeapKb', 'worker heap', 'kB', goals.workerHeapKbPerMinute);
  return [
    trendFigure(readings, 'pageHeapKb', 'page heap', 'kB', heapGoal),
    // Until the ring of the last minutes is full, the worker's heap grows by design.
    ...(isLong(minutes) ? [worker] : []),
    trendFigure(readings, 'nodes', 'page nodes', 'nodes', goals.nodesPerMinute),
    trendFigure(readings, 'listeners', 'page listeners', 'listeners', goals.listenersPerMinute),
    trendFigure(readings, 'ports', 'ports of page and worker', 'ports', goals.portsPerMinute),
  ];
}
