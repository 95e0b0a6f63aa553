import { KINDS, type RecordEntry } from '../format/format.ts';
import { UsageError } from './exit.ts';

/** Makes a recording of others. */
export type ToolTask = CutTask | FilterTask | MergeTask | AnonymiseTask;
export type ListTask = FramesTask | BisectTask;

interface Files {
  readonly file: string;
  readonly out: string;
}

interface CutTask extends Files {
  readonly kind: 'cut';
  /** From the first record if undefined. */
  readonly fromMs: number | undefined;
  readonly toMs: number;
}

interface FilterTask extends Files, Wanted {
  readonly kind: 'filter';
}

interface MergeTask extends Files {
  readonly kind: 'merge';
  readonly other: string;
}

interface AnonymiseTask extends Files {
  readonly kind: 'anonymise';
  /** A random one if undefined. */
  readonly secret: string | undefined;
}

/** Records to keep. */
export interface Wanted {
  /** Topics; a name that ends in `*` stands for all that begin with it. Undefined: all. */
  readonly topics: readonly string[] | undefined;
  /** Kinds of records. Undefined: all. */
  readonly kinds: readonly RecordEntry['kind'][] | undefined;
}

export interface DiffTask {
  /** The recording that two trails belong to. */
  readonly file: string | undefined;
  readonly a: string;
  readonly b: string;
  /** Where a page with all differences is written. */
  readonly html: string | undefined;
}

/** Lists the frames of a recording. */
export interface FramesTask {
  readonly kind: 'frames';
  readonly file: string;
  readonly fromMs: number | undefined;
  readonly toMs: number;
  readonly topics: readonly string[] | undefined;
  /** Text that a row contains. */
  readonly search: string | undefined;
  /** Where the page is written; undefined: a table of text on standard output. */
  readonly html: string | undefined;
}

/** Finds the first commit whose state after a recording differs from that of a good one. */
export interface BisectTask {
  readonly kind: 'bisect';
  readonly file: string;
  readonly good: string;
  readonly bad: string;
}

type Values = Readonly<
  Partial<
    Record<
      'from' | 'to' | 'out' | 'topic' | 'kind' | 'secret' | 'search' | 'html' | 'good' | 'bad',
      string | undefined
    >
  >
>;
type Tool = (ToolTask | ListTask)['kind'];

const TOOLS: Readonly<Record<Tool, (files: readonly string[], values: Values) => ToolTask | ListTask>> = {
  cut(files, { from, to, out }) {
    const [file] = filesOf(files, 1, 'cut FILE --from MOMENT --to MOMENT --out FILE');
    const { fromMs, toMs } = spanOf(from, to);
    if (fromMs === undefined && to === undefined)
      throw new UsageError('Say where to cut: --from, --to or both.');
    return { kind: 'cut', file, out: outOf(out), fromMs, toMs };
  },
  filter(files, { topic, kind, out }) {
    const [file] = filesOf(files, 1, 'filter FILE --topic TOPICS --kind KINDS --out FILE');
    if (topic === undefined && kind === undefined)
      throw new UsageError('Say what to keep: --topic, --kind or both.');
    return {
      kind: 'filter',
      file,
      out: outOf(out),
      topics: topic?.split(','),
      kinds: kind?.split(',').map(kindOf),
    };
  },
  merge(files, { out }) {
    const [file, other] = filesOf(files, 2, 'merge A B --out FILE');
    return { kind: 'merge', file, other, out: outOf(out) };
  },
  anonymise(files, { secret, out }) {
    const [file] = filesOf(files, 1, 'anonymise FILE --out FILE');
    return { kind: 'anonymise', file, out: outOf(out), secret };
  },
  frames(files, { from, to, topic, search, html }) {
    const [file] = filesOf(files, 1, 'frames FILE --topic TOPICS --search TEXT --html PAGE');
    return { kind: 'frames', file, ...spanOf(from, to), topics: topic?.split(','), search, html };
  },
  bisect(files, { good, bad = 'HEAD' }) {
    const [file] = filesOf(files, 1, 'bisect FILE --good COMMIT --bad COMMIT');
    if (good === undefined) throw new UsageError('Name a commit with the right state: --good COMMIT.');
    return { kind: 'bisect', file, good, bad };
  },
};

export const isTool = (name: string | undefined): name is Tool =>
  name !== undefined && Object.hasOwn(TOOLS, name);

/** @throws UsageError */
export const toolTask = (tool: Tool, files: readonly string[], values: Values): ToolTask | ListTask =>
  TOOLS[tool](files, values);

function filesOf(files: readonly string[], count: 1, usage: string): readonly [string];
function filesOf(files: readonly string[], count: 2, usage: string): readonly [string, string];
function filesOf(files: readonly string[], count: number, usage: string): readonly string[] {
  if (files.length !== count) throw new UsageError(`Like this: ${usage}.`);
  return files;
}

function kindOf(text: string): RecordEntry['kind'] {
  const kind = KINDS.find((one) => one === text);
  if (kind === undefined) throw new UsageError(`--kind wants some of ${KINDS.join(', ')}, not ${text}.`);
  return kind;
}

function spanOf(from: string | undefined, to: string | undefined) {
  const fromMs = from === undefined ? undefined : momentOf('--from', from);
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : momentOf('--to', to);
  if (toMs < (fromMs ?? 0)) throw new UsageError('--to lies before --from.');
  return { fromMs, toMs };
}

function outOf(out: string | undefined): string {
  if (out === undefined) throw new UsageError('Name the file to write: --out FILE.');
  return out;
}

const CLOCK = /^(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d+)?)$/;
const [MINUTE_S, SECOND_MS] = [60, 1_000];

/** Ms since the start, from ms or from a time as the app shows it (1:23, 1:02:03.5). */
function momentOf(name: string, text: string): number {
  const parts = CLOCK.exec(text);
  if (parts === null) return numberOf(name, text);
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const minuteCount = (hours ?? 0) * MINUTE_S + (minutes ?? 0);
  return Math.round((minuteCount * MINUTE_S + (seconds ?? 0)) * SECOND_MS);
}

/** @throws UsageError */
export function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new UsageError(`${name} wants a number that is not below zero, not ${text}.`);
  return value;
}
