import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { digestedState } from '../fold/digested-state.ts';
import { createFold } from '../fold/fold.ts';
import { createReader } from '../fold/recording-reader.ts';
import { NO_RECORD, nothingUseful } from './entries.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { readInto, reported, textOf } from './recording-files.ts';

const FOLDER = 'tests/recordings';
/** Of a recording for a test, packed: larger ones make the repository heavy. */
export const MAX_GOLDEN_BYTES = 512 * 1024;
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Makes a recording a test: packs it, and writes beside it the state that every later build must reproduce. */
export async function makeGolden(
  { file, name }: { readonly file: string; readonly name: string },
  io: Io,
): Promise<Exit> {
  if (!NAME.test(name)) throw new UsageError(`--golden wants a name like stop-out, not ${name}.`);
  const fold = createFold();
  const outcome = await readInto(file, createReader({ fold }));
  const exit = reported(file, outcome, io);
  if (exit !== EXIT.done) return exit;
  if (outcome.records === 0) throw nothingUseful(`${file}: ${NO_RECORD}`, undefined);
  const packed = await packedWithin(file);
  const base = join(FOLDER, name);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${base}.jsonl.gz`, packed);
  await writeFile(`${base}.state.json`, `${JSON.stringify(await digestedState(fold), undefined, 1)}\n`);
  await io.out(`${base} is a test now: npm test -- node ${FOLDER}`);
  return EXIT.done;
}

/** @throws UsageError for a recording that is too large */
async function packedWithin(file: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  await pipeline(textOf(file), createGzip(), async (packed: AsyncIterable<Buffer>) => {
    for await (const part of packed) {
      size += part.length;
      parts.push(part);
      if (size > MAX_GOLDEN_BYTES)
        throw new UsageError(
          `${file} has more than ${MAX_GOLDEN_BYTES} bytes when packed, the most of a recording for a test: cut or filter it.`,
        );
    }
  });
  return Buffer.concat(parts);
}
