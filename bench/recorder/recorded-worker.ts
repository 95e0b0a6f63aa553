import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import type { Product } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { type Figure, versus } from '../figures/figure.ts';
import type { Options } from '../options.ts';
import { meterCpu } from '../probe/cpu.ts';
import { LIST_ROWS, takePhone } from '../probe/phone.ts';
import { openChromium } from '../rig/chromium.ts';
import { openPlaying } from '../rig/open-exchange.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { whileOpen } from '../rig/while-open.ts';
import { writeTapes } from '../tapes/tape.ts';

const TICKS = 2_000;
const INSTRUMENTS = 500;
/** Time until two opened lists do nothing but tick. */
const SETTLE_MS = 4_000;
/** Time to open both pages on a busy machine. */
const START_S = 50;

/** Shown while a long recording runs. */
const RECORDING_DOT = 'button[data-mark]';

type Turns = Pick<Options, 'repetitions' | 'seconds'>;

/** Cost of a long recording in the built app, on an exchange that plays tapes. */
export async function recordedWorkerFigure(turns: Turns): Promise<Figure> {
  await ensureBuilt();
  const seconds = START_S + turns.repetitions * turns.seconds;
  const tapes = writeTapes({ instruments: INSTRUMENTS, ticksPerSecond: TICKS, seconds });
  return whileOpen<[Browser, Product], Figure>([openChromium(), openPlaying(tapes)], (browser, { url }) =>
    besideUnrecorded(browser, url, turns),
  );
}

/** Worker CPU of two live lists that run at the same time, one recorded. @param url of the exchange */
export async function besideUnrecorded(
  browser: Browser,
  url: string,
  { repetitions, seconds }: Turns,
): Promise<Figure> {
  const recorded = await openList(browser, `${url}/?record`, RECORDING_DOT);
  const usual = await openList(browser, url, LIST_ROWS);
  await sleep(SETTLE_MS);
  const [product, peer]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < repetitions; turn++) {
    const before = [await recorded.workerS(), await usual.workerS()] as const;
    await sleep(seconds * 1000);
    const spent = [(await recorded.workerS()) - before[0], (await usual.workerS()) - before[1]] as const;
    product.push((spent[0] * 1000) / seconds);
    peer.push((spent[1] * 1000) / seconds);
    console.error(
      `  worker: ${product.at(-1)?.toFixed(1)} ms/s while recording, ${peer.at(-1)?.toFixed(1)} without`,
    );
  }
  await recorded.close();
  await usual.close();
  return {
    name: `worker CPU during a long recording, ${TICKS} ticks/s`,
    unit: 'ms/s',
    ...versus('worker without recording', product, peer),
    goal: budgets.replay.recordedToUsualWorker,
  };
}

/** Opens a list. Its worker is the one that starts with it. */
async function openList(browser: Browser, url: string, until: string) {
  const read = await meterCpu(browser);
  const { byPage: others } = await read();
  const { context, page } = await takePhone(browser, {});
  await page.goto(url);
  await page.waitForSelector(until, { timeout: 60_000 });
  const isNew = ([id, seconds]: readonly [number, number]) => seconds > 0 && !others.get(id);
  let process: number | undefined;
  // On a busy machine a new worker has used no CPU for a while.
  for (const end = Date.now() + START_S * 1000; process === undefined && Date.now() < end; ) {
    [process] = [...(await read()).byPage].find(isNew) ?? [];
    if (process === undefined) await sleep(100);
  }
  return {
    workerS: async () => (await read()).byPage.get(process ?? -1) ?? Number.NaN,
    close: () => context.close(),
  };
}
