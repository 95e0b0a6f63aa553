import { createFold, type Fold } from '../../replay/fold/fold.ts';
import { createReader, type ReadOutcome } from '../../replay/fold/recording-reader.ts';
import { entryLine, headerLine, type RecordBody } from '../../replay/format/format.ts';

const STARTED_MS = Date.parse('2026-11-20T12:00:00.000Z');

/** A recording's text, a record every ten ms. */
export const recordingOf = (...records: readonly RecordBody[]): string =>
  [headerLine(STARTED_MS, 'test'), ...records.map((body, i) => entryLine({ at: i * 10, ...body }))]
    .map((line) => `${line}\n`)
    .join('');

export const frame = (value: unknown): RecordBody => ({ kind: 'in', text: JSON.stringify(value) });
export const sent = (value: unknown): RecordBody => ({ kind: 'out', text: JSON.stringify(value) });
export const data = (topic: string, seq: number, rows: unknown): RecordBody =>
  frame({ topic, seq, ts: 1_700_000_000_000 + seq, data: rows });
export const answer = (path: string, value: unknown, query: Record<string, string> = {}): RecordBody => ({
  kind: 'http',
  path,
  query,
  body: { code: 1, msg: '', data: value },
});

export function folded(
  text: string,
  untilMs?: number,
): { readonly fold: Fold; readonly outcome: ReadOutcome } {
  const fold = createFold();
  const reader = createReader({ fold, untilMs });
  reader.push(text);
  return { fold, outcome: reader.end() };
}
