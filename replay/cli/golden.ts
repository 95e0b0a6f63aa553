import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { digestedState } from '../fold/digested-state.ts';
import { createFold } from '../fold/fold.ts';
import { createReader } from '../fold/recording-reader.ts';
import type { RecordingHeader } from '../format/format.ts';
import { recordOf } from './cost/cost.ts';
import { costFileOf, countCost } from './cost/cost-process.ts';
import { NO_RECORD, nothingUseful } from './entries.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { readInto, reported, textOf } from './recording-files.ts';
import { thisBuild } from './this-build.ts';

const FOLDER = 'tests/recordings';
/** Of a recording for a test, packed: larger ones make the repository heavy. */
export const MAX_GOLDEN_BYTES = 512 * 1024;
/** So many moments with frames follow each one of which `tests/e2e/replay-moments.test.ts` compares pictures. */
export const FRAMES_AFTER = 3;
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Makes a recording a test: packs it, and writes beside it its cost, and the state that every later build must reproduce. */
export async function makeGolden(
  { file, name }: { readonly file: string; readonly name: string },
  io: Io,
): Promise<Exit> {
  checkName('--golden', name);
  const fold = createFold();
  const moments = new Set<number>();
  let received = 0;
  const outcome = await readInto(
    file,
    createReader({
      fold,
      onRecord(_line, atMs) {
        if (fold.counters.received > received) moments.add(Math.ceil(atMs));
        received = fold.counters.received;
      },
    }),
  );
  const exit = reported(file, outcome, io);
  if (exit !== EXIT.done) return exit;
  if (outcome.records === 0) throw nothingUseful(`${file}: ${NO_RECORD}`, undefined);
  if (outcome.header === undefined || moments.size <= FRAMES_AFTER)
    throw new UsageError(
      `${file} has frames at ${moments.size} moments: the pictures of a test need more than ${FRAMES_AFTER}.`,
    );
  const packed = await packedWithin(file);
  const base = join(FOLDER, name);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${base}.jsonl.gz`, packed);
  await writeFile(`${base}.state.json`, `${JSON.stringify(await digestedState(fold), undefined, 1)}\n`);
  const { cost } = await countCost(`${base}.jsonl.gz`, io);
  if (cost !== undefined) await writeFile(costFileOf(`${base}.jsonl.gz`), recordOf(cost));
  await io.out(`${base} is a test now: npm test -- node ${FOLDER}`);
  await io.out(`${await doubt(outcome.header)} Correct in ${base}.state.json what is wrong.`);
  return EXIT.done;
}

/** @throws UsageError */
export function checkName(option: string, name: string): void {
  if (!NAME.test(name)) throw new UsageError(`${option} wants a name like stop-out, not ${name}.`);
}

/** What a test that is made of a recording takes as right, and why that may be wrong. */
export async function doubt({ commit }: RecordingHeader): Promise<string> {
  const here = (await thisBuild()).commitOf();
  const why =
    commit === undefined
      ? 'the recording does not say which build made it'
      : commit === here
        ? `this build, ${here}, made the recording, so a fault that it reports is in the test as right`
        : `the recording is of build ${commit}, this one is ${here || 'unknown'}`;
  return `It takes as right what this build computes, which may be wrong: ${why}.`;
}

/** @throws UsageError for a recording that is too large */
export async function packedWithin(file: string): Promise<Buffer> {
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
