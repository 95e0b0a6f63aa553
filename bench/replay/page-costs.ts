import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import type { Product } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { type Figure, versus } from '../figures/figure.ts';
import { spread } from '../figures/method.ts';
import type { Options } from '../options.ts';
import { meterCpu } from '../probe/cpu.ts';
import { busyAtRest, countMainThread, LIST_ROWS, type Phone, takePhone } from '../probe/phone.ts';
import { openChromium } from '../rig/chromium.ts';
import { openPlaying } from '../rig/open-exchange.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { whileOpen } from '../rig/while-open.ts';
import { writeTapes } from '../tapes/tape.ts';

/*
 * What recording and the head-up display cost the built app, measured on pairs of live lists. Called by the replay suite.
 */

const TICKS = 2_000;
const INSTRUMENTS = 500;
/** Time until two opened lists do nothing but tick. */
const SETTLE_MS = 4_000;
/** Time to open all measured pages on a busy machine. */
const START_S = 100;

/** Shown while a long recording runs. */
const RECORDING_DOT = 'button[data-mark]';

/** Cost of a long recording in the built app: worker CPU of two live lists that run at the same time, one recorded. */
export async function recordedWorkerFigure(stage: ListStage): Promise<Figure> {
  const { url, repetitions, seconds } = stage;
  const recorded = await openList(stage, `${url}/?record`, RECORDING_DOT);
  const usual = await openList(stage, url, LIST_ROWS);
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
async function openList({ browser }: ListStage, url: string, until: string) {
  const read = await meterCpu(browser);
  const { byPage: others } = await read();
  const { context, page } = await takePhone(browser, {});
  await page.goto(url);
  await page.waitForSelector(until, { timeout: 60_000 });
  const isNew = ([id, seconds]: readonly [number, number]) => seconds > 0 && !others.get(id);
  let process: number | undefined;
  // On a busy machine a new worker has used no CPU for a while.
  for (const until = Date.now() + START_S * 1000; process === undefined && Date.now() < until; ) {
    [process] = [...(await read()).byPage].find(isNew) ?? [];
    if (process === undefined) await sleep(100);
  }
  return {
    workerS: async () => (await read()).byPage.get(process ?? -1) ?? Number.NaN,
    close: () => context.close(),
  };
}

/** Milliseconds of a second that are one percent. */
const MS_A_PERCENT = 10;
/** The setting as the page stores it. */
const SHOWN = "localStorage.setItem('pipstream.hud', 'true')";

/** Cost of the head-up display: main-thread CPU of two live lists that tick at the same time, one with the display. */
export async function hudFigure({ browser, url, repetitions, seconds }: ListStage): Promise<Figure> {
  const shown = await takePhone(browser, { probes: [SHOWN] });
  const hidden = await takePhone(browser, {});
  await Promise.all([showList(shown, url), showList(hidden, url)]);
  await shown.page.getByRole('complementary').waitFor();
  await sleep(SETTLE_MS);
  const [product, peer]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < repetitions; turn++) {
    const [withIt, without] = await Promise.all([busyAtRest(shown, seconds), busyAtRest(hidden, seconds)]);
    product.push(withIt);
    peer.push(without);
    console.error(
      `  list: ${withIt.toFixed(1)} ms/s with the head-up display, ${without.toFixed(1)} without`,
    );
  }
  const more = product.map((withIt, turn) => (withIt - (peer[turn] ?? Number.NaN)) / MS_A_PERCENT);
  await shown.context.close();
  await hidden.context.close();
  return {
    name: `head-up display over a list, ${TICKS} ticks/s, share of the main thread`,
    unit: '%',
    product: spread(more),
    goal: budgets.replay.hudPercent,
    details: {
      'list with the display, ms/s': spread(product).median,
      'list without it, ms/s': spread(peer).median,
    },
  };
}

async function showList(phone: Phone, url: string): Promise<void> {
  await phone.page.goto(url);
  await phone.page.waitForSelector(LIST_ROWS, { timeout: 60_000 });
  await countMainThread(phone);
}

/** An exchange and a browser in which live lists tick side by side. */
export interface ListStage {
  readonly browser: Browser;
  /** URL of the exchange. */
  readonly url: string;
  readonly repetitions: number;
  /** Length of a repetition. */
  readonly seconds: number;
}

type StageOptions = Pick<Options, 'repetitions' | 'seconds'>;

/** Opens a stage while `use` runs. @param figures number of figures that are measured one after the other */
export async function withListStage<T>(
  { repetitions, seconds }: StageOptions,
  figures: number,
  use: (stage: ListStage) => Promise<T>,
): Promise<T> {
  await ensureBuilt();
  const tapes = await writeTapes({
    instruments: INSTRUMENTS,
    ticksPerSecond: TICKS,
    seconds: START_S + figures * repetitions * seconds,
  });
  return whileOpen<[Browser, Product], T>([openChromium(), openPlaying(tapes)], (browser, { url }) =>
    use({ browser, url, repetitions, seconds }),
  );
}
