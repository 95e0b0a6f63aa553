import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, type Exit, UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import { type CountedCost, costText, recordOf, type Tape } from './cost.ts';

export interface CostTask {
  readonly kind: 'cost';
  readonly file: string;
  /** All functions as JSON; else the totals and the functions that are called most. */
  readonly isJson: boolean;
  /** Writes the cost beside a recording that is a test, in place of the recorded one. */
  readonly isRecorded: boolean;
  /** Counts the page in place of the engine. */
  readonly tape: Tape | undefined;
}

interface Counted {
  /** Undefined if the file is no recording. */
  readonly cost: CountedCost | undefined;
  readonly exit: Exit;
}

const PROGRAM = join(import.meta.dirname, 'cost-program.ts');
/** Optimised code is not counted, and the collector would take away the bytecode of functions that rest. */
const FLAGS = ['--no-opt', '--no-maglev', '--no-flush-bytecode', '--disable-warning=ExperimentalWarning'];
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** The cost of a recording, counted in a process of its own. */
export async function countCost(file: string, io: Io): Promise<Counted> {
  const { status, out, said } = await new Promise<{ status: unknown; out: string; said: string }>((done) =>
    execFile(
      process.execPath,
      [...FLAGS, PROGRAM, file],
      { maxBuffer: MAX_OUTPUT_BYTES },
      (error, out, said) => done({ status: error === null ? EXIT.done : error.code, out, said }),
    ),
  );
  if (status !== EXIT.done && status !== EXIT.damaged)
    throw new Error(`${file} could not be played: ${said}`);
  if (said !== '') io.err(said.trimEnd());
  return { cost: out === '' ? undefined : JSON.parse(out), exit: status };
}

/** Where the cost of a recording that is a test lies, beside its state. */
export const costFileOf = (file: string): string => beside(file, 'cost');
export const pageCostFileOf = (file: string): string => beside(file, 'page-cost');
const beside = (file: string, what: string): string => file.replace(/\.jsonl(\.gz)?$/, `.${what}.json`);

/** Prints, or records, what a recording costs. */
export async function printCost({ file, isJson, isRecorded, tape }: CostTask, io: Io): Promise<Exit> {
  if (isRecorded && !existsSync(costFileOf(file)))
    throw new UsageError(`${file} has no recorded cost: --golden makes a recording a test.`);
  const { cost, exit } =
    tape === undefined
      ? await countCost(file, io)
      : { cost: await (await import('./page-cost.ts')).countPage(file, tape), exit: EXIT.done };
  if (cost === undefined) return exit;
  const place = tape === undefined ? costFileOf(file) : pageCostFileOf(file);
  if (isRecorded) await writeFile(place, recordOf(cost));
  else await io.out(isJson ? JSON.stringify(cost) : costText(cost));
  return exit;
}
