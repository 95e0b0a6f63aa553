import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const BATCH = 64 * 1024;

/**
 * Writes a file, packed when its name ends in `.gz`. It is written beside its place and moved there when it is whole, so
 * that a failure leaves the file that was there before.
 */
export async function writeText(path: string, parts: AsyncIterable<string>): Promise<void> {
  const isPlace = await isFileOrNothing(path);
  const part = isPlace ? `${path}.part` : path;
  try {
    const packing = path.endsWith('.gz') ? [createGzip()] : [];
    await pipeline([Readable.from(batched(parts)), ...packing, createWriteStream(part)]);
    if (isPlace) await rename(part, path);
  } catch (error) {
    if (isPlace) await rm(part, { force: true });
    throw error;
  }
}

/** A pipe or a device is written to as it is. */
async function isFileOrNothing(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return true;
  }
}

async function* batched(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let batch = '';
  for await (const part of parts) {
    batch += part;
    if (batch.length < BATCH) continue;
    yield batch;
    batch = '';
  }
  if (batch !== '') yield batch;
}
