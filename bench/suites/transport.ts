import type { Browser, CDPSession, Page } from 'playwright';
import budgets from '../budgets.json' with { type: 'json' };
import type { Figure, Row } from '../figures/figure.ts';
import { besides } from '../figures/figure.ts';
import { compare, ratioOf, spread } from '../figures/method.ts';
import type { Options } from '../options.ts';
import { chromiumFor } from '../rig/chromium.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { openPage, type Served } from '../rig/serve.ts';
import { whileOpen } from '../rig/while-open.ts';
import { latencyFigures } from '../transport/latency.ts';
import type { Way } from '../transport/page/ticks.ts';

/** The floor: read in each painted frame, with nothing to wake the page. */
const SHARED = 'SharedArrayBuffer alone';
const PRODUCT = 'product';
const TICKS_PER_SECOND = 10_000;
/** Long enough for a few hundred painted frames together. */
const TURN_MS = 1_500;
const QUICK_TURN_MS = 400;
/** Of a first look, and nothing is taken from it. */
const QUICK_WARM_UP_MS = 150;
/** What can be told from nothing at all. */
const LEAST_SHARE = 0.0005;

interface Peer {
  readonly way: Way;
  readonly name: string;
  readonly goal: number;
  readonly row?: Row;
}

const { toPostMessage, toComlinkCallback, toTransfer, toSharedMemory } = budgets.transport;

/** How the ways are called, and which goal each sets. */
const PEERS: readonly Peer[] = [
  { way: 'postMessage', name: 'postMessage a tick', goal: toPostMessage, row: 'P8' },
  { way: 'callback', name: 'Comlink callback a tick', goal: toComlinkCallback, row: 'P8' },
  // A bound of the bench's own: a buffer a painted frame, which goes back, costs no more than one a batch.
  { way: 'transfer', name: 'a transferred buffer a batch', goal: toTransfer },
];

type TransportOptions = Pick<Options, 'quick' | 'repetitions' | 'dearRepetitions' | 'throttle'>;

/**
 * What the page's main thread pays for ticks that come from a worker, in real Chromium: ms of CPU for 1,000 of them,
 * less what the same page costs while nothing comes. Then how old ticks are in the app when they are seen.
 */
export async function runTransport(options: TransportOptions): Promise<readonly Figure[]> {
  await ensureBuilt();
  return whileOpen<[Browser, Served], readonly Figure[]>(
    [chromiumFor(options), openPage('transport/page')],
    async (browser, { url }) => [
      ...(await perTick(browser, url, options)),
      ...(await latencyFigures(browser, options)),
    ],
  );
}

async function perTick(
  browser: Browser,
  url: string,
  { quick, repetitions, throttle }: TransportOptions,
): Promise<readonly Figure[]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForFunction('"bench" in globalThis');
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    const look = { page, cdp, turnMs: quick ? QUICK_TURN_MS : TURN_MS };
    const ways: readonly (readonly [string, Way])[] = [
      [PRODUCT, 'product'],
      ...PEERS.map(({ way, name }) => [name, way] as const),
      [SHARED, 'shared'],
    ];
    if (quick) for (const [, way] of ways) await busyShare({ ...look, turnMs: QUICK_WARM_UP_MS }, way);
    const idle = idleShares(look, quick ? ways.length : 1);
    const shares = new Map<string, number[]>(ways.map(([name]) => [name, []]));
    const warmUps = quick ? 0 : 1;
    const compared = await compare(
      ways.map(([name, way]) => ({
        name,
        async run() {
          const rest = await idle();
          const share = await busyShare(look, way);
          shares.get(name)?.push(share);
          return costOf(rest, share);
        },
      })),
      repetitions,
      warmUps,
    );
    const msOf = (name: string) => (shares.get(name) ?? []).slice(warmUps).map((share) => share * 1_000);
    return [
      ...PEERS.map(({ name, goal, row }) => ({
        name: `main thread for ${TICKS_PER_SECOND} ticks/s to ${name}`,
        ...(row && { row }),
        unit: 'ms/1,000',
        ...besides(compared, name, name),
        goal,
      })),
      besideShared(msOf(PRODUCT), msOf(SHARED)),
    ];
  } finally {
    await context.close();
  }
}

/**
 * Shared memory alone costs no more than the noise of a turn: it is told with the painted frames, which both have. A
 * bound of the bench's own.
 */
const besideShared = (product: readonly number[], shared: readonly number[]): Figure => ({
  name: `main thread with its painted frames, ${TICKS_PER_SECOND} ticks/s, to ${SHARED}`,
  unit: 'ms/s',
  product: spread(product),
  peer: { name: SHARED, cost: spread(shared) },
  ratio: ratioOf(product, shared),
  goal: toSharedMemory,
});

interface Look {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly turnMs: number;
}

/** What painted frames cost while nothing comes: measured anew after so many uses. */
function idleShares(look: Look, uses: number): () => Promise<number> {
  let [share, used] = [Number.NaN, 0];
  return async () => {
    if (used++ % uses === 0) share = await busyShare(look, 'idle');
    return share;
  };
}

/** Of one turn: ms of the main thread for each 1,000 ticks, less what painted frames cost while nothing comes. */
const costOf = (idle: number, busy: number): number =>
  (Math.max(LEAST_SHARE, busy - idle) / TICKS_PER_SECOND) * 1_000_000;

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
