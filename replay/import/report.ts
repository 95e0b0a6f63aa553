/** What an import took in, what it left out and where it had to stop. */
export interface ImportReport {
  /** Lines of the capture, or entries and messages of a HAR. */
  lines: number;
  /** By kind, as the source calls it. */
  readonly taken: Map<string, number>;
  readonly ignored: Map<string, number>;
  /** Frames whose event time lies before that of the frame before. */
  backwards: number;
  /** Where the input is cut off or garbled: all before it was read. */
  cut?: { readonly line: number; readonly reason: string };
}

export const createReport = (): ImportReport => ({
  lines: 0,
  taken: new Map(),
  ignored: new Map(),
  backwards: 0,
});

/** Kinds come from the input: only so many are told apart. */
const MAX_KINDS = 100;
const MAX_NAME = 60;

export function count(counts: Map<string, number>, kind: string): void {
  const name = kind.slice(0, MAX_NAME);
  const key = counts.has(name) || counts.size < MAX_KINDS ? name : 'other';
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
