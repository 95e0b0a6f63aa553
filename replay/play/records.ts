import type { ReadFailure } from '../fold/recording-reader.ts';
import {
  createTimeOrder,
  parseEntry,
  parseHeader,
  type RecordEntry,
  RecordingError,
  type RecordingHeader,
} from '../format/format.ts';
import { linesOf, type TextSource } from '../format/lines.ts';

/** Reads a recording's records one at a time, and no more of the file than that needs. */
export interface Records {
  /** Undefined when the first line is not a header: `failure` says why. */
  header(): Promise<RecordingHeader | undefined>;
  /** The next record, without taking it; undefined at the end, or where the file makes no sense. */
  peek(): Promise<RecordEntry | undefined>;
  /** Takes the record that `peek` returned. */
  drop(): void;
  /** Line of the file, from 1, that was read last. */
  line(): number;
  failure(): ReadFailure | undefined;
  /** Releases the file. */
  close(): void;
}

export function createRecords(source: TextSource): Records {
  const lines = linesOf(source());
  let number = 0;
  let failure: ReadFailure | undefined;
  let next: RecordEntry | undefined;
  const follow = createTimeOrder();

  /** @throws what does not concern the file's contents, as a file that is gone */
  function fail(error: unknown): undefined {
    if (!(error instanceof RecordingError)) throw error;
    failure ??= { line: number, reason: error.message };
  }

  /** Parses the next line that is not blank; undefined at the end or after a failure. */
  async function parsed<T>(parse: (line: string) => T): Promise<T | undefined> {
    while (failure === undefined) {
      number++;
      const text = await lines.next().then(({ done, value }) => (done ? undefined : value), fail);
      if (text === undefined) return undefined;
      try {
        if (text.trim() !== '') return parse(text);
      } catch (error) {
        fail(error);
      }
    }
    return undefined;
  }

  function entryOf(line: string): RecordEntry {
    const entry = parseEntry(line);
    follow(entry.at);
    return entry;
  }

  return {
    async header() {
      const header = await parsed(parseHeader);
      return header ?? fail(new RecordingError('the file is empty'));
    },
    async peek() {
      next ??= await parsed(entryOf);
      return next;
    },
    drop() {
      next = undefined;
    },
    line: () => number,
    failure: () => failure,
    close: () => void lines.return(undefined),
  };
}
