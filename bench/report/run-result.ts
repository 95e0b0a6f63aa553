import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { root } from '../../tests/architecture/sources.ts';
import { ROWS } from '../figures/figure.ts';

/** A missing measurement is null in the file: JSON has no NaN. */
const measured = v.pipe(
  v.nullable(v.number()),
  v.transform((value) => value ?? Number.NaN),
);
const measures = v.pipe(v.array(measured), v.readonly());
const text = v.pipe(v.string(), v.nonEmpty());
const said = <T>(what: string) => v.description<T, string>(what);

const spread = v.strictObject({
  median: measured,
  min: measured,
  max: measured,
  values: v.pipe(measures, said('one per repetition, in the order of measurement')),
});

const figure = v.strictObject({
  suite: text,
  name: v.pipe(text, said('together with the suite, the key for comparing runs')),
  row: v.exactOptional(v.pipe(v.picklist(ROWS), said("number of the project's goal"))),
  unit: v.pipe(text, said('unit of product and peer')),
  product: spread,
  peer: v.exactOptional(v.strictObject({ name: text, cost: spread })),
  ratio: v.exactOptional(v.pipe(spread, said('product / peer of each repetition'))),
  goal: v.pipe(
    v.number(),
    said('upper limit of the median ratio or, without a peer, of the median of product'),
  ),
  atLeast: v.exactOptional(v.pipe(v.literal(true), said('the goal is a lower instead of an upper limit'))),
  interval: v.pipe(
    v.tuple([measured, measured]),
    v.readonly(),
    said(
      '95 % confidence interval of the median ratio or, without a peer, of product: bootstrap over the repetitions',
    ),
  ),
  noise: v.pipe(
    v.array(text),
    v.readonly(),
    said('reasons not to rely on the figure; empty if there are none'),
  ),
  details: v.exactOptional(v.record(v.string(), v.union([measured, v.string()]))),
  histogram: v.exactOptional(
    v.strictObject({
      unit: text,
      start: v.pipe(v.number(), said('start of the first bin')),
      width: v.pipe(v.number(), said('width of a bin; the last bin also counts all larger values')),
      product: measures,
      peer: v.exactOptional(measures),
    }),
  ),
  growth: v.exactOptional(
    v.strictObject({
      unit: v.exactOptional(v.pipe(text, said("unit of product and peer if it is not the figure's"))),
      of: v.pipe(text, said('meaning of the x values')),
      xs: measures,
      product: measures,
      peer: v.exactOptional(measures),
    }),
  ),
});

const options = {
  quick: v.exactOptional(v.pipe(v.boolean(), said('few short turns: a first look'))),
  repetitions: v.number(),
  seconds: v.number(),
  throttle: v.number(),
  rates: v.pipe(v.array(v.number()), v.readonly()),
  recording: v.exactOptional(text),
  minutes: v.number(),
  peers: v.boolean(),
  only: v.exactOptional(v.pipe(text, said('part of the names of the only figures that were measured'))),
  untilStable: v.exactOptional(v.pipe(v.boolean(), said('noisy suites were run up to five times'))),
  waitQuiet: v.exactOptional(v.pipe(v.boolean(), said('each suite waited for a quiet machine'))),
  connect: v.exactOptional(v.pipe(v.boolean(), said('in a browser that ran already, as on a phone'))),
};

const taken = {
  date: v.pipe(v.string(), v.isoTimestamp(), said('end of the run')),
  commit: text,
  dirty: v.pipe(v.boolean(), said('whether files differed from the commit')),
  machine: v.strictObject({
    cpu: text,
    cores: v.number(),
    memoryGb: v.number(),
    platform: text,
    loadAtStart: v.pipe(v.number(), said('load average of the last minute')),
    loadAtEnd: v.number(),
  }),
  versions: v.record(v.string(), v.string()),
};

const suites = v.pipe(v.array(text), v.readonly());
const figures = v.pipe(v.array(figure), v.readonly());
const format = v.literal('pipstream-bench');

const run = v.strictObject({
  suites: v.pipe(suites, said('suites whose figures this run measured')),
  ...taken,
  options: v.strictObject(options),
});

const result = v.strictObject({
  format,
  version: v.literal(2),
  runs: v.pipe(
    v.array(run),
    v.minLength(1),
    v.readonly(),
    said('oldest first; each suite belongs to one run'),
  ),
  figures,
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

/** The schema of a result file, `bench/schema.json`. */
export const resultSchema = () =>
  toJsonSchema(result, { typeMode: 'input', target: 'draft-07', ignoreActions: ['readonly'] });

/** The run that measured a suite. */
export function runOf({ runs }: Result, suite: string): Run {
  const run = runs.find(({ suites }) => suites.includes(suite));
  if (run === undefined) throw new Error(`no run has measured "${suite}"`);
  return run;
}

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
