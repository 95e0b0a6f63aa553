import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { root } from '../tests/architecture/sources.ts';

/** What could not be measured is null in the file: JSON has no NaN. */
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
  values: v.pipe(measures, said('one of each repetition, in the order in which they were taken')),
});

const figure = v.strictObject({
  suite: text,
  name: v.pipe(text, said('with the suite, the key by which runs are compared')),
  unit: v.pipe(text, said('of product and peer')),
  product: spread,
  peer: v.exactOptional(v.strictObject({ name: text, cost: spread })),
  ratio: v.exactOptional(v.pipe(spread, said('product / peer of each repetition'))),
  goal: v.pipe(v.number(), said('the most that the median ratio, or else the median of product, may be')),
  atLeast: v.exactOptional(v.pipe(v.literal(true), said('the goal is the least instead of the most'))),
  interval: v.pipe(
    v.tuple([measured, measured]),
    v.readonly(),
    said('95 % confidence of the median ratio, or else of product: bootstrap over the repetitions'),
  ),
  noise: v.pipe(
    v.array(text),
    v.readonly(),
    said('why not to trust the figure; empty when it may be trusted'),
  ),
  details: v.exactOptional(v.record(v.string(), v.union([measured, v.string()]))),
  histogram: v.exactOptional(
    v.strictObject({
      unit: text,
      start: v.pipe(v.number(), said('where the first bin begins')),
      width: v.pipe(v.number(), said('of a bin; the last one holds what is beyond')),
      product: measures,
      peer: v.exactOptional(measures),
    }),
  ),
  growth: v.exactOptional(
    v.strictObject({
      unit: v.exactOptional(v.pipe(text, said('of product and peer, where it is not that of the figure'))),
      of: v.pipe(text, said('what is counted along x')),
      xs: measures,
      product: measures,
      peer: v.exactOptional(measures),
    }),
  ),
});

const result = v.strictObject({
  format: v.literal('pipstream-bench'),
  version: v.literal(1),
  date: v.pipe(v.string(), v.isoTimestamp(), said('when the run ended')),
  commit: text,
  dirty: v.pipe(v.boolean(), said('whether files differed from the commit')),
  machine: v.strictObject({
    cpu: text,
    cores: v.number(),
    memoryGb: v.number(),
    platform: text,
    loadAtStart: v.pipe(v.number(), said('processes that wanted a core, mean of a minute')),
    loadAtEnd: v.number(),
  }),
  versions: v.record(v.string(), v.string()),
  options: v.strictObject({
    suites: v.pipe(v.array(text), v.readonly()),
    quick: v.exactOptional(v.pipe(v.boolean(), said('short turns, few of them: a first look'))),
    repetitions: v.number(),
    seconds: v.number(),
    throttle: v.number(),
    rates: v.pipe(v.array(v.number()), v.readonly()),
    recording: v.exactOptional(text),
    minutes: v.number(),
    peers: v.boolean(),
  }),
  figures: v.pipe(v.array(figure), v.readonly()),
});

/** One run, as `--json` writes it. */
export type Result = v.InferOutput<typeof result>;

/** `bench/schema.json`: what a result file may hold. */
export const resultSchema = () =>
  toJsonSchema(result, { typeMode: 'input', target: 'draft-07', ignoreActions: ['readonly'] });

/** @throws Error with a sentence for a text that is no result */
export function parseResult(json: string, from: string): Result {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error(`${from} is no JSON.`);
  }
  const parsed = v.safeParse(result, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`${from} is no result of a bench run: ${v.getDotPath(issue) ?? ''} ${issue.message}`);
}

export const printResult = (result: Result): string => `${JSON.stringify(result, null, 2)}\n`;

export const LATEST = 'bench/results/latest.json';

/** The newest result of the repository. */
export const latestResult = (): Result => parseResult(readFileSync(join(root, LATEST), 'utf8'), LATEST);
