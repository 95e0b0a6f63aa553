import { entryLine, type RecordEntry } from './format.ts';

/** A record as it is held in memory; `plain` is a market frame in exactly the shape that the server prints. */
export type Held = RecordEntry | { readonly at: number; readonly kind: 'plain'; readonly text: string };

const NUMBERS = '"data":';

/** The line of a record, its time counted from `startMs`. */
export function lineOf(held: Held, startMs: number): string {
  const at = Math.max(0, held.at - startMs);
  return held.kind === 'plain' ? plainLine(at, held.text) : entryLine({ ...held, at });
}

/** As JSON.stringify prints it, without looking for what must be escaped among thousands of numbers. */
function plainLine(at: number, text: string): string {
  const numbers = text.indexOf(NUMBERS) + NUMBERS.length;
  const head = text.slice(0, numbers).replaceAll('"', '\\"');
  return `{"at":${at},"kind":"in","text":"${head}${text.slice(numbers)}"}`;
}
