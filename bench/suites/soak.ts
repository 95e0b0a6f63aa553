import type { Browser } from 'playwright';
import { launchChromium } from '../../tests/helpers/chromium.ts';
import { besides } from '../besides.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { ensureBuilt } from '../built.ts';
import { type Figure, histogramOf } from '../figure.ts';
import { compare } from '../method.ts';
import type { Options } from '../options.ts';
import { playing } from '../probe/exchange.ts';
import { percentile } from '../probe/percentile.ts';
import { LIST_ROWS, takePhone } from '../probe/phone.ts';
import { pixelProbe } from '../soak/pixels.ts';
import { type SoakReport, soak } from '../soak/run.ts';
import { isLong, trendFigure } from '../soak/trend.ts';
import { writeTapes } from '../tape.ts';

const INSTRUMENTS = 500;
const TICKS_PER_SECOND = 2_000;
const SETTLE_MS = 1_500;
/** Long enough for a hundred frames. */
const LOOK_S = 3;

type SoakOptions = Pick<Options, 'dearRepetitions' | 'minutes'>;

/** The app left open for an hour: what grows, what it costs, and how old a price is when it is seen. */
export async function runSoak(options: SoakOptions): Promise<readonly Figure[]> {
  await ensureBuilt();
  const { minutes, dearRepetitions } = options;
  const seconds = Math.ceil(minutes * 60) + 120 + (dearRepetitions + 1) * 2 * (LOOK_S + 12);
  const tapes = await writeTapes({ instruments: INSTRUMENTS, ticksPerSecond: TICKS_PER_SECOND, seconds });
  return playing(tapes, async ({ url }) => {
    const browser = await launchChromium();
    try {
      const latency = await latencyFigure(browser, url, dearRepetitions);
      return [...growthFigures(await soak(browser, url, minutes), minutes), latency];
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

/** From a tick's arrival in the worker to its picture, beside the page that has no shared memory. */
async function latencyFigure(browser: Browser, url: string, repetitions: number): Promise<Figure> {
  const seen = { product: [] as number[], messages: [] as number[] };
  const turn = (name: keyof typeof seen) => ({
    name,
    async run() {
      const latencies = await latenciesOf(browser, url, name === 'product');
      seen[name].push(...latencies);
      return percentile(latencies, 50);
    },
  });
  const compared = await compare([turn('product'), turn('messages')], repetitions);
  const p95 = (latencies: readonly number[]) => percentile(latencies, 95);
  return {
    name: `tick to pixel p50, ${TICKS_PER_SECOND} ticks/s`,
    unit: 'ms',
    ...besides(compared, 'messages', 'one message a frame'),
    goal: budgets.soak.tickToPixelToMessages,
    details: { 'p95, ms': p95(seen.product), 'p95 of one message a frame, ms': p95(seen.messages) },
    histogram: histogramOf('ms', seen.product, seen.messages),
  };
}

async function latenciesOf(browser: Browser, url: string, isolated: boolean): Promise<readonly number[]> {
  const { context, page } = await takePhone(browser, { probes: [pixelProbe(isolated)] });
  try {
    await page.goto(url);
    await page.waitForSelector(LIST_ROWS, { timeout: 60_000 });
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate('window.__pixels.length = 0');
    await page.waitForTimeout(LOOK_S * 1000);
    const latencies = await page.evaluate<number[]>('window.__pixels');
    if (latencies.length === 0) throw new Error('no frame was painted');
    return latencies;
  } finally {
    await context.close();
  }
}
