import type { ReadFailure } from '../fold/reader.ts';
import { type RecordEntry, RecordingError, type RecordingHeader } from '../format/format.ts';
import { createRecords, type Records } from '../play/records.ts';
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
  const records = createRecords(() => textOf(file));
  return { header: await knownHeader(records), entries: entriesOf(records), failure: records.failure };
}

/** The header of a recording alone. @throws RecordingError if the file is not a recording */
export async function headerOf(file: string): Promise<RecordingHeader> {
  const records = createRecords(() => textOf(file));
  try {
    return await knownHeader(records);
  } finally {
    records.close();
  }
}

async function knownHeader(records: Records): Promise<RecordingHeader> {
  const header = await records.header();
  if (header !== undefined) return header;
  throw new RecordingError(`line ${records.line()}: ${records.failure()?.reason ?? ''}`);
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
