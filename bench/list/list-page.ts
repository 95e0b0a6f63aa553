import type { Browser, CDPSession, Page } from 'playwright';
import type { Options } from '../options.ts';
import { openProfile } from '../probe/phone.ts';
import { stroke } from '../probe/stroke.ts';

/** A phone's page with a live list that shows the exchange's quotes. */
export interface ListPage extends Omit<ListTarget, 'url'> {
  readonly page: Page;
  readonly cdp: CDPSession;
  close(): Promise<void>;
}

export interface ListTarget {
  readonly url: string;
  /** Selector of the list's rows. */
  readonly rows: string;
  /** Selector of the element that scrolls; the page itself by default. */
  readonly scroller?: string;
}

/**
 * Time from the first row until the page does nothing but tick: mini charts are drawn in idle time, and the screens
 * above home load after two seconds.
 */
const SETTLE_MS = 3_000;
/** The same with `--quick`: most mini charts are drawn by then. */
const QUICK_SETTLE_MS = 1_000;

/**
 * Opens the list in a browser profile of its own and waits until it has settled.
 * @param settleMs shorter when the caller does something else first in which the page settles
 */
export async function openList(
  browser: Browser,
  { url, ...target }: ListTarget,
  { quick }: Pick<Options, 'quick'>,
  settleMs = quick ? QUICK_SETTLE_MS : SETTLE_MS,
): Promise<ListPage> {
  const context = await openProfile(browser);
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector(target.rows, { timeout: 60_000 });
  await page.waitForTimeout(settleMs);
  return { ...target, page, cdp: await context.newCDPSession(page), close: () => context.close() };
}

/** One stroke of the finger, pixels and ms: about 1,500 px/s. */
const STROKE = { length: 560, ms: 370 } as const;
/** Centre of the stroke on the screen. */
const MIDDLE = { x: 195, y: 430 } as const;
/** Strokes in one direction before the direction changes. */
const STROKES_A_WAY = 6;

/**
 * Scrolls down and up by touch, stroke by stroke.
 * @returns the distance that the page scrolled, pixels
 */
export async function scroll(
  { page, cdp, scroller = 'html' }: Pick<ListPage, 'page' | 'cdp' | 'scroller'>,
  seconds: number,
): Promise<number> {
  const until = performance.now() + seconds * 1000;
  const place = () => page.$eval(scroller, ({ scrollTop }) => scrollTop);
  let way = 0;
  let y = await place();
  for (let strokes = 0; performance.now() < until; strokes++) {
    await drag(cdp, Math.floor(strokes / STROKES_A_WAY) % 2 === 0 ? -1 : 1);
    const now = await place();
    way += Math.abs(now - y);
    y = now;
  }
  return way;
}

function drag(cdp: CDPSession, direction: 1 | -1): Promise<void> {
  const from = MIDDLE.y - (direction * STROKE.length) / 2;
  return stroke(cdp, STROKE.ms, (part) => ({ x: MIDDLE.x, y: from + direction * STROKE.length * part }));
}

/** Scrolls the list at once, without touch. */
export const jump = ({ page, scroller = 'html' }: ListPage, y: number) =>
  page.$eval(scroller, (element, y) => element.scrollTo(0, y), y);

/** Distance of the first row from the top of what scrolls, while the list is at its top. */
export const topOf = ({ page, rows }: ListPage) =>
  page.$$eval(rows, (all) => Math.min(...all.map((row) => row.getBoundingClientRect().top)));

/** Texts of the rows in view, top to bottom; the parts of a row are separated by `|`. */
export const textsInView = ({ page, rows }: ListPage) =>
  page.$$eval(rows, (all) =>
    all
      .map((row) => ({ row, box: row.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > 0 && box.top < innerHeight)
      .toSorted((a, b) => a.box.top - b.box.top)
      .map(({ row }) => {
        const texts: string[] = [];
        const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
        return texts.join('|');
      }),
  );

/** Number of changes of a row's text from one frame to the next, in view and while nothing scrolls. */
export const changesInView = ({ page, rows }: ListPage, lookMs: number) =>
  page.$$eval(
    rows,
    async (all, lookMs) => {
      const seen = all.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
      let texts = seen.map((row) => row.textContent);
      let changes = 0;
      for (const until = performance.now() + lookMs; performance.now() < until; ) {
        await new Promise((done) => requestAnimationFrame(done));
        const now = seen.map((row) => row.textContent);
        changes += now.filter((text, i) => text !== texts[i]).length;
        texts = now;
      }
      return changes;
    },
    lookMs,
  );
