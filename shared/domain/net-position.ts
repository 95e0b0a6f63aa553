import type { InstrumentId } from './instrument.ts';
import { type Money, money, withinMoney } from './money.ts';
import type { Position, Side } from './order.ts';
import { type Price, price } from './price.ts';
import { type Volume, volume } from './volume.ts';

/** What is held of one instrument, as if it were one position. */
export interface NetPosition {
  /** Of the larger side; undefined while buys and sells are of one size. */
  readonly side: Side | undefined;
  /** The lots of the larger side less those of the other. */
  readonly volume: Volume;
  /**
   * The price at which the profits of all parts, taken from their opening prices at one price, add up to zero:
   *
   *     sum of (signed volume x opening price) / sum of signed volumes
   *
   * to the nearest point, halves up. Of parts on one side it is their average weighted by size. Undefined where no price
   * above zero is meant: without a side, and where the two sides nearly balance. No profit follows from it: the sum of
   * the parts' does.
   */
  readonly average: Price | undefined;
}

export type PartOfNet = Pick<Position, 'side' | 'volume' | 'openPrice'>;

/** @param parts positions of one instrument */
export function netOf(parts: readonly PartOfNet[]): NetPosition {
  let lots = 0;
  // Lots times points of many parts exceed 2^53.
  let weighted = 0n;
  for (const { side, volume: size, openPrice } of parts) {
    const signed = side === 'buy' ? size : -size;
    lots += signed;
    weighted += BigInt(signed) * BigInt(openPrice);
  }
  const side = lots > 0 ? 'buy' : lots < 0 ? 'sell' : undefined;
  return { side, volume: volume(Math.abs(lots)), average: side && nearestPoint(weighted, BigInt(lots)) };
}

function nearestPoint(weighted: bigint, lots: bigint): Price | undefined {
  const [top, bottom] = lots < 0n ? [-weighted, -lots] : [weighted, lots];
  const points = Number((2n * top + bottom) / (2n * bottom));
  return top > 0n && points > 0 && Number.isSafeInteger(points) ? price(points) : undefined;
}

/** Positions by their instruments, which come by number: a fill or a close moves no other group above its own. */
export function byInstrument<P>(
  items: readonly P[],
  positionOf: (item: P) => Pick<Position, 'instrumentId'>,
): readonly (readonly [P, ...P[]])[] {
  const groups = new Map<InstrumentId, [P, ...P[]]>();
  for (const item of items) {
    const { instrumentId } = positionOf(item);
    const group = groups.get(instrumentId);
    if (group) group.push(item);
    else groups.set(instrumentId, [item]);
  }
  return [...groups].toSorted(([one], [other]) => one - other).map(([, group]) => group);
}

/** The sum of amounts; undefined while one of them is unknown, and beyond the range of money. */
export function totalOf(amounts: Iterable<Money | undefined>): Money | undefined {
  let sum = 0;
  for (const amount of amounts) {
    if (amount === undefined) return undefined;
    sum += amount;
  }
  return withinMoney(() => money(sum));
}
