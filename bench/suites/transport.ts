import type { Browser, CDPSession, Page } from 'playwright';
import budgets from '../budgets.json' with { type: 'json' };
import { besides, type Figure, type Row } from '../figures/figure.ts';
import { compare } from '../figures/method.ts';
import type { Options } from '../options.ts';
import { busyPerSecond, onBenchPage } from '../probe/phone.ts';
import { whileProfiled } from '../profile/profiled.ts';
import { chromiumFor } from '../rig/chromium.ts';
import { openPage, type Served } from '../rig/open-page.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { whileOpen } from '../rig/while-open.ts';
import type { Way } from '../transport/page/ticks.ts';

const TICKS_PER_SECOND = 10_000;
/** Long enough for a few hundred painted frames in total. */
const TURN_MS = 1_500;
const QUICK_TURN_MS = 400;
/** Warm-up with `--quick`; nothing is measured in it. */
const QUICK_WARM_UP_MS = 150;
/** The smallest measurable share. */
const LEAST_SHARE = 0.0005;

interface Peer {
  readonly way: Way;
  readonly name: string;
  readonly goal: number;
  readonly row?: Row;
}

const { toPostMessage, toComlinkCallback, toTransfer } = budgets.transport;

/** Name of each way, and the goal relative to it. */
const PEERS: readonly Peer[] = [
  { way: 'postMessage', name: 'postMessage per tick', goal: toPostMessage, row: 'P8' },
  { way: 'callback', name: 'Comlink callback per tick', goal: toComlinkCallback, row: 'P8' },
  // A limit of the bench itself: one buffer per painted frame, which is returned, costs no more than one per batch.
  { way: 'transfer', name: 'transferred buffer per batch', goal: toTransfer },
];

type TransportOptions = Pick<Options, 'quick' | 'repetitions'>;

/**
 * CPU of the page's main thread for ticks that come from a worker, in real Chromium: ms per 1,000 ticks, minus the cost
 * of the same page without ticks.
 */
export async function runTransport(options: TransportOptions): Promise<readonly Figure[]> {
  await ensureBuilt();
  return whileOpen<[Browser, Served], readonly Figure[]>(
    [chromiumFor(options), openPage('transport/page')],
    (browser, { url }) => perTick(browser, url, options),
  );
}

async function perTick(
  browser: Browser,
  url: string,
  { quick, repetitions }: TransportOptions,
): Promise<readonly Figure[]> {
  return onBenchPage(browser, url, async ({ page, cdp }) => {
    const look = { page, cdp, turnMs: quick ? QUICK_TURN_MS : TURN_MS };
    const ways: readonly (readonly [string, Way])[] = [
      ['product', 'product'],
      ...PEERS.map(({ way, name }) => [name, way] as const),
    ];
    if (quick) for (const [, way] of ways) await busyShare({ ...look, turnMs: QUICK_WARM_UP_MS }, way);
    const idle = idleShares(look, quick ? ways.length : 1);
    const compared = await compare(
      ways.map(([name, way]) => ({
        name,
        async run() {
          const rest = await idle();
          const share = () => busyShare(look, way);
          const profile = way === 'product' ? { name: 'transport' } : undefined;
          return costOf(rest, await whileProfiled(profile, cdp, share));
        },
      })),
      repetitions,
      quick ? 0 : 1,
    );
    return PEERS.map(({ name, goal, row }) => ({
      name: `main-thread time at ${TICKS_PER_SECOND} ticks/s vs ${name}`,
      ...(row && { row }),
      unit: 'ms/1,000',
      ...besides(compared, name, name),
      goal,
    }));
  });
}

interface Look {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly turnMs: number;
}

/** Cost of painted frames without ticks; measured again after `uses` uses. */
function idleShares(look: Look, uses: number): () => Promise<number> {
  let [share, used] = [Number.NaN, 0];
  return async () => {
    if (used++ % uses === 0) share = await busyShare(look, 'idle');
    return share;
  };
}

/** ms of the main thread per 1,000 ticks in one turn, minus the cost of painted frames without ticks. */
const costOf = (idle: number, busy: number): number =>
  (Math.max(LEAST_SHARE, busy - idle) / TICKS_PER_SECOND) * 1_000_000;

/** Share of the time during which the main thread worked. */
async function busyShare({ page, cdp, turnMs }: Look, way: Way): Promise<number> {
  await page.evaluate(`bench.begin('${way}', ${TICKS_PER_SECOND})`);
  const share = (await busyPerSecond(cdp, () => page.waitForTimeout(turnMs))) / 1000;
  const ticks = await page.evaluate<number>('bench.end()');
  if (ticks < (TICKS_PER_SECOND * turnMs) / 2000) throw new Error(`only ${ticks} ticks were made`);
  return share;
}
