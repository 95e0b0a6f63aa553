import { entryLine, type RecordBody } from '../format/format.ts';

/** A record as it is held in memory: a market frame that needs no masking is its text, as it came. */
export type Held = RecordBody | string;

/** The line of a record and its end. */
export const lineOf = (atMs: number, held: Held): string =>
  typeof held === 'string'
    ? `${entryLine({ at: atMs, kind: 'in', text: held })}\n`
    : `${entryLine({ at: atMs, ...held })}\n`;
