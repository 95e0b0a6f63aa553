import { type Reader, type ReadOutcome, readAll } from '../fold/reader.ts';
import { EXIT, type Exit } from './exit.ts';
import { textOf } from './lines.ts';

export const readInto = (path: string, reader: Reader): Promise<ReadOutcome> => readAll(textOf(path), reader);

/** Says on standard error what could not be read. */
export function reported(path: string, { failure, records }: ReadOutcome): Exit {
  if (failure === undefined) return EXIT.done;
  console.error(`${path}, line ${failure.line}: ${failure.reason}. ${records} records before it were read.`);
  return EXIT.damaged;
}
