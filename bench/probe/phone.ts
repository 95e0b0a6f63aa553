import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';

/** A phone's page of the app, in a browser profile of its own. */
export interface Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
}

export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
} as const;

/** The app's list: a row is a link to the instrument's own screen. */
export const LIST_ROWS = 'li[aria-posinset] a[href^="/trade?id="]';

/** A profile of its own. A phone's browser has only one, and needs no emulation. */
export const openProfile = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext(PHONE).catch((error) => browser.contexts()[0] ?? Promise.reject(error));

interface PhoneOptions {
  /** Scripts that run before the page's own. */
  readonly probes?: readonly string[];
  /** Token of an account that is logged in. */
  readonly token?: string;
}

/** Opens a phone's page in English, since buttons are found by their names. */
export async function takePhone(browser: Browser, { probes = [], token }: PhoneOptions): Promise<Phone> {
  const context = await openProfile(browser);
  const page = await context.newPage();
  await page.addInitScript((kept) => {
    localStorage.setItem('pipstream.language', 'en');
    if (kept !== undefined) localStorage.setItem('pipstream.token', kept);
  }, token);
  for (const content of probes) await page.addInitScript({ content });
  return { context, page, cdp: await context.newCDPSession(page) };
}

/** Opens a browser profile of its own, without a cache, while `use` runs. */
export async function inProfile<T>(
  browser: Browser,
  use: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await openProfile(browser);
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

/** Opens a page of the bench's own, whose script offers the global `bench`, in a browser profile of its own. */
export const onBenchPage = <T>(
  browser: Browser,
  url: string,
  use: (phone: Phone) => Promise<T>,
): Promise<T> =>
  inProfile(browser, async (context) => {
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForFunction('"bench" in globalThis');
    const phone = { context, page, cdp: await context.newCDPSession(page) };
    await countMainThread(phone);
    return use(phone);
  });

export async function slowDown({ cdp }: Pick<Phone, 'cdp'>, throttle: number): Promise<void> {
  if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
}

/**
 * Metrics of the page's main thread by name. Times are CPU time, so that the load of other processes does not count.
 */
export async function mainThread({ cdp }: Pick<Phone, 'cdp'>): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

export const countMainThread = ({ cdp }: Pick<Phone, 'cdp'>) =>
  cdp.send('Performance.enable', { timeDomain: 'threadTicks' });

/** CPU time of the page's main thread, ms: all its tasks, and parts of them; and counts, which have no noise of their own. */
export interface Spent {
  readonly busy: number;
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  /** How often styles were recalculated, and laid out. */
  readonly styles: number;
  readonly layouts: number;
}

/** What the main thread spends while `use` runs, how long that takes, and the result of `use`. */
export async function spentOn<T>(
  cdp: CDPSession,
  use: () => Promise<T>,
): Promise<{ readonly spent: Spent; readonly tookMs: number; readonly gave: T }> {
  const [before, from] = [await mainThread({ cdp }), performance.now()];
  const gave = await use();
  const [after, tookMs] = [await mainThread({ cdp }), performance.now() - from];
  const more = (name: string) => (after.get(name) ?? Number.NaN) - (before.get(name) ?? 0);
  const ms = (name: string) => more(name) * 1000;
  return {
    spent: {
      busy: ms('TaskDuration'),
      script: ms('ScriptDuration'),
      style: ms('RecalcStyleDuration'),
      layout: ms('LayoutDuration'),
      styles: more('RecalcStyleCount'),
      layouts: more('LayoutCount'),
    },
    tookMs,
    gave,
  };
}

/** ms of the main thread's CPU a second while `use` runs. */
export async function busyPerSecond(cdp: CDPSession, use: () => Promise<unknown>): Promise<number> {
  const { spent, tookMs } = await spentOn(cdp, use);
  return (spent.busy * 1000) / tookMs;
}

/** The same while nobody touches the page. */
export const busyAtRest = ({ cdp }: Phone, seconds: number): Promise<number> =>
  busyPerSecond(cdp, () => sleep(seconds * 1000));
