import { fieldsOf, textOf } from '../../shared/json.ts';
import { RecordingError } from '../format/format.ts';
import type { ImportReport } from './report.ts';
import { isTime } from './venue.ts';

/** A line of a capture; `atMs`: the capturing clock, whole epoch ms, never decreasing. */
export type CaptureRecord = { readonly atMs: number } & (
  | { readonly dir: 'open' | 'out' | 'http' }
  | { readonly dir: 'in'; readonly frame: string }
);

/** The lines of a capture up to the first malformed one, which `report.cut` names. */
export async function* captureRecords(
  lines: AsyncIterable<string>,
  report: ImportReport,
): AsyncGenerator<CaptureRecord> {
  let line = 1;
  let lastMs = 0;
  try {
    for await (const text of lines) {
      if (text.trim() !== '') {
        const record = captureRecord(text, lastMs);
        lastMs = record.atMs;
        report.lines++;
        yield record;
      }
      line++;
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    report.cut = { line, reason: error.message };
  }
}

/** @throws RecordingError */
function captureRecord(text: string, lastMs: number): CaptureRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RecordingError('the line is cut off or no JSON');
  }
  const { at_us: atUs, dir, frame } = fieldsOf(value);
  const ms = typeof atUs === 'number' ? Math.floor(atUs / 1000) : Number.NaN;
  if (!isTime(ms)) throw new RecordingError('at_us is no time');
  const atMs = Math.max(ms, lastMs);
  switch (dir) {
    case 'in':
      if (typeof frame !== 'string') throw new RecordingError('a frame without its text');
      return { atMs, dir, frame };
    case 'open':
    case 'out':
    case 'http':
      return { atMs, dir };
    default:
      throw new RecordingError(`a line of no known direction: ${textOf(dir).slice(0, 20)}`);
  }
}
