import type { ReadFailure } from '../fold/reader.ts';
import {
  createTimeOrder,
  parseEntry,
  parseHeader,
  type RecordEntry,
  RecordingError,
  type RecordingHeader,
} from '../format/format.ts';
import { linesOf } from '../format/lines.ts';
import { textOf } from './files.ts';

/** A recording that is read once, record by record. */
export interface OpenRecording {
  readonly header: RecordingHeader;
  /** Ends where the file makes no sense. */
  readonly entries: AsyncGenerator<NumberedEntry, undefined>;
  /** Where that is, once the records were read up to there. */
  failure(): ReadFailure | undefined;
}

interface NumberedEntry {
  /** Of the file, from 1. */
  readonly line: number;
  readonly entry: RecordEntry;
}

/** A recording that a tool makes of others. */
export interface Made {
  readonly header: RecordingHeader;
  readonly entries: AsyncIterable<RecordEntry>;
}

/** @throws RecordingError if the file is not a recording */
export async function openRecording(file: string): Promise<OpenRecording> {
  const lines = numbered(file);
  const first = await lines.next();
  if (first.done) throw new RecordingError('the file is empty');
  let failure: ReadFailure | undefined;
  return {
    header: headerOf(first.value.text),
    entries: entriesOf(lines, (found) => {
      failure = found;
    }),
    failure: () => failure,
  };
}

function headerOf(text: string): RecordingHeader {
  try {
    return parseHeader(text);
  } catch (error) {
    throw error instanceof RecordingError ? new RecordingError(`line 1: ${error.message}`) : error;
  }
}

/** The lines that are not blank. */
async function* numbered(file: string): AsyncGenerator<{ line: number; text: string }, undefined> {
  let line = 0;
  for await (const text of linesOf(textOf(file))) {
    line++;
    if (text.trim() !== '') yield { line, text };
  }
  return undefined;
}

async function* entriesOf(
  lines: ReturnType<typeof numbered>,
  fail: (failure: ReadFailure) => void,
): OpenRecording['entries'] {
  const follow = createTimeOrder();
  let line = 1;
  try {
    for await (const next of lines) {
      line = next.line;
      const entry = parseEntry(next.text);
      follow(entry.at);
      yield { line, entry };
      line++;
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    fail({ line, reason: error.message });
  }
  return undefined;
}
