import { entryLine, FORMAT, isHarStart, RecordingError } from '../format/format.ts';
import type { TextSource } from '../format/lines.ts';
import { importUsefulHar } from '../import/useful-har.ts';
import { blobSource } from './text-source.ts';

const HAR_NAME = /\.har(\.gz)?$/i;

/** Reads a file that the user chose: a recording, or a HAR, which is converted once. Its content tells which it is. */
export function fileSource(file: Blob, name: string): TextSource {
  const source = blobSource(file);
  let converted: Promise<string> | undefined;
  return async function* () {
    if (converted === undefined && !(await isHar(source, name))) return yield* source();
    converted ??= fromHar(source);
    yield await converted;
  };
}

/** @param name tells where the content begins like neither */
async function isHar(source: TextSource, name: string): Promise<boolean> {
  for await (const part of source())
    return isHarStart(part) || (HAR_NAME.test(name) && !part.includes(FORMAT));
  return false;
}

/** @throws RecordingError if it is no HAR, has nothing to show, or is too large for this browser */
async function fromHar(source: TextSource): Promise<string> {
  const parts: string[] = [];
  for await (const part of source()) parts.push(part);
  try {
    const { header, entries } = importUsefulHar(parts.join(''));
    return [JSON.stringify(header), ...entries.map(entryLine)].map((line) => `${line}\n`).join('');
  } catch (error) {
    if (error instanceof RangeError) throw new RecordingError(error.message);
    throw error;
  }
}
