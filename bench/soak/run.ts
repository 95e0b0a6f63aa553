import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { scroll } from '../list/page.ts';
import { type BrowserCpu, meterCpu } from '../probe/cpu.ts';
import { countMainThread, LIST_ROWS, type Phone, takePhone } from '../probe/phone.ts';
import { attachWorker, pageTarget } from '../probe/worker-target.ts';
import { allocatedDuring, type Gauges, readGauges } from './gauges.ts';
import { collectingDuring } from './gc.ts';

export interface SoakReport {
  readonly readings: readonly Gauges[];
  /** CPU of the whole browser, s a minute. */
  readonly cpuPerMinute: number;
  /** Share of one core that the worker used. */
  readonly workerLoad: number;
  readonly gcMsPerSecond: number;
  readonly pageBytesPerSecond: number;
  readonly workerBytesPerSecond: number;
}

const SETTLE_MS = 3_000;
const MAX_READINGS = 60;
const LEAST_BETWEEN_S = 4;
/** How long each of the figures that cost something themselves is taken. */
const LOOK_MS = 3_000;

/** Leaves the app open for so long; between two readings somebody scrolls and looks at an instrument. */
export async function soak(browser: Browser, url: string, minutes: number): Promise<SoakReport> {
  const phone = await takePhone(browser, {});
  try {
    await phone.page.goto(url);
    await phone.page.waitForSelector(LIST_ROWS, { timeout: 60_000 });
    await phone.page.waitForTimeout(SETTLE_MS);
    await countMainThread(phone);
    const target = pageTarget(phone.cdp);
    const worker = await attachWorker(phone.cdp, 'engine');
    const cpu = await meterCpu(browser);
    const everyS = Math.max(LEAST_BETWEEN_S, (minutes * 60) / MAX_READINGS);
    const [from, before] = [performance.now(), await cpu()];
    const minutesNow = () => (performance.now() - from) / 60_000;
    const readings = [await readGauges(phone, target, worker, 0)];
    while (minutesNow() < minutes) {
      const next = performance.now() + everyS * 1000;
      await touchApp(phone);
      await sleep(Math.max(0, next - performance.now()));
      readings.push(await readGauges(phone, target, worker, minutesNow()));
    }
    const used = difference(before, await cpu());
    const lasted = minutesNow();
    const rest = () => sleep(LOOK_MS);
    return {
      readings,
      cpuPerMinute: used.all / lasted,
      workerLoad: used.workers / (lasted * 60),
      gcMsPerSecond: await collectingDuring(browser, phone.page, rest),
      pageBytesPerSecond: await allocatedDuring(target, rest),
      workerBytesPerSecond: await allocatedDuring(worker, rest),
    };
  } finally {
    await phone.context.close();
  }
}

async function touchApp(phone: Phone): Promise<void> {
  const { page } = phone;
  await scroll(phone, 1);
  await page.evaluate('scrollTo(0, 0)');
  await page.locator(LIST_ROWS).first().tap();
  await page.waitForURL('**/trade?id=*');
  await page.goBack();
  await page.waitForSelector(LIST_ROWS);
}

const difference = (before: BrowserCpu, after: BrowserCpu): BrowserCpu => ({
  all: after.all - before.all,
  workers: after.workers - before.workers,
});
