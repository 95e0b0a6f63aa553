import type { Options } from '../options.ts';
import { changesInView, jump, type ListPage, textsInView } from './page.ts';

/** Where all lists are looked at: no header above rows, no end below them. */
const OFFSET = 6_400;
/** After the jump, and for how long. */
const LOOK = { afterMs: 1_000, forMs: 2_000 };
const QUICK_LOOK = { afterMs: 300, forMs: 800 };
/** A quiet recording is looked at so often until something is seen to change. */
const LOOKS = 10;
/** Fewer changes than this are too few to tell one rate from another. */
const LEAST_CHANGES = 40;
/** How far the changes seen in a second may lie apart: frames of a busy machine differ that much. */
const TOLERANCE = 0.6;
/** Lists begin below different headers: so much of what one shows must be seen on the other as well. */
const LEAST_COMMON = 0.7;
/** How a row reads on every page, whatever its prices are; the product says a name beside the code. */
const ROW = /^([^|]+)(\|[^|]+)?\|\d+(?:\.\d+)?\|[+-]?\d+\.\d\d%$/;

export interface Work {
  /** The instruments in view, from the top. */
  readonly names: readonly string[];
  /** How often a second a row in view reads otherwise than a frame before. */
  readonly changes: number;
  /** How many changes that is told from. */
  readonly counted: number;
}

/**
 * What a list shows while it stands still in its middle; it is then at its top again.
 * @throws when a row in view has no price, or none changes
 */
export async function workOf(
  list: ListPage,
  where: string,
  { quick }: Pick<Options, 'quick'>,
): Promise<Work> {
  const { afterMs, forMs } = quick ? QUICK_LOOK : LOOK;
  await jump(list, OFFSET);
  await list.page.waitForTimeout(afterMs);
  let [counted, looks] = [0, 0];
  while (counted === 0 && looks < LOOKS) {
    counted += await changesInView(list, forMs);
    looks++;
  }
  if (counted === 0) throw new Error(`no text of ${where} changes`);
  const names = namesOf(await textsInView(list), where);
  await jump(list, 0);
  await list.page.waitForTimeout(afterMs);
  return { names, changes: counted / ((looks * forMs) / 1000), counted };
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
const plain = (text: string): string =>
  text.replace(/[\s\u200e\u200f\u2066-\u2069]/g, '').replace('\u2212', '-');

/** @throws when the product is not seen to do what its peer does: times are then of different work */
export function checkEqualWork(product: Work, peer: Work): void {
  const unequal = unequalWork(product, peer);
  if (unequal !== undefined) throw new Error(unequal);
}

/** In what the product is not seen to do what its peer does. */
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
