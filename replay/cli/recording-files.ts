import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createBrotliDecompress,
  createGunzip,
  createGzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { type Reader, type ReadFailure, type ReadOutcome, readAll } from '../fold/recording-reader.ts';
import { type Bytes, type PackedAs, packedText, packingDamaged } from '../format/packed-text.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import type { Io } from './io.ts';

/** Reads a file's text in parts; its first bytes decide how it is packed. @throws RecordingError as `packedText` */
export const textOf = (path: string): AsyncGenerator<string> => packedText(bytesOf(path), unpack);

export async function* bytesOf(path: string): Bytes & AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const file = createReadStream(path);
  try {
    for await (const part of file) yield part as Buffer<ArrayBuffer>;
  } finally {
    file.destroy();
  }
}

const UNPACKERS: Readonly<Record<PackedAs, () => Transform>> = {
  gzip: () => createGunzip(),
  deflate: () => createInflate(),
  'deflate-raw': () => createInflateRaw(),
  brotli: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};

export async function* unpack(how: PackedAs, bytes: Bytes): Bytes & AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const unpacker = UNPACKERS[how]();
  const source = Readable.from(bytes, { objectMode: false });
  source.on('error', (error) => unpacker.destroy(error));
  try {
    for await (const part of source.pipe(unpacker)) yield part as Buffer<ArrayBuffer>;
  } catch (error) {
    throw isOfPacking(error) ? packingDamaged() : error;
  } finally {
    source.destroy();
    unpacker.destroy();
  }
}

/** zlib's own codes: `Z_…`, `ERR_BROTLI_…`, `ZSTD_…`, and of a text that is cut off. */
const isOfPacking = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(Z_|ERR_BROTLI|ERR__ERROR|ZSTD_|ERR_ZSTD)/.test(String(error.code));

/** All of a file's text, for small ones. */
export async function wholeText(path: string): Promise<string> {
  let text = '';
  for await (const part of textOf(path)) text += part;
  return text;
}

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
    const packing = /\.gz$/i.test(path) ? [createGzip()] : [];
    await pipeline([Readable.from(batched(parts)), ...packing, createWriteStream(part)]);
    if (isPlace) await rename(part, path);
  } catch (error) {
    if (isPlace) await rm(part, { force: true });
    throw error;
  }
}

/** Pipes and devices are written to directly. */
const isFileOrNothing = async (path: string): Promise<boolean> => (await isFile(path)) || !existsSync(path);

export async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
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
