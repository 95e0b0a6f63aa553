/** What an import took, what it ignored, and where it stopped. */
export interface ImportReport {
  /** Lines of the capture, or entries and messages of a HAR. */
  lines: number;
  /** Counts by kind, in the source's terms. */
  readonly taken: Map<string, number>;
  readonly ignored: Map<string, number>;
  /** What was understood and not taken, by reason; prices by instrument, too. */
  readonly dropped: Map<string, number>;
  /** Records in which values were masked, by kind; those of another site's frames are not among them. */
  readonly masked: Map<string, number>;
  /** Messages of a HAR that have no time, and were placed by what is around them. */
  undated: number;
  /** Frames with an earlier event time than the frame before. */
  backwards: number;
  /** Why what was taken is incomplete whatever its share, in sentences. */
  readonly lacks: string[];
  /** What the counts do not say, in sentences. */
  readonly notes: string[];
  /** Where the input is truncated or malformed; everything before it was read. */
  cut?: { readonly line: number; readonly reason: string };
}

export const createReport = (): ImportReport => ({
  lines: 0,
  taken: new Map(),
  ignored: new Map(),
  dropped: new Map(),
  masked: new Map(),
  undated: 0,
  backwards: 0,
  lacks: [],
  notes: [],
});

/** Kinds come from the input; further ones are counted as `other`. */
const MAX_KINDS = 100;
const MAX_NAME = 60;

export function count(counts: Map<string, number>, kind: string): void {
  const name = kind.slice(0, MAX_NAME);
  const key = counts.has(name) || counts.size < MAX_KINDS ? name : 'other';
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

export const countText = (value: number): string => value.toLocaleString('en');

/** The largest first: `trade 80, book 12`. */
export const countsText = (of: ReadonlyMap<string, number>): string =>
  [...of]
    .toSorted((a, b) => b[1] - a[1])
    .map(([kind, value]) => `${kind} ${countText(value)}`)
    .join(', ');

/** What may be dropped without the import counting as incomplete. */
const DROPPED_SHARE = 0.1;

/**
 * Why the result is incomplete, in a sentence: more than a tenth of what was understood was dropped, or frames are missing.
 * @param what it consists of
 */
export function incompleteness(
  { taken, dropped, lacks }: ImportReport,
  what: 'prices' | 'frames and answers',
): string | undefined {
  const sum = (counts: ReadonlyMap<string, number>) =>
    [...counts.values()].reduce((all, one) => all + one, 0);
  const isMuch = sum(dropped) > DROPPED_SHARE * (sum(dropped) + sum(taken));
  const much = `More than a tenth of the ${what} was dropped, for the reasons that are counted`;
  const reasons = [...(isMuch ? [much] : []), ...lacks];
  return reasons.length === 0 ? undefined : `${reasons.join('. ')}: the recording is incomplete.`;
}
