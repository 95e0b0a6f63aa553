import type { Browser, CDPSession, Page } from 'playwright';
import { launchChromium } from '../../tests/helpers/chromium.ts';
import { besides } from '../besides.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { ensureBuilt } from '../built.ts';
import type { Figure } from '../figure.ts';
import { compare } from '../method.ts';
import type { Options } from '../options.ts';
import { servePage } from '../serve.ts';
import { latencyFigures } from '../transport/latency.ts';
import type { Way } from '../transport/page/ticks.ts';

/** Read in each painted frame, with nothing to wake the page. */
const SHARED = 'SharedArrayBuffer alone';
const TICKS_PER_SECOND = 10_000;
/** Long enough for a few hundred painted frames together. */
const TURN_MS = 1_500;
const QUICK_TURN_MS = 500;
/** What can be told from nothing at all. */
const LEAST_SHARE = 0.0005;

/** How the ways are called, and which goal each sets. */
const PEERS = [
  { way: 'postMessage', name: 'postMessage a tick', goal: budgets.transport.toPostMessage },
  { way: 'callback', name: 'Comlink callback a tick', goal: budgets.transport.toComlinkCallback },
] as const satisfies readonly { readonly way: Way; readonly name: string; readonly goal: number }[];

type TransportOptions = Pick<Options, 'quick' | 'repetitions' | 'dearRepetitions' | 'throttle'>;

/**
 * What the page's main thread pays for ticks that come from a worker, in real Chromium: ms of CPU for 1,000 of them,
 * less what the same page costs while nothing comes. Then how old ticks are in the app when they are seen.
 */
export async function runTransport(options: TransportOptions): Promise<readonly Figure[]> {
  await ensureBuilt();
  const browser = await launchChromium();
  try {
    return [...(await perTick(browser, options)), ...(await latencyFigures(browser, options))];
  } finally {
    await browser.close();
  }
}

async function perTick(
  browser: Browser,
  { quick, repetitions, throttle }: TransportOptions,
): Promise<readonly Figure[]> {
  const { url, stop } = await servePage('transport/page');
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForFunction('"bench" in globalThis');
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    const turn = (name: string, way: Way) => ({
      name,
      run: () => costOf({ page, cdp, turnMs: quick ? QUICK_TURN_MS : TURN_MS }, way),
    });
    const compared = await compare(
      [turn('product', 'product'), ...PEERS.map(({ way, name }) => turn(name, way)), turn(SHARED, 'shared')],
      repetitions,
    );
    return PEERS.map(({ name, goal }) => ({
      name: `main thread for ${TICKS_PER_SECOND} ticks/s to ${name}`,
      unit: 'ms/1,000',
      ...besides(compared, name, name),
      goal,
      details: { [`${SHARED}, ms/1,000`]: compared.costs[SHARED]?.median ?? Number.NaN },
    }));
  } finally {
    await context.close();
    await stop();
  }
}

interface Look {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly turnMs: number;
}

/** Of one turn: ms of the main thread for each 1,000 ticks, less what painted frames cost while nothing comes. */
async function costOf(look: Look, way: Way): Promise<number> {
  const idle = await busyShare(look, 'idle');
  const busy = await busyShare(look, way);
  return (Math.max(LEAST_SHARE, busy - idle) / TICKS_PER_SECOND) * 1_000_000;
}

/** The part of the time that the main thread worked. */
async function busyShare({ page, cdp, turnMs }: Look, way: Way): Promise<number> {
  await page.evaluate(`bench.begin('${way}', ${TICKS_PER_SECOND})`);
  const [started, before] = [performance.now(), await busyMs(cdp)];
  await page.waitForTimeout(turnMs);
  const share = ((await busyMs(cdp)) - before) / (performance.now() - started);
  const ticks = await page.evaluate<number>('bench.end()');
  if (ticks < (TICKS_PER_SECOND * turnMs) / 2000) throw new Error(`only ${ticks} ticks were made`);
  return share;
}

async function busyMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}
