import { entryLine, FORMAT, isHarStart, type RecordEntry, RecordingError } from '../format/format.ts';
import type { TextSource } from '../format/lines.ts';
import { incompleteness } from '../import/import-report.ts';
import { importUsefulHar } from '../import/useful-har.ts';
import { type HarSurroundings, surroundingsOf, wholeHar } from '../import/whole-har.ts';
import { blobSource, bytesOf, unpack } from './text-source.ts';

const HAR_NAME = /\.har(\.gz)?$/i;

/** Reads a file that the user chose: a recording, or a HAR, which is converted once. Its content decides which it is. */
export function fileSource(file: Blob, name: string): TextSource {
  const source = blobSource(file);
  let converted: Promise<string> | undefined;
  return async function* () {
    if (converted === undefined && !(await isHar(source, name))) return yield* source();
    converted ??= fromHar(
      source,
      surroundingsOf(() => bytesOf(file), unpack),
    );
    yield await converted;
  };
}

/** @param name decides where the content begins like neither */
async function isHar(source: TextSource, name: string): Promise<boolean> {
  for await (const part of source())
    return isHarStart(part) || (HAR_NAME.test(name) && !part.includes(FORMAT));
  return false;
}

/** @throws RecordingError if it is no HAR, has nothing to show, or is too large for this browser */
async function fromHar(source: TextSource, around: HarSurroundings): Promise<string> {
  const parts: string[] = [];
  for await (const part of source()) parts.push(part);
  try {
    const { header, entries, report } = importUsefulHar(await wholeHar(parts.join(''), around));
    const why = incompleteness(report, 'frames and answers');
    // Among the errors that the player lists: a report of an import has no other place in the app.
    const lacks: readonly RecordEntry[] =
      why === undefined ? [] : [{ at: 0, kind: 'page', event: 'console', message: why }];
    return [JSON.stringify(header), ...[...lacks, ...entries].map(entryLine)]
      .map((line) => `${line}\n`)
      .join('');
  } catch (error) {
    if (error instanceof RangeError) throw new RecordingError(error.message);
    throw error;
  }
}
