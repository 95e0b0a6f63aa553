import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { RecordingError } from '../format/format.ts';
import { createLineSplitter, lineText } from '../format/lines.ts';

/** The text of a file in parts, unpacked when its name ends in `.gz`. @throws RecordingError when the packing is broken */
export async function* textOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const bytes: AsyncIterable<Buffer> = path.endsWith('.gz') ? unpacked(file) : file;
  const decoder = new TextDecoder();
  try {
    for await (const part of bytes) yield decoder.decode(part, { stream: true });
  } finally {
    file.destroy();
  }
  yield decoder.decode();
}

/** The lines of a file. @throws RecordingError for a line that is too long, or when the packing is damaged */
export async function* linesOf(path: string): AsyncGenerator<string> {
  const lines = createLineSplitter();
  for await (const part of textOf(path)) {
    lines.push(part);
    for (let line = lines.next(); line !== undefined; line = lines.next()) yield lineText(line);
  }
  const last = lines.last();
  if (last !== undefined) yield lineText(last);
}

async function* unpacked(file: AsyncIterable<Buffer> & NodeJS.ReadableStream): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const part of file.pipe(gunzip)) yield part as Buffer;
  } catch (error) {
    throw isOfPacking(error) ? new RecordingError('the packed data is cut off or damaged') : error;
  }
}

const isOfPacking = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
