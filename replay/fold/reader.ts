import {
  parseEntry,
  parseHeader,
  type RecordEntry,
  RecordingError,
  type RecordingHeader,
} from '../format/format.ts';
import type { Fold } from './fold.ts';
import { createLineScanner } from './line-scanner.ts';

/** Longer than any record that is meant: a bound for hostile files. UTF-16 units. */
export const MAX_LINE = 16 * 1024 * 1024;

const CARRIAGE_RETURN = 13;

/** What was wrong, and in which line (from 1). */
export interface ReadFailure {
  readonly line: number;
  readonly reason: string;
}

export interface ReadOutcome {
  /** Undefined when the first line was none. */
  readonly header: RecordingHeader | undefined;
  /** Records taken. */
  readonly records: number;
  /** `at` of the last record taken, ms. */
  readonly lastAtMs: number;
  readonly failure: ReadFailure | undefined;
}

export interface Reader {
  /** Takes the next part of the text, cut anywhere. @returns whether more is wanted */
  push(text: string): boolean;
  end(): ReadOutcome;
}

export interface ReaderOptions {
  readonly fold: Fold;
  /** Records later than this are left out. */
  readonly untilMs?: number | undefined;
  /** After each record, with its line. */
  readonly onRecord?: ((line: number, atMs: number) => void) | undefined;
}

/** Folds the lines of a recording as they come. It ends at the first line that makes no sense: what came before counts. */
export function createReader(options: ReaderOptions): Reader {
  const lines = createLineTaker(options);
  /** The beginning of a line whose end did not come yet. */
  let rest = '';

  function takeLine(text: string, start: number, stop: number): boolean {
    return lines.take(text, start, text.charCodeAt(stop - 1) === CARRIAGE_RETURN ? stop - 1 : stop);
  }

  /** Lines are taken out of the text as it came: a text joined of two is slow to read. */
  function takeLines(text: string): void {
    let stop = text.indexOf('\n');
    if (stop < 0) {
      rest += text;
      return;
    }
    const first = rest + text.slice(0, stop);
    let isWanted = takeLine(first, 0, first.length);
    let start = stop + 1;
    while (isWanted) {
      stop = text.indexOf('\n', start);
      if (stop < 0) break;
      isWanted = takeLine(text, start, stop);
      start = stop + 1;
    }
    rest = text.slice(start);
  }

  return {
    push(text) {
      if (!lines.isOpen()) return false;
      takeLines(text);
      if (rest.length > MAX_LINE) lines.failNext('the line is too long');
      return lines.isOpen();
    },
    end() {
      // The last line may end with the file.
      if (lines.isOpen() && rest !== '') lines.take(rest, 0, rest.length);
      return lines.outcome();
    },
  };
}

function createLineTaker({ fold, untilMs = Number.POSITIVE_INFINITY, onRecord }: ReaderOptions) {
  const scanner = createLineScanner(fold);
  const isUnbounded = untilMs === Number.POSITIVE_INFINITY;
  let header: RecordingHeader | undefined;
  let failure: ReadFailure | undefined;
  let isPast = false;
  let line = 0;
  let records = 0;
  let lastAtMs = 0;

  function fail(reason: string): void {
    failure ??= { line, reason };
  }

  /** Of the line whose end did not come. */
  function failNext(reason: string): void {
    line++;
    fail(reason);
  }

  /** @returns the record's `at`; undefined for one that is past the end that is asked for */
  function takeRecord(text: string, start: number, stop: number): number | undefined {
    const scanned = isUnbounded ? scanner.take(text, start, stop) : -1;
    if (scanned >= 0) return scanned;
    const entry: RecordEntry = parseEntry(text.slice(start, stop));
    if (entry.at > untilMs) return undefined;
    fold.take(entry);
    return entry.at;
  }

  function take(text: string, start: number, stop: number): boolean {
    line++;
    if (stop <= start) return true;
    try {
      if (header === undefined) {
        header = parseHeader(text.slice(start, stop));
        return true;
      }
      const at = takeRecord(text, start, stop);
      if (at === undefined) isPast = true;
      else {
        records++;
        lastAtMs = at;
        onRecord?.(line, at);
      }
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
      fail(error.message);
    }
    return !isPast && failure === undefined;
  }

  return {
    take,
    failNext,
    isOpen: () => !isPast && failure === undefined,
    outcome(): ReadOutcome {
      if (header === undefined) failNext('the file is empty');
      return { header, records, lastAtMs, failure };
    },
  };
}
