import type { ReadFailure } from '../fold/recording-reader.ts';
import { type RecordEntry, RecordingError, type RecordingHeader } from '../format/format.ts';
import { createRecords, type Records } from '../play/records.ts';
import { textOf } from './recording-files.ts';

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
  /** Why the result is useless, known when its records were read; undefined: it is useful if it has any record. */
  readonly lack?: () => string | undefined;
}

export const NO_RECORD = 'it has no record';

/** The error of a tool whose result is useless. @param failure where the reading of its input ended early, if it did */
export const nothingUseful = (lack: string, failure: ReadFailure | undefined): RecordingError =>
  new RecordingError(failure === undefined ? lack : `line ${failure.line}: ${failure.reason}; ${lack}`);

/** @throws RecordingError if the file is not a recording */
export async function openRecording(file: string): Promise<OpenRecording> {
  const records = createRecords(() => textOf(file));
  const header = await records.header();
  const { failure } = records;
  if (header === undefined) throw new RecordingError(`line ${records.line()}: ${failure()?.reason ?? ''}`);
  return { header, entries: entriesOf(records), failure };
}

async function* entriesOf(records: Records): OpenRecording['entries'] {
  try {
    for (let entry = await records.peek(); entry !== undefined; entry = await records.peek()) {
      records.drop();
      yield { line: records.line(), entry };
    }
  } finally {
    records.close();
  }
  return undefined;
}
