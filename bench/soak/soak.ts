import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { scroll } from '../list/list-page.ts';
import type { Options } from '../options.ts';
import { type BrowserCpu, meterCpu } from '../probe/cpu.ts';
import { countMainThread, LIST_ROWS, PHONE, type Phone, takePhone } from '../probe/phone.ts';
import { attachWorker, pageTarget } from '../probe/worker-target.ts';
import { whileHolding } from '../profile/profiled.ts';
import { allocatedDuring, type Gauges, readGauges } from './gauges.ts';

export interface SoakReport {
  readonly readings: readonly Gauges[];
  /** CPU of the whole browser, s a minute. */
  readonly cpuPerMinute: number;
  /** Share of one core that the worker used. */
  readonly workerLoad: number;
  readonly pageBytesPerSecond: number;
  readonly workerBytesPerSecond: number;
}

const MAX_READINGS = 60;
/** Shortest time between readings, so that a run of seconds still has enough readings. */
const LEAST_BETWEEN_S = 1.5;
/** Time of scrolling between two readings: a fraction of the interval, at most this many seconds. */
const SCROLL = { part: 1 / 4, atMostS: 1 };
/** Time from the first row to the first reading, and duration of each measurement that itself costs CPU. */
const USUAL = { settleMs: 3_000, lookMs: 3_000 };
const QUICK = { settleMs: 1_000, lookMs: 1_000 };
/** Time-out of page actions: a busy machine must not fail the run. */
const PATIENCE_MS = 120_000;

type SoakOptions = Pick<Options, 'quick' | 'minutes'>;

/** Leaves the app open for `minutes`. Between two readings it scrolls the list and opens an instrument. */
export async function soak(
  browser: Browser,
  url: string,
  { quick, minutes }: SoakOptions,
): Promise<SoakReport> {
  const { settleMs, lookMs } = quick ? QUICK : USUAL;
  const phone = await takePhone(browser, {});
  try {
    phone.page.setDefaultTimeout(PATIENCE_MS);
    await phone.page.goto(url);
    await phone.page.waitForSelector(LIST_ROWS);
    await phone.page.waitForTimeout(settleMs);
    if (!quick) await seeAll(phone);
    await countMainThread(phone);
    const target = pageTarget(phone.cdp);
    const worker = await attachWorker(phone.cdp, 'engine');
    const cpu = await meterCpu(browser);
    const everyS = Math.max(LEAST_BETWEEN_S, (minutes * 60) / MAX_READINGS);
    const [from, before] = [performance.now(), await cpu()];
    const minutesNow = () => (performance.now() - from) / 60_000;
    const readings: Gauges[] = [];
    await whileHolding({ 'soak-page': target, 'soak-worker': worker }, async () => {
      readings.push(await readGauges(phone, target, worker, 0));
      while (minutesNow() < minutes) {
        const next = performance.now() + everyS * 1000;
        await touchApp(phone, Math.min(SCROLL.atMostS, everyS * SCROLL.part));
        await sleep(Math.max(0, next - performance.now()));
        readings.push(await readGauges(phone, target, worker, minutesNow()));
      }
    });
    const used = difference(before, await cpu());
    const lasted = minutesNow();
    const rest = () => sleep(lookMs);
    return {
      readings,
      cpuPerMinute: used.all / lasted,
      workerLoad: used.workers / (lasted * 60),
      pageBytesPerSecond: await allocatedDuring(target, rest),
      workerBytesPerSecond: await allocatedDuring(worker, rest),
    };
  } finally {
    await phone.context.close();
  }
}

const UNDRAWN = 'li[aria-posinset] [aria-hidden="true"]:empty';
const DRAWN_WITHIN_MS = 3_000;

/**
 * Scrolls through the whole list once, so that the app's cached mini chart of each instrument exists before the first
 * reading.
 */
async function seeAll({ page }: Phone): Promise<void> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  for (let y = 0; y < height; y += PHONE.viewport.height) {
    // Two frames: until then the rows are those of before.
    await page.evaluate(
      `scrollTo(0, ${y}), new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`,
    );
    const undrawn = page.locator(UNDRAWN).first();
    await undrawn.waitFor({ state: 'detached', timeout: DRAWN_WITHIN_MS }).catch(() => {});
  }
  await page.evaluate('scrollTo(0, 0)');
}

/**
 * Selects the chart on an instrument's screen. Leaving before it exists would make React keep a half-rendered screen
 * until the next one.
 */
const CHART = '[role="application"] canvas';

async function touchApp(phone: Phone, scrollS: number): Promise<void> {
  const { page } = phone;
  await scroll(phone, scrollS);
  await page.evaluate('scrollTo(0, 0)');
  await openFirst(page);
  await page.locator(CHART).first().waitFor({ state: 'attached' });
  await page.goBack();
  await page.waitForSelector(LIST_ROWS);
}

const difference = (before: BrowserCpu, after: BrowserCpu) => ({
  all: after.all - before.all,
  workers: after.workers - before.workers,
});

const MOST_TAPS = 5;
const TAP_MS = 10_000;

/** A tap on a list that still glides only stops it, as on any phone, so the tap is repeated. */
async function openFirst(page: Page): Promise<void> {
  for (let taps = 0; taps < MOST_TAPS; taps++) {
    await page.locator(LIST_ROWS).first().tap();
    const opened = page.waitForURL('**/trade?id=*', { timeout: TAP_MS });
    if (await opened.then(() => true).catch(() => false)) return;
  }
  throw new Error(`No instrument opened within ${MOST_TAPS} taps.`);
}
