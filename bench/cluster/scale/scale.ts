import { compare, ratioOf } from '../../figures/method.ts';
import { openDatabases, openParts } from '../../scale/exchanges.ts';
import { enterAccounts } from '../../server/exchange-calls.ts';
import { endProgram, messageOf, startProgram, UNCOLLECTED } from '../../server/processes.ts';
import type { RushReport, RushTask } from '../../server/server-load.ts';
import { printFigure } from '../print-figure.ts';
import { copyLateness } from './copy-lateness.ts';

/** The part of goal S7 that no suite of the bench measures. */
const COPIES = 8;
const COPY_SECONDS = 10;
/** How late the prices in the copies may be, p99. */
const COPY_LATE_MS = 50;
const RUSH_SECONDS = 6;
const ROUNDS = 5;
/** Orders a second with two dealers, as a share of those with one, where clients and engines share two cores. */
const LEAST_SHARE = 0.9;
/** Lets clients state their address. */
const SETTINGS = { TRUSTED_PROXIES: '127.0.0.1' };

/**
 * How late the prices in eight copies of a feed's market are, and what a second dealer does to the orders a second.
 * @returns whether both are as they should be
 */
export async function runScale(report: (line: string) => void): Promise<boolean> {
  const { p50, p99, ticks } = await copyLateness(COPIES, COPY_SECONDS);
  report(`${ticks} ticks in each of ${COPIES} copies, p50 ${p50} ms late`);
  const isInTime = p99 <= COPY_LATE_MS;
  await printFigure(
    { id: 'S7', part: 'copies', text: `prices in ${COPIES} copies ${p99} ms late (p99)`, isMet: isInTime },
    report,
  );
  const { share, one, two } = await besideOneDealer();
  const text = `orders/s with two dealers ${share.toFixed(2)} x those with one (${two} and ${one})`;
  await printFigure({ id: 'S7', part: 'dealers', text, isMet: share >= LEAST_SHARE }, report);
  return isInTime && share >= LEAST_SHARE;
}

/** Both on databases of one PostgreSQL server, by turns. */
async function besideOneDealer() {
  const databases = await openDatabases();
  const opened: Awaited<ReturnType<typeof openParts>>[] = [];
  const open = async (dealers: number) => {
    const counts = { gateways: 1, dealers, feeds: 1 };
    const parts = await openParts(await databases.create(`dealers${dealers}`), counts, SETTINGS);
    opened.push(parts);
    return sendOrders(parts.gateways[0] ?? '', RUSH_SECONDS);
  };
  try {
    const sides = { one: await open(1), two: await open(2) };
    const costs = await compare(
      Object.entries(sides).map(([name, run]) => ({ name, run })),
      ROUNDS,
    );
    const { one, two } = costs;
    if (one === undefined || two === undefined) throw new Error('nothing was measured');
    const perSecond = ({ median }: typeof one) => Math.round(1_000 / median);
    return {
      share: ratioOf(one.values, two.values).median,
      one: perSecond(one),
      two: perSecond(two),
    };
  } finally {
    for (const parts of opened) await parts.stop();
    await databases.stop();
  }
}

/** They wait for the answers to their orders. */
const TRADERS = 32;
/** Traded around the clock, with a leverage that it allows. */
const BITCOIN = [401, 10] as const;

/** Opens accounts. @returns sends orders as fast as they are answered, and resolves with the time for each, ms */
async function sendOrders(url: string, seconds: number): Promise<() => Promise<number>> {
  const tokens = await enterAccounts(url, TRADERS);
  return async () => {
    const traders = startProgram('rush', [], UNCOLLECTED);
    try {
      const task: RushTask = { port: Number(new URL(url).port), tokens, instruments: [BITCOIN], seconds };
      traders.send(task);
      const { perOrderMs, failed, why } = await messageOf<RushReport>(traders);
      if (failed > 0) throw new Error(`${failed} orders failed: ${why}`);
      return perOrderMs;
    } finally {
      await endProgram(traders);
    }
  };
}
