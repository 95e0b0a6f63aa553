import type { Spread } from './method.ts';

/** One measured figure beside its goal. */
export interface Figure {
  readonly name: string;
  /** Of `product` and `peer`. */
  readonly unit: string;
  readonly product: Spread;
  /** What it is measured against; absent where the goal is a bound of its own. */
  readonly peer?: { readonly name: string; readonly cost: Spread };
  /** Product / peer of each repetition; there whenever `peer` is. */
  readonly ratio?: Spread;
  /** The most that the median ratio, or else the product's median, may be. */
  readonly goal: number;
  /** What else was seen, by name. */
  readonly details?: Readonly<Record<string, number | string>>;
}

/** A figure that could not be measured does not meet its goal. */
export const isMet = ({ product, ratio, goal }: Figure): boolean => (ratio ?? product).median <= goal;

const HEAD = ['figure', 'product', 'peer', 'ratio', 'goal', ''] as const;

/** The figures as a table of text, one line each, medians with [min-max]. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [HEAD, ...figures.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cells(figure: Figure): readonly string[] {
  const { name, unit, product, peer, ratio, goal } = figure;
  return [
    name,
    `${textOf(product)} ${unit}`,
    peer === undefined ? '' : `${textOf(peer.cost)} ${unit}`,
    ratio === undefined ? '' : textOf(ratio),
    `<= ${goal}${ratio === undefined ? '' : ' x'}`,
    isMet(figure) ? 'met' : 'missed',
  ];
}

function textOf({ median, min, max }: Spread): string {
  return min === max ? digits(median) : `${digits(median)} [${digits(min)}-${digits(max)}]`;
}

const digits = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
