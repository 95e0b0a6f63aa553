import type { Options } from '../options.ts';
import { changesInView, jump, type ListPage, textsInView, topOf } from './list-page.ts';

/** Distance from the first row at which all lists are read: no header above the rows, no end of the list below them. */
const OFFSET = 6_400;
/** Delay after the jump, and duration of the reading. */
const LOOK = { afterMs: 1_000, forMs: 2_000 };
const QUICK_LOOK = { afterMs: 300, forMs: 800 };
/** Fewer changes are too few to compare rates. */
const LEAST_CHANGES = 40;
/** Least ratio of the product's changes a second to the peer's: frames of a busy machine vary that much. */
const TOLERANCE = 0.6;
/** Least share of the rows in view on the peer that the product must show too: bars cover some of a page's rows. */
const LEAST_COMMON = 0.7;
/** Format of a row on every page. Third-party peers show no name after the code; the product's quiet digits are a text of their own. */
const ROW = /^([^|]+)(\|[^|]+)?\|\d+(?:\.\d*)?(?:\|[\d.]+)?\|[+-]?\d+\.\d\d%$/;

export interface Work {
  /** The instruments in view, top to bottom. */
  readonly names: readonly string[];
  /** Changes of the texts in view from one frame to the next, per second. */
  readonly changes: number;
  /** Number of changes from which the rate was computed. */
  readonly counted: number;
}

/**
 * Reads what a list at its top shows in its middle while it does not scroll; afterwards it is at its top again.
 * @throws when a row in view has no price, or none changes
 */
export async function workOf(
  list: ListPage,
  where: string,
  { quick }: Pick<Options, 'quick'>,
): Promise<Work> {
  const { afterMs, forMs } = quick ? QUICK_LOOK : LOOK;
  await jump(list, (await topOf(list)) + OFFSET);
  await list.page.waitForTimeout(afterMs);
  const counted = await changesInView(list, forMs);
  if (counted === 0) throw new Error(`no text of ${where} changes`);
  const names = namesOf(await textsInView(list), where);
  await jump(list, 0);
  await list.page.waitForTimeout(afterMs);
  return { names, changes: (counted * 1000) / forMs, counted };
}

/** @throws when there are no rows, or a row is not a name, a price and a change */
export function namesOf(rows: readonly string[], where: string): readonly string[] {
  if (rows.length === 0) throw new Error(`${where} shows no rows`);
  return rows.map((text) => {
    const name = ROW.exec(plain(text))?.[1];
    if (name === undefined) throw new Error(`a row of ${where} says "${text}"`);
    return name;
  });
}

/** Removes whitespace and direction marks, and replaces the minus sign by a hyphen. */
const plain = (text: string): string =>
  text.replace(/[\s\u200e\u200f\u2066-\u2069]/g, '').replace('\u2212', '-');

/** @throws when the product shows less work than its peer; their times would not be comparable */
export function checkEqualWork(product: Work, peer: Work): void {
  const unequal = unequalWork(product, peer);
  if (unequal !== undefined) throw new Error(unequal);
}

/** A sentence about how the product's work falls short of its peer's; undefined if it does not. */
export function unequalWork(product: Work, peer: Work): string | undefined {
  if (product.names.length !== peer.names.length)
    return `the product shows ${product.names.length} rows, its peer ${peer.names.length}`;
  const common = peer.names.filter((name) => product.names.includes(name));
  if (common.length < peer.names.length * LEAST_COMMON)
    return `the product shows ${product.names.join()}, its peer ${peer.names.join()}`;
  if (peer.counted >= LEAST_CHANGES && product.changes < peer.changes * TOLERANCE)
    return `the product shows ${product.changes} changes a second, its peer ${peer.changes}`;
  return undefined;
}
