import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Reader, type ReadFailure, type ReadOutcome, readAll } from '../fold/reader.ts';
import { RecordingError } from '../format/format.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import type { Io } from './io.ts';

/**
 * Reads a file's text in parts, and unpacks it if its name ends in `.gz`. @throws RecordingError if the packed data is
 * damaged
 */
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

export const readInto = (path: string, reader: Reader): Promise<ReadOutcome> => readAll(textOf(path), reader);

/** Prints on standard error what could not be read. */
export function reported(path: string, { failure, records }: ReadOutcome, io: Io): Exit {
  if (failure === undefined) return EXIT.done;
  io.err(`${path}, line ${failure.line}: ${failure.reason}. ${records} records before it were read.`);
  return EXIT.damaged;
}

/** Prints where a recording makes no sense, if it does anywhere. */
export function reportFailure(path: string, failure: ReadFailure | undefined, io: Io): Exit {
  if (failure === undefined) return EXIT.done;
  const before = failure.line > 1 ? '; what stands before it was read' : '';
  io.err(`${path}, line ${failure.line}: ${failure.reason}${before}.`);
  return EXIT.damaged;
}

const BATCH = 64 * 1024;

/**
 * Writes a file, packed if its name ends in `.gz`. It is written under another name and renamed once it is complete, so a
 * failure leaves the earlier file as it was.
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

/** Pipes and devices are written to directly. */
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

/**
 * Makes a folder and those above it. Not with `recursive`: where a folder is refused as if the one above it were missing, as
 * in `/proc`, Node tries endlessly. @throws UsageError
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(resolve(path)));
  try {
    mkdirSync(path);
  } catch {
    throw new UsageError(`The folder ${path} cannot be made.`);
  }
}
