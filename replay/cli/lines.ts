import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { MAX_LINE } from '../fold/reader.ts';
import { RecordingError } from '../format/format.ts';

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

/** The lines of a file. @throws RecordingError for a line without end, or when the packing is broken */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const part of textOf(path)) {
    let start = 0;
    for (let stop = part.indexOf('\n'); stop >= 0; stop = part.indexOf('\n', start)) {
      yield rest + part.slice(start, stop);
      rest = '';
      start = stop + 1;
    }
    rest += part.slice(start);
    if (rest.length > MAX_LINE) throw new RecordingError('the line is too long');
  }
  if (rest !== '') yield rest;
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
