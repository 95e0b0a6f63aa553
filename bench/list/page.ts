import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';

/** A phone's page with a live list, on the exchange's quotes. */
export interface ListPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Selects the list's rows. */
  readonly rows: string;
  close(): Promise<void>;
}

export interface ListTarget {
  readonly url: string;
  readonly rows: string;
}

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
/** From the first row to a page that only ticks: mini charts come in idle time. */
const SETTLE_MS = 3_000;

/** Opens the list in a browser profile of its own and waits until it has settled. */
export async function openList(browser: Browser, { url, rows }: ListTarget): Promise<ListPage> {
  const context: BrowserContext = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.addInitScript({ content: readFileSync(join(import.meta.dirname, 'commit-counter.js'), 'utf8') });
  await page.goto(url);
  await page.waitForSelector(rows, { timeout: 60_000 });
  await page.waitForTimeout(SETTLE_MS);
  return { page, cdp: await context.newCDPSession(page), rows, close: () => context.close() };
}

/** A finger that scrolls down and up again, without a pause. */
export async function scroll(cdp: CDPSession, seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1000;
  for (let down = true; Date.now() < until; down = !down) {
    await cdp.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 420,
      yDistance: down ? -3_200 : 3_200,
      speed: 1_600,
      gestureSourceType: 'touch',
      preventFling: true,
    });
  }
}

export interface Counts {
  readonly commits: number;
  readonly texts: number;
}

/** Commits of React and changes of the page since it was opened. */
export const countsOf = (page: Page): Promise<Counts> =>
  page.evaluate<Counts>('({ commits: window.__commits, texts: window.__texts })');

/** How many rows the viewport shows, and how many of those have a price. */
export const rowsInView = (page: Page, selector: string) =>
  page.$$eval(selector, (rows) => {
    const shown = rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    return { rows: shown.length, priced: shown.filter((row) => /\d\.\d{5}/.test(row.textContent ?? '')).length };
  });
