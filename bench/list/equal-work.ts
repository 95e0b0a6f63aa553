import type { Browser } from 'playwright';
import { countsOf, type ListTarget, openList, rowsInView } from './page.ts';

/** Where both lists are looked at: no header above rows, no end below them. */
const OFFSET = 6_400;
const LOOK_MS = 3_000;
/** How far the texts written in a second may lie apart: frames of a busy machine differ that much. */
const TOLERANCE = 0.6;

export interface Work {
  readonly rows: number;
  /** Changes of text a second. */
  readonly texts: number;
}

/**
 * What a list shows while it stands still in its middle.
 * @throws when a row in view has no price, or no text changes
 */
export async function workOf(browser: Browser, target: ListTarget): Promise<Work> {
  const { page, rows, close } = await openList(browser, target);
  try {
    await page.evaluate(`scrollTo(0, ${OFFSET})`);
    await page.waitForTimeout(1_000);
    await page.evaluate('window.__countTexts()');
    const before = await countsOf(page);
    await page.waitForTimeout(LOOK_MS);
    const after = await countsOf(page);
    const seen = await rowsInView(page, rows);
    const texts = ((after.texts - before.texts) * 1000) / LOOK_MS;
    if (seen.rows === 0 || seen.priced < seen.rows)
      throw new Error(`${target.url} shows a price in ${seen.priced} of ${seen.rows} rows`);
    if (texts === 0) throw new Error(`no text of ${target.url} changes`);
    return { rows: seen.rows, texts };
  } finally {
    await close();
  }
}

/** @throws when the product is not seen to do what its peer does: times are then of different work */
export function checkEqualWork(product: Work, peer: Work): void {
  if (product.rows !== peer.rows)
    throw new Error(`the product shows ${product.rows} rows, its peer ${peer.rows}`);
  if (product.texts < peer.texts * TOLERANCE)
    throw new Error(`the product writes ${product.texts} texts a second, its peer ${peer.texts}`);
}
