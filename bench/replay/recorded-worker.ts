import { setTimeout as sleep } from 'node:timers/promises';
import { launchChromium } from '../../tests/helpers/chromium.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { ensureBuilt } from '../built.ts';
import type { Figure } from '../figure.ts';
import { ratioOf, spread } from '../method.ts';
import type { Options } from '../options.ts';
import { meterCpu } from '../probe/cpu.ts';
import { playing } from '../probe/exchange.ts';
import { LIST_ROWS, takePhone } from '../probe/phone.ts';
import { writeTapes } from '../tape.ts';

const INSTRUMENTS = 500;
const TICKS = 2_000;
const SETTLE_S = 4;
const START_S = 60;
/** Shown while a long recording runs. */
const RECORDING_DOT = 'a[href="/mine/diagnostics"]';

/** What a long recording costs the app as it is shipped: CPU of the workers of two live lists at once, one recorded. */
export async function recordedWorkerFigure({
  repetitions,
  seconds,
}: Pick<Options, 'repetitions' | 'seconds'>): Promise<Figure> {
  await ensureBuilt();
  const tapes = await writeTapes({
    instruments: INSTRUMENTS,
    ticksPerSecond: TICKS,
    seconds: START_S + repetitions * seconds,
  });
  return playing(tapes, async ({ url }) => {
    const recorded = await openList(`${url}/?record`, RECORDING_DOT);
    const usual = await openList(url, LIST_ROWS);
    try {
      await sleep(SETTLE_S * 1000);
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
      return {
        name: `the app's worker with a long recording, ${TICKS} ticks/s`,
        unit: 'ms/s',
        product: spread(product),
        peer: { name: 'the worker without one', cost: spread(peer) },
        ratio: ratioOf(product, peer),
        goal: budgets.replay.recordedToUsualWorker,
      };
    } finally {
      await recorded.close();
      await usual.close();
    }
  });
}

/** In a browser of its own, so that its worker can be told from the other one. */
async function openList(url: string, until: string) {
  const browser = await launchChromium();
  const { page } = await takePhone(browser, {});
  await page.goto(url);
  await page.waitForSelector(until, { timeout: 60_000 });
  const cpu = await meterCpu(browser);
  return { workerS: async () => (await cpu()).workers, close: () => browser.close() };
}
