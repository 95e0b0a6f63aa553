/*
 * Where the labels of price lines are: at one edge, in the order of their prices, never over each other. Labels of one
 * kind that would touch become a group; the rest is pushed apart both ways. Pure; y grows downwards, in any one unit.
 */

/** A line that wants a label. */
export interface Labelled<T> {
  readonly of: T;
  /** Its row, which may lie outside the band. */
  readonly y: number;
  /** Only lines of one kind are shown as a group, as long as there is space. */
  readonly kind: string;
}

/** The rows that labels may cover. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** Whether lines are in the band, or out of it at an edge. */
type Place = 'above' | 'inside' | 'below';

export interface LabelGroup<T> {
  /** From top to bottom. */
  readonly lines: readonly Labelled<T>[];
  /** Undefined for lines of several kinds, which share a label for want of space. */
  readonly kind: string | undefined;
  readonly place: Place;
  /** The middle of its lines. */
  readonly wanted: number;
  /** The middle of the label. */
  readonly y: number;
}

type Group<T> = Omit<LabelGroup<T>, 'y'>;

/**
 * One label for each group of lines. No two are nearer than `pitch`, all are inside the band, in the order of their lines.
 * None if the band has no space for a single label.
 * @param seen the rows where lines are in view; labels may have less space
 */
export function layoutLabels<T>(
  lines: readonly Labelled<T>[],
  band: Band,
  pitch: number,
  seen = band,
): readonly LabelGroup<T>[] {
  return stack(groupsOf(lines, seen, pitch), band, pitch);
}

/**
 * The same for tags that yield to one whose row is fixed: groups above it stay above it. A group without space shares the
 * tag of its neighbour.
 */
export function layoutBeside<T>(
  groups: readonly Group<T>[],
  band: Band,
  pitch: number,
  fixed: number | undefined,
): readonly LabelGroup<T>[] {
  if (fixed === undefined) return stack(groups, band, pitch);
  const above = groups.filter(({ wanted }) => wanted <= fixed);
  const below = groups.filter(({ wanted }) => wanted > fixed);
  return [
    ...stack(above, { top: band.top, bottom: fixed - pitch / 2 }, pitch),
    ...stack(below, { top: fixed + pitch / 2, bottom: band.bottom }, pitch),
  ];
}

const placeOf = (y: number, { top, bottom }: Band): Place =>
  y < top ? 'above' : y > bottom ? 'below' : 'inside';

/** Joins lines of one kind within a label's height; lines outside the band become one group a kind and edge. */
function groupsOf<T>(lines: readonly Labelled<T>[], band: Band, pitch: number): readonly Group<T>[] {
  const open = new Map<string, { lines: Labelled<T>[]; place: Place }>();
  const groups: { lines: Labelled<T>[]; place: Place }[] = [];
  for (const line of lines.toSorted((a, b) => a.y - b.y)) {
    const place = placeOf(line.y, band);
    const key = `${line.kind} ${place}`;
    const group = open.get(key);
    const first = group?.lines[0];
    if (group && first && (place !== 'inside' || line.y - first.y < pitch)) group.lines.push(line);
    else {
      const begun = { lines: [line], place };
      groups.push(begun);
      open.set(key, begun);
    }
  }
  return groups
    .map(({ lines: [...of], place }) => ({ lines: of, place, kind: of[0]?.kind, wanted: middleOf(of) }))
    .toSorted((a, b) => a.wanted - b.wanted);
}

const middleOf = (lines: readonly { readonly y: number }[]): number =>
  lines.reduce((sum, { y }) => sum + y, 0) / lines.length;

/** Merges neighbours until all fit, and pushes them apart. */
function stack<T>(groups: readonly Group<T>[], band: Band, pitch: number): readonly LabelGroup<T>[] {
  const most = Math.floor((band.bottom - band.top) / pitch);
  if (most < 1) return [];
  const fitting = [...groups];
  while (fitting.length > most) mergeNearest(fitting);
  const rows = pushApart(
    fitting.map(({ wanted }) => wanted),
    band,
    pitch,
  );
  return fitting.map((group, i) => ({ ...group, y: rows[i] ?? group.wanted }));
}

/** Merges the two neighbours that are nearest to each other; those of one kind and place before all others. */
function mergeNearest<T>(groups: Group<T>[]): void {
  let best = { at: 0, cost: Number.POSITIVE_INFINITY };
  for (let at = 0; at + 1 < groups.length; at++) {
    const [one, next] = [groups[at], groups[at + 1]];
    if (!one || !next) continue;
    const isAlike = one.kind !== undefined && one.kind === next.kind && one.place === next.place;
    const cost = next.wanted - one.wanted + (isAlike ? 0 : UNLIKE);
    if (cost < best.cost) best = { at, cost };
  }
  const [one, next] = [groups[best.at], groups[best.at + 1]];
  if (!one || !next) return;
  const lines = [...one.lines, ...next.lines].toSorted((a, b) => a.y - b.y);
  groups.splice(best.at, 2, {
    lines,
    kind: one.kind === next.kind ? one.kind : undefined,
    place: one.place === next.place ? one.place : 'inside',
    wanted: middleOf(lines),
  });
}

/** More than any distance on a screen. */
const UNLIKE = 1e6;

interface Block {
  readonly count: number;
  /** Sum of where its rows would have the block begin. */
  readonly sum: number;
}

/**
 * The rows nearest to the wanted ones (in ascending order) that are `pitch` apart and inside the band: pool adjacent
 * violators, the exact least-squares solution.
 */
function pushApart(wanted: readonly number[], { top, bottom }: Band, pitch: number): readonly number[] {
  const startOf = ({ count, sum }: Block): number =>
    Math.max(top + pitch / 2, Math.min(sum / count, bottom - pitch / 2 - (count - 1) * pitch));
  const blocks: Block[] = [];
  for (const row of wanted) {
    let block: Block = { count: 1, sum: row };
    for (let before = blocks.at(-1); before; before = blocks.at(-1)) {
      if (startOf(before) + before.count * pitch <= startOf(block)) break;
      blocks.pop();
      block = {
        count: before.count + block.count,
        sum: before.sum + block.sum - before.count * block.count * pitch,
      };
    }
    blocks.push(block);
  }
  return blocks.flatMap((block) => Array.from({ length: block.count }, (_, i) => startOf(block) + i * pitch));
}
