import { entryLine, type RecordEntry } from './format.ts';

/** A market frame in exactly the shape that the server prints, so that it needs no masking and hardly any escaping. */
interface PlainFrame {
  readonly at: number;
  readonly kind: 'plain';
  readonly seq: number;
  readonly ts: number;
  readonly text: string;
}

/** A record as it is held in memory. */
export type Held = RecordEntry | PlainFrame;

const DATA = '"data":';

/** The line of a record and its end, the time counted from `startMs`. */
export function lineOf(held: Held, startMs: number): string {
  const at = Math.max(0, held.at - startMs);
  return held.kind === 'plain' ? plainLine(at, held) : `${entryLine({ ...held, at })}\n`;
}

/** As JSON.stringify prints it, without looking for what must be escaped among thousands of numbers. */
function plainLine(at: number, { seq, ts, text }: PlainFrame): string {
  const rows = text.slice(text.indexOf(DATA) + DATA.length);
  return `{"at":${at},"kind":"in","text":"{\\"topic\\":\\"DAY_MARKET\\",\\"seq\\":${seq},\\"ts\\":${ts},\\"data\\":${rows}"}\n`;
}
