import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright';
import { PHONE } from '../probe/phone.ts';

/** The browser's records of one load with an empty cache. */
export interface Loaded {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** The element of the largest contentful paint. */
  readonly largest: string;
  readonly blockingMs: number;
  readonly layoutShift: number;
  /** The elements that moved. */
  readonly shifted: string;
}

interface Vitals {
  readonly paint: number;
  readonly contentful: number;
  readonly element: string;
  readonly shift: number;
  readonly shifted: string;
  readonly tasks: readonly Task[];
}

type Task = readonly [startMs: number, lengthMs: number];

const PROBE = readFileSync(join(import.meta.dirname, 'vitals.js'), 'utf8');
/** The phone and line of Lighthouse's mobile preset. */
const PROFILE = { throttle: 4, bytesPerSecond: 1_600_000 / 8, roundTripMs: 150 };
/** Wait after the awaited element, so that late changes are recorded too. */
const REST_MS = 1_500;
const LONG_MS = 50;
const DEADLINE_MS = 60_000;
const LOOK_MS = 100;

/** Opens a page in a browser profile of its own, on a slow phone and line. */
export async function visit(
  browser: Browser,
  url: string,
  until: string,
  restMs: number = REST_MS,
): Promise<Loaded> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: PROBE });
    const cdp = await context.newCDPSession(page);
    const { throttle, bytesPerSecond, roundTripMs } = PROFILE;
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: roundTripMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    await page.goto(url);
    await seen(cdp, until);
    await sleep(restMs);
    const vitals = await page.evaluate<Vitals>('window.__vitals');
    if (vitals.contentful === 0) throw new Error(`${url} was never painted`);
    return {
      firstPaintMs: vitals.paint,
      largestPaintMs: vitals.contentful,
      largest: vitals.element,
      blockingMs: blockingOf(vitals.tasks, vitals.paint),
      layoutShift: vitals.shift,
      shifted: vitals.shifted.trim(),
    };
  } finally {
    await context.close();
  }
}

/** Polls for the selector: Playwright's own wait injects a script, which is a long task on a slow phone. */
async function seen(cdp: CDPSession, selector: string): Promise<void> {
  const expression = `document.querySelector(${JSON.stringify(selector)}) !== null`;
  for (const until = performance.now() + DEADLINE_MS; performance.now() < until; await sleep(LOOK_MS)) {
    const { result } = await cdp.send('Runtime.evaluate', { expression });
    if (result.value === true) return;
  }
  throw new Error(`The page did not show ${selector} within ${DEADLINE_MS / 1000} s.`);
}

/** Total blocking time after the first paint: the part of each long task beyond 50 ms. */
export const blockingOf = (tasks: readonly Task[], firstPaintMs: number): number =>
  tasks.reduce(
    (sum, [start, length]) => sum + (start + length > firstPaintMs ? Math.max(0, length - LONG_MS) : 0),
    0,
  );
