import budgets from '../budgets.json' with { type: 'json' };
import type { Figure } from '../figures/figure.ts';
import { spread } from '../figures/method.ts';
import type { Options } from '../options.ts';
import { countsOf, jump, type ListPage } from './page.ts';

/** Counts while the list ticked and nobody touched it. */
interface Ticking {
  readonly commits: number;
  readonly texts: number;
  /** Commits while the list was then scrolled far. */
  readonly commitsOnScroll: number;
  /** Commits when the list was then filtered; they prove that commits are counted at all. */
  readonly commitsOnFilter: number;
}

/** Longest time for which the list is left alone, and the time between a scroll and the next reading. */
const USUAL = { mostRestS: Number.POSITIVE_INFINITY, scrolledMs: 500 };
const QUICK = { mostRestS: 1, scrolledMs: 300 };
/** Time from a jump to the top until the list does nothing but tick. */
const SETTLE_MS = 500;
/** Scroll distance, pixels. */
const FAR = 3_000;
/** Longest wait for a commit that a tap requested. */
const PATIENCE_MS = 2_000;
/** A tap on a list that still glides only stops it, as on any phone, so the tap is repeated. */
const MOST_TAPS = 3;
const OTHER_FILTER = 'button[aria-pressed="false"]';

/** Counts React's commits in the built app through the hook for its developer tools. Leaves the list filtered. */
export async function countCommits(
  list: ListPage,
  { quick, seconds }: Pick<Options, 'quick' | 'seconds'>,
): Promise<Ticking> {
  const { page } = list;
  const { mostRestS, scrolledMs } = quick ? QUICK : USUAL;
  await jump(list, 0);
  await page.waitForTimeout(SETTLE_MS);
  await page.evaluate('window.__countTexts()');
  const before = await countsOf(page);
  await page.waitForTimeout(Math.min(mostRestS, seconds) * 1000);
  const after = await countsOf(page);
  await jump(list, FAR);
  await page.waitForTimeout(scrolledMs);
  const scrolled = await countsOf(page);
  let filtered = scrolled;
  // If there is still no commit, `commitsFigure` throws.
  for (let taps = 0; taps < MOST_TAPS && filtered.commits === scrolled.commits; taps++) {
    await page.tap(OTHER_FILTER);
    await page
      .waitForFunction(`window.__commits > ${scrolled.commits}`, undefined, { timeout: PATIENCE_MS })
      .catch(() => undefined);
    filtered = await countsOf(page);
  }
  return {
    commits: after.commits - before.commits,
    texts: after.texts - before.texts,
    commitsOnScroll: scrolled.commits - after.commits,
    commitsOnFilter: filtered.commits - scrolled.commits,
  };
}

export const commitsName = (where: string): string => `React commits while ticking, ${where}`;

/** @throws when not even a filter caused a commit; the counter then does not work */
export function commitsFigure(
  where: string,
  { commits, texts, commitsOnScroll, commitsOnFilter }: Ticking,
): Figure {
  if (commitsOnFilter === 0) throw new Error('React never committed: the counter does not work');
  return {
    name: commitsName(where),
    unit: 'commits',
    product: spread([commits]),
    once: true,
    goal: budgets.list.reactCommits,
    details: {
      'text writes during the measurement': texts,
      'commits during a scroll afterwards': commitsOnScroll,
    },
  };
}
