import budgets from '../budgets.json' with { type: 'json' };
import { besides, type Figure } from '../figures/figure.ts';
import { compare } from '../figures/method.ts';
import type { Options } from '../options.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { openExchanges, type Served } from '../scale/exchanges.ts';
import { intakeFigures } from '../scale/intake.ts';
import { PLAIN, readFrames } from '../server/bytes.ts';
import { enterAccounts } from '../server/exchange-calls.ts';
import { endProgram, messageOf, startProgram, UNCOLLECTED } from '../server/processes.ts';
import type { RushReport, RushTask } from '../server/server-load.ts';

type ScaleOptions = Pick<Options, 'quick' | 'dearRepetitions' | 'seconds'>;

/** Traders who wait for the answers to their orders. */
const [ONE, MANY] = [1, 32];
/** Before frames are counted. */
const SETTLE_MS = 1_000;
/** Traded around the clock, with a leverage that it allows. */
const BITCOIN = [401, 10] as const;

/**
 * What an exchange in parts costs beside the same in one process, on two databases of one PostgreSQL server. A first look
 * only measures the intake of prices, which needs no engines.
 */
export async function runScale(options: ScaleOptions): Promise<readonly Figure[]> {
  const intake = await intakeFigures(Math.max(options.dearRepetitions, 5));
  return options.quick ? intake : [...intake, ...(await besideAll(options))];
}

async function besideAll({ dearRepetitions, seconds }: ScaleOptions): Promise<readonly Figure[]> {
  await ensureBuilt();
  const { all, parts, stop } = await openExchanges();
  try {
    const tokens = { all: await enterAccounts(all.url, MANY), parts: await enterAccounts(parts.url, MANY) };
    const doubts = new Set<string>();
    const reports: { readonly all: RushReport[]; readonly parts: RushReport[] } = { all: [], parts: [] };
    const rush = (whose: 'all' | 'parts', traders: number) => async () => {
      const report = await sendOrders({ all, parts }[whose], tokens[whose].slice(0, traders), seconds);
      const { failed, done, why } = report;
      if (failed > 0) doubts.add(`${failed} of ${failed + done} orders failed in a turn: ${why}`);
      if (traders === MANY) reports[whose].push(report);
      return report;
    };
    const sides = (cost: (whose: 'all' | 'parts') => () => Promise<number>) => [
      { name: 'product', run: cost('parts') },
      { name: 'all', run: cost('all') },
    ];
    const trip = await compare(
      sides((whose) => async () => (await rush(whose, ONE)()).roundTripMs.p50),
      dearRepetitions,
    );
    const many = await compare(
      sides((whose) => async () => (await rush(whose, MANY)()).perOrderMs),
      dearRepetitions,
    );
    const frames = await compare(
      sides((whose) => () => cpuOfFrames({ all, parts }[whose], seconds)),
      dearRepetitions,
    );
    const peer = 'all in one process';
    const rushed = besides(many, 'all', peer);
    return [
      {
        name: 'round trip of an order through gateway and dealer vs in one process, p50, one at a time',
        unit: 'ms',
        ...besides(trip, 'all', peer),
        goal: budgets.scale.orderToAll,
        doubts: [...doubts],
      },
      {
        name: `time for an order through gateway and dealer vs in one process, ${MANY} at once`,
        unit: 'ms',
        ...rushed,
        goal: budgets.scale.rushToAll,
        doubts: [...doubts],
        details: {
          'orders/s in parts': perSecond(reports.parts),
          'orders/s in one process': perSecond(reports.all),
        },
      },
      {
        name: `time for an order in one process on PostgreSQL, ${MANY} at once`,
        unit: 'ms',
        product: rushed.peer.cost,
        goal: budgets.scale.rushOfAllMs,
      },
      {
        name: 'CPU of a gateway for a frame to a client vs of one process, 100 clients',
        unit: 'µs',
        ...besides(frames, 'all', peer),
        goal: budgets.scale.frameToAll,
      },
    ];
  } finally {
    await stop();
  }
}

const perSecond = (reports: readonly RushReport[]): number =>
  1_000 / Math.min(...reports.map(({ perOrderMs }) => perOrderMs));

/** µs of CPU of the process that serves them for one frame of all prices to one client, with what it does besides. */
async function cpuOfFrames({ url, pid }: Served, seconds: number): Promise<number> {
  const port = Number(new URL(url).port);
  const { cpuMs, frames } = await readFrames({ pid, port, settleMs: SETTLE_MS, seconds }, PLAIN);
  return (1_000 * cpuMs) / frames;
}

async function sendOrders({ url }: Served, tokens: readonly string[], seconds: number): Promise<RushReport> {
  const traders = startProgram('rush', [], UNCOLLECTED);
  try {
    const port = Number(new URL(url).port);
    traders.send({ port, tokens, instruments: [BITCOIN], seconds } satisfies RushTask);
    return await messageOf<RushReport>(traders);
  } finally {
    await endProgram(traders);
  }
}
