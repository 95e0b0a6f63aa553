import { type Price, price } from '../../../shared/domain/price.ts';
import { layoutBeside } from './label-layout.ts';
import type { PlacedLabel } from './line-painter.ts';

/** Distance of two tags on the price axis. */
const TAG_PITCH_PX = 20;

/** A price on the axis. */
interface Tag {
  readonly price: Price;
  readonly y: number;
  readonly isOfFinger: boolean;
}

/** One tag on the price axis for each label in view, and for the line that a finger moves. */
export function tagsOf(
  labels: readonly PlacedLabel[],
  moved: Price | undefined,
  rowOf: (price: number) => number,
  band: { readonly top: number; readonly bottom: number },
  lastRow: number | undefined,
): readonly Tag[] {
  const groups = labels
    .filter(({ group }) => group.place === 'inside')
    .map(({ group }) => {
      const line = group.lines[Math.floor(group.lines.length / 2)] ?? group.lines[0];
      return line && { of: line.of.price, y: line.y, isOfFinger: false };
    })
    .filter((one) => one !== undefined);
  const seen = new Set<number>();
  const distinct = groups.filter(({ of }) => !seen.has(of) && seen.add(of));
  const wanted =
    moved === undefined ? distinct : [...distinct, { of: moved, y: rowOf(moved), isOfFinger: true }];
  const tags = wanted
    .toSorted((a, b) => a.y - b.y)
    .map(({ of, y, isOfFinger }) => ({
      lines: [{ of: { price: of, isOfFinger }, y, kind: '' }],
      kind: undefined,
      place: 'inside' as const,
      wanted: y,
    }));
  return layoutBeside(tags, band, TAG_PITCH_PX, lastRow).map(({ lines, y }) => {
    const shown = lines.find(({ of }) => of.isOfFinger) ?? lines[0];
    return { price: shown?.of.price ?? price(1), isOfFinger: shown?.of.isOfFinger === true, y };
  });
}
