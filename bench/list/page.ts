import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** One stroke of the finger, pixels and ms: some 1,500 px/s. */
const STROKE = { length: 560, ms: 370, everyMs: 16 } as const;
/** Strokes in one direction before the other. */
const STROKES_A_WAY = 6;

/** A finger that scrolls down and up again, stroke by stroke; @returns how far the page went, in pixels */
export async function scroll(
  { page, cdp }: Pick<ListPage, 'page' | 'cdp'>,
  seconds: number,
): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let way = 0;
  let y = await page.evaluate(() => scrollY);
  for (let stroke = 0; performance.now() < until; stroke++) {
    await drag(cdp, Math.floor(stroke / STROKES_A_WAY) % 2 === 0 ? -1 : 1);
    const now = await page.evaluate(() => scrollY);
    way += Math.abs(now - y);
    y = now;
  }
  return way;
}

async function drag(cdp: CDPSession, direction: 1 | -1): Promise<void> {
  const from = 430 - (direction * STROKE.length) / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] });
  await touch('touchStart', from);
  const started = performance.now();
  // A real finger does not wait for the page to follow.
  const moves: Promise<unknown>[] = [];
  for (let part = 0; part < 1; part = (performance.now() - started) / STROKE.ms) {
    moves.push(touch('touchMove', from + direction * STROKE.length * part));
    await sleep(STROKE.everyMs);
  }
  await Promise.all(moves);
  await touch('touchEnd');
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
    return {
      rows: shown.length,
      priced: shown.filter((row) => /\d\.\d{5}/.test(row.textContent ?? '')).length,
    };
  });
