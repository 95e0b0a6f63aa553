import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { root } from '../../tests/architecture/sources.ts';
import { ROWS } from '../figures/figure.ts';

/** A missing measurement is null in the file: JSON has no NaN. */
const measured = v.pipe(
  v.nullable(v.number()),
  v.transform((value) => value ?? Number.NaN),
);
const text = v.pipe(v.string(), v.nonEmpty());

const spread = v.strictObject({
  median: measured,
  min: measured,
  max: measured,
  values: v.pipe(v.array(measured), v.readonly()),
});

/** As `Judged` has it. Suite and name together are its key. */
const figure = v.strictObject({
  suite: text,
  name: text,
  row: v.exactOptional(v.picklist(ROWS)),
  unit: text,
  product: spread,
  peer: v.exactOptional(v.strictObject({ name: text, cost: spread })),
  ratio: v.exactOptional(spread),
  goal: v.number(),
  atLeast: v.exactOptional(v.literal(true)),
  interval: v.pipe(v.tuple([measured, measured]), v.readonly()),
  noise: v.pipe(v.array(text), v.readonly()),
  details: v.exactOptional(v.record(v.string(), v.union([measured, v.string()]))),
});

const run = v.strictObject({
  /** Whose figures this run measured. */
  suites: v.pipe(v.array(text), v.readonly()),
  /** End of the run. */
  date: v.pipe(v.string(), v.isoTimestamp()),
  commit: text,
  /** Whether files differed from the commit. */
  dirty: v.boolean(),
  machine: v.strictObject({
    cpu: text,
    cores: v.number(),
    memoryGb: v.number(),
    platform: text,
    /** Load average of the last minute. */
    loadAtStart: v.number(),
    loadAtEnd: v.number(),
  }),
  versions: v.record(v.string(), v.string()),
  /** Those that change what a figure means. */
  options: v.strictObject({
    quick: v.exactOptional(v.boolean()),
    repetitions: v.number(),
    minutes: v.number(),
    peers: v.boolean(),
    only: v.exactOptional(text),
    /** In a browser that ran already. */
    connect: v.exactOptional(v.literal(true)),
  }),
});

const result = v.strictObject({
  format: v.literal('pipstream-bench'),
  version: v.literal(3),
  /** Oldest first; each suite belongs to one run. */
  runs: v.pipe(v.array(run), v.minLength(1), v.readonly()),
  figures: v.pipe(v.array(figure), v.readonly()),
});

const read = v.pipe(
  result,
  v.check(
    ({ runs, figures }) => figures.every(({ suite }) => runs.some(({ suites }) => suites.includes(suite))),
    'a suite that has figures is of no run',
  ),
);

/** Where, when, from which commit and how figures were measured. */
export type Run = v.InferOutput<typeof run>;

/** A result file: one run (`--json`), or the last run of each suite (`--record`). */
export type Result = v.InferOutput<typeof result>;

/**
 * Replaces the suites of `before` that `now` contains; the others stay, with the run that measured them.
 * @param order of all suites
 */
export function merged(before: Result, now: Result, order: readonly string[]): Result {
  const measured = new Set(now.runs.flatMap(({ suites }) => suites));
  const stays = (suite: string) => !measured.has(suite) && order.includes(suite);
  const older = before.runs
    .map((run) => ({ ...run, suites: run.suites.filter(stays) }))
    .filter(({ suites }) => suites.length > 0);
  const kept = before.figures.filter(({ suite }) => stays(suite));
  return {
    ...now,
    runs: [...older, ...now.runs],
    figures: [...kept, ...now.figures].toSorted((a, b) => order.indexOf(a.suite) - order.indexOf(b.suite)),
  };
}

/** @throws Error with a sentence for a text that is not a result */
export function parseResult(json: string, from: string): Result {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error(`${from} is no JSON.`);
  }
  const parsed = v.safeParse(read, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(
    `${from} is no result of a bench run: ${[v.getDotPath(issue) ?? [], issue.message].flat().join(' ')}`,
  );
}

export const printResult = (result: Result): string => `${JSON.stringify(result, null, 2)}\n`;

/** Folder into which `--record` writes. */
export const RESULTS = 'bench/results';

export const LATEST = `${RESULTS}/latest.json`;

/** The repository's latest result of each suite. */
export const latestResult = (): Result => parseResult(readFileSync(join(root, LATEST), 'utf8'), LATEST);
