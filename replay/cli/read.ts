import type { ReadOutcome } from '../fold/reader.ts';
import { RecordingError } from '../format/format.ts';
import { EXIT, type Exit } from './exit.ts';
import { textOf } from './lines.ts';

/** Gives a file's text to a reader, a part at a time; a packing that breaks off ends it like a line that does. */
export async function readInto(
  path: string,
  reader: { push(text: string): boolean; end(): ReadOutcome },
): Promise<ReadOutcome> {
  try {
    for await (const part of textOf(path)) if (!reader.push(part)) break;
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    const outcome = reader.end();
    return { ...outcome, failure: outcome.failure ?? { line: outcome.records + 2, reason: error.message } };
  }
  return reader.end();
}

/** Says on standard error what could not be read. */
export function reported(path: string, { failure, records }: ReadOutcome): Exit {
  if (failure === undefined) return EXIT.done;
  console.error(`${path}, line ${failure.line}: ${failure.reason}. ${records} records before it were read.`);
  return EXIT.damaged;
}
