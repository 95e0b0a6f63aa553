import { MAX_LINE, type ReadFailure } from '../fold/reader.ts';
import {
  parseEntry,
  parseHeader,
  type RecordEntry,
  RecordingError,
  type RecordingHeader,
} from '../format/format.ts';
import type { TextSource } from './text-source.ts';

/** A recording's records one at a time. No more of it is read than is asked for. */
export interface Records {
  /** Undefined when the first line was none: `failure` says why. */
  header(): Promise<RecordingHeader | undefined>;
  /** The next record of the text at hand. */
  next(): RecordEntry | undefined;
  /** Reads on. @returns false at the end, or where the file makes no sense */
  more(): Promise<boolean>;
  failure(): ReadFailure | undefined;
  /** Lets go of the file. */
  close(): void;
}

export function createRecords(source: TextSource): Records {
  const parts = source()[Symbol.asyncIterator]();
  let text = '';
  let at = 0;
  /** The beginning of a line whose end did not come yet. */
  let rest = '';
  let line = 0;
  let isOver = false;
  let failure: ReadFailure | undefined;

  function fail(reason: string): void {
    failure ??= { line, reason };
    isOver = true;
    text = '';
    at = 0;
  }

  function nextLine(): string | undefined {
    for (;;) {
      const stop = text.indexOf('\n', at);
      if (stop < 0) {
        rest += text.slice(at);
        text = '';
        at = 0;
        return undefined;
      }
      const whole = rest + text.slice(at, stop);
      rest = '';
      at = stop + 1;
      line++;
      if (whole.trim() !== '') return whole;
    }
  }

  function parsed<T>(parse: (line: string) => T): T | undefined {
    const whole = nextLine();
    if (whole === undefined) return undefined;
    try {
      return parse(whole);
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
      fail(error.message);
      return undefined;
    }
  }

  async function more(): Promise<boolean> {
    if (isOver) return false;
    try {
      const { done, value } = await parts.next();
      if (!done) text = value;
      else {
        isOver = true;
        // The last line may end with the file.
        if (rest === '') return false;
        text = '\n';
      }
    } catch (error) {
      line++;
      fail(error instanceof Error ? error.message : String(error));
      return false;
    }
    if (rest.length > MAX_LINE) {
      line++;
      fail('the line is too long');
      return false;
    }
    return true;
  }

  return {
    more,
    async header() {
      for (;;) {
        const header = parsed(parseHeader);
        if (header !== undefined) return header;
        if (failure !== undefined) return undefined;
        if (!(await more())) {
          if (failure === undefined) fail('the file is empty');
          return undefined;
        }
      }
    },
    next: () => parsed(parseEntry),
    failure: () => failure,
    close: () => void parts.return?.(undefined),
  };
}
