import { fieldsOf, parseJson, textOf } from '../../shared/json.ts';
import { RecordingError } from '../format/format.ts';
import type { TextTime } from './har-socket.ts';
import { msOfTime } from './har-time.ts';
import type { ImportReport } from './import-report.ts';
import { isTime } from './venue.ts';

/** A line of a capture; `atMs`: the capturing clock, whole epoch ms, never decreasing. */
export type CaptureRecord = { readonly atMs: number } & (
  | { readonly dir: 'open' | 'out' | 'http' }
  | { readonly dir: 'in'; readonly frame: string }
);

/** The records of a capture, from its beginning at every call; what is left out is counted in the report. */
export type Capture = (report: ImportReport) => AsyncIterable<CaptureRecord>;

/**
 * A capture of JSON lines up to the first malformed one, which `report.cut` names. A line is a record of ours
 * (`{at_us, dir, frame}`), or a time and the message, or the message alone.
 * @param messageTime of messages that stand alone; undefined: these are malformed
 */
export const captureOf = (lines: () => AsyncIterable<string>, messageTime?: TextTime): Capture =>
  async function* (report) {
    let line = 1;
    let lastMs = 0;
    try {
      for await (const text of lines()) {
        if (text.trim() !== '') {
          const record = captureRecord(text, lastMs, messageTime);
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
  };

/** @throws RecordingError */
function captureRecord(text: string, lastMs: number, messageTime: TextTime | undefined): CaptureRecord {
  const timed = timedMessage(text);
  if (timed !== undefined) return { atMs: Math.max(timed.ms, lastMs), dir: 'in', frame: timed.frame };
  const value = parseJson(text);
  if (value === undefined) throw new RecordingError('the line is cut off or no JSON');
  const { at_us: atUs, dir, frame } = fieldsOf(value);
  if (atUs === undefined && dir === undefined) {
    if (messageTime === undefined)
      throw new RecordingError('the message has no time: "time" of a map may say where it lies');
    return { atMs: Math.max(messageTime(text) ?? lastMs, lastMs), dir: 'in', frame: text };
  }
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

/** `1723161254087891 {…}`, as collectors write lines: a time in any unit, a colon perhaps, and the message. */
const TIMED = /^(\d+(?:\.\d+)?|\d{4}-\d\d-\d\dT\S+?):?\s+((?:\d[^\s[{]*|a)?[[{].*)$/s;

function timedMessage(text: string): { readonly ms: number; readonly frame: string } | undefined {
  const [, time = '', frame] = TIMED.exec(text) ?? [];
  const ms = msOfTime(time);
  return frame === undefined || !isTime(ms) ? undefined : { ms: Math.floor(ms), frame };
}
