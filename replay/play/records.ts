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
  /** The next record of the text that was read so far. */
  next(): RecordEntry | undefined;
  /** Reads on. @returns false at the end, or where the file makes no sense */
  more(): Promise<boolean>;
  failure(): ReadFailure | undefined;
  /** Releases the file. */
  close(): void;
}

export function createRecords(source: TextSource): Records {
  const parts = source()[Symbol.asyncIterator]();
  const lines = createLineSplitter();
  let nextLine: () => Line | undefined = lines.next;
  let isOver = false;
  let failure: ReadFailure | undefined;

  function fail(error: unknown, line: number): void {
    failure ??= { line, reason: error instanceof Error ? error.message : String(error) };
    isOver = true;
    nextLine = () => undefined;
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

  async function more(): Promise<boolean> {
    if (isOver) return false;
    try {
      const { done, value } = await parts.next();
      if (!done) lines.push(value);
      else {
        isOver = true;
        nextLine = lines.last;
      }
      return true;
    } catch (error) {
      fail(error, lines.number() + 1);
      return false;
    }
  }

  return {
    more,
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
    next: () => parsed(parseEntry),
    failure: () => failure,
    close: () => void parts.return?.(undefined),
  };
}
