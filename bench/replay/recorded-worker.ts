import { setTimeout as sleep } from 'node:timers/promises';
import budgets from '../budgets.json' with { type: 'json' };
import type { Figure } from '../figure.ts';
import { ratioOf, spread } from '../method.ts';
import { meterWorkers } from '../probe/cpu.ts';
import { LIST_ROWS, takePhone } from '../probe/phone.ts';
import { type Room, SETTLE_MS, TICKS } from './room.ts';

/** Shown while a long recording runs. */
const RECORDING_DOT = 'a[href="/mine/diagnostics"]';

/** What a long recording costs the app as it is shipped: CPU of the workers of two live lists at once, one recorded. */
export async function recordedWorkerFigure(room: Room): Promise<Figure> {
  const { url, repetitions, seconds } = room;
  const recorded = await openList(room, `${url}/?record`, RECORDING_DOT);
  const usual = await openList(room, url, LIST_ROWS);
  await sleep(SETTLE_MS);
  const [product, peer]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < repetitions; turn++) {
    const before = [await recorded.workerS(), await usual.workerS()] as const;
    await sleep(seconds * 1000);
    const spent = [(await recorded.workerS()) - before[0], (await usual.workerS()) - before[1]] as const;
    product.push((spent[0] * 1000) / seconds);
    peer.push((spent[1] * 1000) / seconds);
    console.error(
      `  a recorded worker: ${product.at(-1)?.toFixed(1)} beside ${peer.at(-1)?.toFixed(1)} ms/s`,
    );
  }
  await recorded.close();
  await usual.close();
  return {
    name: `the app's worker with a long recording, ${TICKS} ticks/s`,
    unit: 'ms/s',
    product: spread(product),
    peer: { name: 'the worker without one', cost: spread(peer) },
    ratio: ratioOf(product, peer),
    goal: budgets.replay.recordedToUsualWorker,
  };
}

/** Its worker is the one that comes with it. */
async function openList({ browser }: Room, url: string, until: string) {
  const read = await meterWorkers(browser);
  const others = await read();
  const { context, page } = await takePhone(browser, {});
  await page.goto(url);
  await page.waitForSelector(until, { timeout: 60_000 });
  const process = [...(await read()).keys()].find((id) => !others.has(id)) ?? Number.NaN;
  return {
    workerS: async () => (await read()).get(process) ?? Number.NaN,
    close: () => context.close(),
  };
}
