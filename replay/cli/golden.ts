import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFold } from '../fold/fold.ts';
import { createReader } from '../fold/reader.ts';
import { digestedState } from '../fold/state.ts';
import { UsageError } from './arguments.ts';
import { EXIT, type Exit } from './exit.ts';
import { readInto, reported } from './read.ts';

const FOLDER = 'tests/recordings';
/** Larger ones make the repository heavy: cut them with `--until` in mind. */
const MAX_BYTES = 512 * 1024;
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Makes a recording into a test: the file, and beside it the state that every later build must come to. */
export async function makeGolden({
  file,
  name,
}: {
  readonly file: string;
  readonly name: string;
}): Promise<Exit> {
  if (!NAME.test(name)) throw new UsageError(`--golden wants a name like stop-out, not ${name}.`);
  const { size } = await stat(file);
  if (size > MAX_BYTES)
    throw new UsageError(`${file} is ${size} bytes; a recording for a test has at most ${MAX_BYTES}.`);
  const fold = createFold();
  const outcome = await readInto(file, createReader({ fold }));
  const exit = reported(file, outcome);
  if (exit !== EXIT.done) return exit;
  const base = join(FOLDER, name);
  await mkdir(FOLDER, { recursive: true });
  await copyFile(file, `${base}.jsonl${file.endsWith('.gz') ? '.gz' : ''}`);
  await writeFile(`${base}.state.json`, `${JSON.stringify(await digestedState(fold), undefined, 1)}\n`);
  console.log(`${base} is a test now: npm test -- node`);
  return EXIT.done;
}
