import type { Browser } from 'playwright';
import type { Options } from '../options.ts';
import { countsOf, type ListTarget, openList } from './page.ts';

/** What happened while the list ticked and nobody touched it. */
export interface Ticking {
  readonly commits: number;
  readonly texts: number;
  /** Commits when the list was then scrolled far. */
  readonly commitsOnScroll: number;
  /** Commits when the list was then filtered: proof that commits are seen. */
  readonly commitsOnFilter: number;
}

const OTHER_FILTER = 'button[aria-pressed="false"]';

/** Counts React's commits through the hook that its developer tools use, in the app as shipped. */
export async function countCommits(
  browser: Browser,
  target: ListTarget,
  options: Pick<Options, 'quick' | 'seconds'>,
): Promise<Ticking> {
  const { page, close } = await openList(browser, target, options);
  try {
    await page.evaluate('window.__countTexts()');
    const before = await countsOf(page);
    await page.waitForTimeout(options.seconds * 1000);
    const after = await countsOf(page);
    await page.evaluate('scrollTo(0, 3000)');
    await page.waitForTimeout(500);
    const scrolled = await countsOf(page);
    await page.tap(OTHER_FILTER);
    await page.waitForTimeout(500);
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
