import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { inProfile } from '../probe/phone.ts';

/** The browser's records of one load. */
export interface Loaded {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** The element of the largest contentful paint. */
  readonly largest: string;
  readonly blockingMs: number;
  readonly layoutShift: number;
  /** The elements that moved. */
  readonly shifted: string;
  /** When the first row of the list was there; 0: never. */
  readonly rowMs: number;
  /** When the first sparkline was in its row; 0: never. */
  readonly pictureMs: number;
  /** When the first price was painted; 0: never. */
  readonly priceMs: number;
  /** When that price first changed; 0: never. */
  readonly changeMs: number;
}

type Task = readonly [startMs: number, lengthMs: number];

type Vitals = Omit<Loaded, 'blockingMs'> & { readonly tasks: readonly Task[] };

const PROBE = readFileSync(join(import.meta.dirname, 'vitals.js'), 'utf8');
interface Profile {
  /** How many times slower the CPU is. */
  readonly throttle: number;
  readonly bytesPerSecond: number;
  readonly roundTripMs: number;
}

/** The phone and line of Lighthouse's mobile preset. */
export const SLOW: Profile = { throttle: 4, bytesPerSecond: 1_600_000 / 8, roundTripMs: 150 };
/** This machine's CPU, on a good mobile line. */
export const FAST: Profile = { throttle: 1, bytesPerSecond: 9_000_000 / 8, roundTripMs: 40 };
/** Wait after the awaited element, so that late changes are recorded too. */
const REST_MS = 1_500;
const LONG_MS = 50;
const DEADLINE_MS = 60_000;
const LOOK_MS = 100;

interface VisitOptions {
  readonly restMs?: number;
  readonly profile?: Profile;
}

/** Opens a page in a browser profile of its own, without a cache; on a slow phone and line by default. */
export const visit = (
  browser: Browser,
  url: string,
  until: string,
  options: VisitOptions = {},
): Promise<Loaded> => inProfile(browser, (context) => load(context, url, until, options));

/** A first visit, and another one once the service worker has kept the app's files. */
export const visitTwice = (
  browser: Browser,
  url: string,
  until: string,
): Promise<{ readonly first: Loaded; readonly repeat: Loaded }> =>
  inProfile(browser, async (context) => {
    const first = await load(context, url, until, { isKept: true });
    return { first, repeat: await load(context, url, until) };
  });

/** @param options `isKept`: returns when the app's files are kept for a start without a network */
async function load(
  context: BrowserContext,
  url: string,
  until: string,
  { restMs = REST_MS, profile = SLOW, isKept = false }: VisitOptions & { readonly isKept?: boolean } = {},
): Promise<Loaded> {
  const { page, cdp } = await openSlow(context, PROBE, profile);
  try {
    await page.goto(url);
    await seen(cdp, `document.querySelector(${JSON.stringify(until)}) !== null`, until);
    await sleep(restMs);
    const { tasks, ...vitals } = await page.evaluate<Vitals>('window.__vitals');
    if (vitals.largestPaintMs === 0) throw new Error(`${url} was never painted`);
    if (isKept) await seen(cdp, IS_KEPT, 'its files kept');
    return { ...vitals, blockingMs: blockingOf(tasks, vitals.firstPaintMs) };
  } finally {
    await page.close();
  }
}

/** An empty page on such a phone and line. @param probe runs before the page's own scripts */
export async function openSlow(
  context: BrowserContext,
  probe: string,
  { throttle, bytesPerSecond, roundTripMs }: Profile = SLOW,
): Promise<{ readonly page: Page; readonly cdp: CDPSession }> {
  const page = await context.newPage();
  await page.addInitScript({ content: probe });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  return { page, cdp };
}

/** A service worker is active once it has kept the files. */
const IS_KEPT = `navigator.serviceWorker.getRegistration().then((one) => one?.active?.state === 'activated')`;

/** Polls for an expression: Playwright's own wait injects a script, which is a long task on a slow phone. */
async function seen(cdp: CDPSession, expression: string, name: string): Promise<void> {
  for (const until = performance.now() + DEADLINE_MS; performance.now() < until; await sleep(LOOK_MS)) {
    const { result } = await cdp.send('Runtime.evaluate', { expression, awaitPromise: true });
    if (result.value === true) return;
  }
  throw new Error(`The page did not show ${name} within ${DEADLINE_MS / 1000} s.`);
}

/** Total blocking time after the first paint: the part of each long task beyond 50 ms. */
export const blockingOf = (tasks: readonly Task[], firstPaintMs: number): number =>
  tasks.reduce(
    (sum, [start, length]) => sum + (start + length > firstPaintMs ? Math.max(0, length - LONG_MS) : 0),
    0,
  );
