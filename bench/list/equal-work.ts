import type { Browser } from 'playwright';
import { countsOf, jump, type ListTarget, openList, textsInView } from './page.ts';

/** Where all lists are looked at: no header above rows, no end below them. */
const OFFSET = 6_400;
const LOOK_MS = 2_000;
/** How far the texts written in a second may lie apart: frames of a busy machine differ that much. */
const TOLERANCE = 0.6;
/** How a row reads on every page, whatever its prices are. */
const ROW = /^(\S+?)(\d+\.\d{5})([+-]?)\d+\.\d\d%$/;

export interface Work {
  /** The instruments in view, from the top. */
  readonly names: readonly string[];
  /** Changes of text a second, of the rows in view. */
  readonly texts: number;
}

/**
 * What a list shows while it stands still in its middle.
 * @throws when a row in view has no price, or no text changes
 */
export async function workOf(browser: Browser, target: ListTarget): Promise<Work> {
  const list = await openList(browser, target);
  const { page } = list;
  try {
    await jump(list, OFFSET);
    await page.waitForTimeout(1_000);
    await page.evaluate(`window.__countTexts(${JSON.stringify(target.rows)})`);
    const before = await countsOf(page);
    await page.waitForTimeout(LOOK_MS);
    const after = await countsOf(page);
    const texts = ((after.texts - before.texts) * 1000) / LOOK_MS;
    if (texts === 0) throw new Error(`no text of ${target.url} changes`);
    return { names: namesOf(await textsInView(list), target.url), texts };
  } finally {
    await list.close();
  }
}

/** @throws when there is no row, or a row says anything but a name, a price and a change */
export function namesOf(rows: readonly string[], where: string): readonly string[] {
  if (rows.length === 0) throw new Error(`${where} shows no rows`);
  return rows.map((text) => {
    const name = ROW.exec(plain(text))?.[1];
    if (name === undefined) throw new Error(`a row of ${where} says "${text}"`);
    return name;
  });
}

/** Without what only directs writing, and with one sign for minus. */
const plain = (text: string): string => text.replace(/[\s\u200e\u200f\u2066-\u2069]/g, '').replace('\u2212', '-');

/** @throws when the product is not seen to do what its peer does: times are then of different work */
export function checkEqualWork(product: Work, peer: Work): void {
  if (product.names.join() !== peer.names.join())
    throw new Error(`the product shows ${product.names.join()}, its peer ${peer.names.join()}`);
  if (product.texts < peer.texts * TOLERANCE)
    throw new Error(`the product writes ${product.texts} texts a second, its peer ${peer.texts}`);
}
