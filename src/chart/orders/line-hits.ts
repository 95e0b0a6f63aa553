import type { Point } from '../gesture-machine.ts';
import type { OrderLine } from './line-change.ts';
import { CROSS_PX, type PlacedLabel, START_PX } from './line-painter.ts';
import { isOfOrder } from './order-lines.ts';

/** What a finger takes hold of. */
export interface Handle {
  readonly lines: readonly OrderLine[];
  /** Row of the line, or of the label of one that is out of view; CSS pixels. */
  readonly row: number;
}

/** What is under a finger. */
type Hit =
  | { readonly on: 'label' | 'cross' | 'line'; readonly of: Handle }
  /** The label of alerts. */
  | { readonly on: 'alert' };

/** Half of the smallest target for a finger. */
const REACH_PX = 22;

/** The nearest label, or else the nearest line, within a finger's reach. */
export function hitAt({ x, y }: Point, labels: readonly PlacedLabel[], plotRight: number): Hit | undefined {
  const found: { readonly hit: Hit; readonly distance: number }[] = [];
  const offer = (distance: number, hit: Hit) => {
    if (distance <= REACH_PX) found.push({ hit, distance });
  };
  for (const { group, right, hasCross: crossed } of labels) {
    if (x > Math.max(right + START_PX, right - CROSS_PX / 2 + REACH_PX) || group.kind === undefined) continue;
    const lines = group.lines.map(({ of }) => of).filter(isOfOrder);
    if (lines.length === 0) {
      offer(Math.abs(y - group.y), { on: 'alert' });
      continue;
    }
    if (lines.some(({ isLocked }) => isLocked)) continue;
    const isOnCross = crossed && Math.abs(x - (right - CROSS_PX / 2)) <= REACH_PX;
    const row = group.place === 'inside' ? group.wanted : group.y;
    offer(Math.abs(y - group.y), { on: isOnCross ? 'cross' : 'label', of: { lines, row } });
  }
  if (found.length > 0) return nearest(found);
  for (const { group } of labels) {
    if (group.place !== 'inside' || x > plotRight + 80) continue;
    for (const { of, y: row } of group.lines) {
      if (!isOfOrder(of)) continue;
      const lines = group.kind === undefined ? [of] : group.lines.map((line) => line.of).filter(isOfOrder);
      if (lines.some(({ isLocked }) => isLocked)) continue;
      offer(Math.abs(y - row), { on: 'line', of: { lines, row } });
    }
  }
  return nearest(found);
}

const nearest = (found: readonly { readonly hit: Hit; readonly distance: number }[]) =>
  found.toSorted((a, b) => a.distance - b.distance)[0]?.hit;
