import { launchChromium } from '../../tests/helpers/chromium.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { ensureBuilt } from '../built.ts';
import type { Figure } from '../figure.ts';
import type { Options } from '../options.ts';
import { playing } from '../probe/exchange.ts';
import { type SoakReport, soak } from '../soak/run.ts';
import { isLong, trendFigure } from '../soak/trend.ts';
import { writeTapes } from '../tape.ts';

const INSTRUMENTS = 500;
const TICKS_PER_SECOND = 2_000;

/** The app left open for an hour: what grows, and what it costs. */
export async function runSoak(options: Pick<Options, 'quick' | 'minutes'>): Promise<readonly Figure[]> {
  await ensureBuilt();
  const { minutes } = options;
  const seconds = Math.ceil(minutes * 60) + 120;
  const tapes = await writeTapes({ instruments: INSTRUMENTS, ticksPerSecond: TICKS_PER_SECOND, seconds });
  return playing(tapes, async ({ url }) => {
    const browser = await launchChromium();
    try {
      return growthFigures(await soak(browser, url, options), minutes);
    } finally {
      await browser.close();
    }
  });
}

function growthFigures(report: SoakReport, minutes: number): readonly Figure[] {
  const { readings } = report;
  const goals = budgets.soak;
  // Caches of code and pictures fill for some minutes.
  const heapGoal = isLong(minutes) ? goals.pageHeapKbPerMinute : goals.pageHeapKbPerMinuteAtFirst;
  const [heap, ...others] = [
    trendFigure(readings, 'pageHeapKb', 'heap of the page', 'kB', heapGoal),
    trendFigure(readings, 'nodes', 'nodes of the page', 'nodes', goals.nodesPerMinute),
    trendFigure(readings, 'listeners', 'listeners of the page', 'listeners', goals.listenersPerMinute),
    trendFigure(readings, 'ports', 'ports of page and worker', 'ports', goals.portsPerMinute),
  ];
  const worker = trendFigure(
    readings,
    'workerHeapKb',
    'heap of the worker',
    'kB',
    goals.workerHeapKbPerMinute,
  );
  if (heap === undefined) return [];
  return [
    { ...heap, details: { ...heap.details, ...costsOf(report) } },
    // Until the record of the last minutes is full, the worker's heap grows as it should.
    ...(isLong(minutes) ? [worker] : []),
    ...others,
  ];
}

const costsOf = (report: SoakReport): Readonly<Record<string, number>> => ({
  minutes: report.readings.at(-1)?.minutes ?? Number.NaN,
  'browser, s of CPU a minute': report.cpuPerMinute,
  'worker, % of a core': report.workerLoad * 100,
  'collecting garbage, ms a second': report.gcMsPerSecond,
  'allocated by the page, kB a second': report.pageBytesPerSecond / 1024,
  'allocated by the worker, kB a second': report.workerBytesPerSecond / 1024,
});
