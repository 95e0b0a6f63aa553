import type { ReadFailure } from '../fold/reader.ts';
import {
  parseEntry,
  parseHeader,
  type RecordEntry,
  RecordingError,
  type RecordingHeader,
} from '../format/format.ts';
import { createLineSplitter, type Line, lineText, type TextSource } from '../format/lines.ts';

/** Reads a recording's records one at a time, and no more of the file than that needs. */
export interface Records {
  /** Undefined when the first line is not a header: `failure` says why. */
  header(): Promise<RecordingHeader | undefined>;
  /** The next record, without taking it; undefined at the end, or where the file makes no sense. */
  peek(): Promise<RecordEntry | undefined>;
  /** Takes the record that `peek` returned. */
  drop(): void;
  failure(): ReadFailure | undefined;
  /** Releases the file. */
  close(): void;
}

export function createRecords(source: TextSource): Records {
  const parts = source()[Symbol.asyncIterator]();
  const lines = createLineSplitter();
  /** `read`: the text has ended, its last line may still be there. */
  let status: 'reading' | 'read' | 'failed' = 'reading';
  let failure: ReadFailure | undefined;
  let next: RecordEntry | undefined;

  function fail(error: unknown, line: number): void {
    failure ??= { line, reason: error instanceof Error ? error.message : String(error) };
    status = 'failed';
  }

  function nextLine(): Line | undefined {
    if (status === 'failed') return undefined;
    return status === 'reading' ? lines.next() : lines.last();
  }

  /** Parses the next line that is not blank. */
  function parsed<T>(parse: (line: string) => T): T | undefined {
    try {
      for (let line = nextLine(); line !== undefined; line = nextLine()) {
        const text = lineText(line);
        if (text.trim() !== '') return parse(text);
      }
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
      fail(error, lines.number());
    }
    return undefined;
  }

  /** Reads on. @returns false at the end, or where the file makes no sense */
  async function more(): Promise<boolean> {
    if (status !== 'reading') return false;
    try {
      const { done, value } = await parts.next();
      if (done) status = 'read';
      else lines.push(value);
      return true;
    } catch (error) {
      fail(error, lines.number() + 1);
      return false;
    }
  }

  return {
    async header() {
      for (;;) {
        const header = parsed(parseHeader);
        if (header !== undefined) return header;
        if (failure !== undefined) return undefined;
        if (!(await more())) {
          fail(new RecordingError('the file is empty'), lines.number());
          return undefined;
        }
      }
    },
    async peek() {
      for (;;) {
        next ??= parsed(parseEntry);
        if (next !== undefined || !(await more())) return next;
      }
    },
    drop() {
      next = undefined;
    },
    failure: () => failure,
    close: () => void parts.return?.(undefined),
  };
}
