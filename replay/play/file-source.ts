import { entryLine, RecordingError } from '../format/format.ts';
import type { TextSource } from '../format/lines.ts';
import { importUsefulHar } from '../import/useful-har.ts';
import { blobSource } from './text-source.ts';

const HAR_NAME = /\.har(\.gz)?$/i;

/** Reads a file that the user chose: a recording, or a HAR, which is converted once. */
export function fileSource(file: Blob, name: string): TextSource {
  const source = blobSource(file, name.toLowerCase());
  if (!HAR_NAME.test(name)) return source;
  let converted: Promise<string> | undefined;
  return async function* () {
    converted ??= fromHar(source);
    yield await converted;
  };
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
