import type { RecordEntry } from './format.ts';

/** A moment that a user marked. */
export interface Mark {
  /** Ms since the recording's start; earlier than its record if the note took a while to write. */
  readonly atMs: number;
  /** The note; empty for a mark without one. */
  readonly label: string;
}

/** The mark that a record sets; undefined for every other record. */
export function markOf(entry: RecordEntry): Mark | undefined {
  if (entry.kind !== 'command' || entry.name !== 'mark') return undefined;
  const [label, agoMs] = entry.args;
  return {
    atMs: Math.max(0, entry.at - (typeof agoMs === 'number' && agoMs > 0 ? agoMs : 0)),
    label: typeof label === 'string' ? label : '',
  };
}
