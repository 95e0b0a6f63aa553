import type { Browser } from 'playwright';
import type { Options } from '../options.ts';
import { countsOf, type ListTarget, openList, SETTLE_MS } from './page.ts';

/** What happened while the list ticked and nobody touched it. */
export interface Ticking {
  readonly commits: number;
  readonly texts: number;
  /** Commits when the list was then scrolled far. */
  readonly commitsOnScroll: number;
  /** Commits when the list was then filtered: proof that commits are seen. */
  readonly commitsOnFilter: number;
}

/** Of a first look the list is left alone for as long as this at most, and is seen for so long after a scroll. */
const QUICK = { restS: 1, scrolledMs: 300 };
const USUAL = { restS: Number.POSITIVE_INFINITY, scrolledMs: 500 };
/** A commit that was asked for has come long before. */
const PATIENCE_MS = 5_000;
const OTHER_FILTER = 'button[aria-pressed="false"]';

/** Counts React's commits through the hook that its developer tools use, in the app as shipped. */
export async function countCommits(
  browser: Browser,
  target: ListTarget,
  options: Pick<Options, 'quick' | 'seconds'>,
): Promise<Ticking> {
  const { restS, scrolledMs } = options.quick ? QUICK : USUAL;
  const { page, close } = await openList(browser, target, options, SETTLE_MS);
  try {
    await page.evaluate('window.__countTexts()');
    const before = await countsOf(page);
    await page.waitForTimeout(Math.min(restS, options.seconds) * 1000);
    const after = await countsOf(page);
    await page.evaluate('scrollTo(0, 3000)');
    await page.waitForTimeout(scrolledMs);
    const scrolled = await countsOf(page);
    await page.tap(OTHER_FILTER);
    // None at all is for the caller to judge.
    await page
      .waitForFunction(`window.__commits > ${scrolled.commits}`, undefined, { timeout: PATIENCE_MS })
      .catch(() => undefined);
    const filtered = await countsOf(page);
    return {
      commits: after.commits - before.commits,
      texts: after.texts - before.texts,
      commitsOnScroll: scrolled.commits - after.commits,
      commitsOnFilter: filtered.commits - scrolled.commits,
    };
  } finally {
    await close();
  }
}
