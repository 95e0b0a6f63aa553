import { isFields, parseJson } from '../../shared/json.ts';
import { type State, stateOf } from '../fold/digested-state.ts';
import { createFold } from '../fold/fold.ts';
import type { ReadFailure } from '../fold/recording-reader.ts';
import { createTrail, type TrailStep } from '../fold/trail.ts';
import { FORMAT, isHarStart, RecordingError } from '../format/format.ts';
import { linesOf } from '../format/lines.ts';
import { diffByClock } from './clock-diff.ts';
import { type Difference, differences } from './differences.ts';
import { openRecording } from './entries.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { type PagePicture, pageEnd, pageHead, pageRow } from './picture-page.ts';
import { reportFailure, textOf, writeText } from './recording-files.ts';
import { clockText, type DiffTask } from './tool-arguments.ts';

/** Number of differences that are printed; the rest is only counted. */
const NAMED = 20;

/** What two files differ in, in sentences and fields. */
interface Found {
  readonly isEqual: boolean;
  readonly lines: readonly string[];
  /** Of the values below; undefined if there are none. */
  readonly columns?: readonly [was: string, is: string];
  readonly all: readonly Difference[];
  /** Of two recordings: the moment after which they differ first, ms since the start of each. */
  readonly atMs?: readonly [a: number, b: number];
  /** Where the reading of a file ended before its end. */
  readonly damage?: readonly Damage[];
}

type Damage = readonly [file: string, failure: ReadFailure];

/** Compares two states or two trails. A recording stands for the trail that this build makes of it. */
export async function printDiff(task: DiffTask, io: Io): Promise<Exit> {
  const { file, a, b, html } = task;
  const kinds = [await kindOf(a), await kindOf(b)];
  if (kinds.includes('state') && !kinds.every((kind) => kind === 'state'))
    throw new UsageError('A state can be compared with a state alone.');
  const found = kinds.includes('state') ? await diffStates(a, b) : await diffTrails(file, a, b);
  for (const line of found.lines) await io.out(line);
  for (const { path, left, right } of found.all.slice(0, NAMED)) await io.out(`${path}: ${left} | ${right}`);
  if (found.all.length > NAMED) await io.out(`and ${found.all.length - NAMED} more`);
  if (html !== undefined) await writeText(html, pageOf(task, found, await picturesOf(task, found, io)));
  const { damage = [] } = found;
  for (const [path, failure] of damage) reportFailure(path, failure, io);
  return damage.length > 0 ? EXIT.damaged : found.isEqual ? EXIT.done : EXIT.refused;
}

/** The app at the first moment at which two recordings differ; none where it can't be shown, which is said. */
async function picturesOf(
  { a, b, look }: DiffTask,
  { atMs }: Found,
  io: Io,
): Promise<readonly PagePicture[]> {
  if (atMs === undefined) return [];
  try {
    const pictures: PagePicture[] = [];
    // A comparison without pictures needs no browser's package.
    const { pictureAt } = await import('./shots.ts');
    const [atA, atB] = atMs;
    for (const [file, at] of [[a, atA] as const, [b, atB] as const])
      pictures.push({ name: file, png: await pictureAt(file, at, look) });
    return pictures;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.err(`The page has no pictures of the app. ${error.message}`);
    return [];
  }
}

async function* pageOf(
  { a, b }: DiffTask,
  { lines, columns, all }: Found,
  pictures: readonly PagePicture[],
): AsyncGenerator<string> {
  yield pageHead(`${a} and ${b}`, lines, ['field', ...(columns ?? [a, b])], pictures);
  for (const { path, left, right } of all) yield pageRow([path, left, right]);
  yield pageEnd();
}

async function kindOf(path: string): Promise<'state' | 'trail' | 'recording'> {
  const first = await firstLine(path);
  if (first.includes(FORMAT)) return 'recording';
  if (first.startsWith('{"line":')) return 'trail';
  if (first.startsWith('{"quotes":')) return 'state';
  if (isHarStart(first)) throw new UsageError(`${path} is a HAR: import makes a recording of it.`);
  throw new UsageError(`${path} is neither a state, nor a trail, nor a recording.`);
}

/** The beginning of a long one. */
async function firstLine(path: string): Promise<string> {
  for await (const part of namedText(path)) return part.split('\n', 1)[0] ?? '';
  return '';
}

/** As `textOf`, but the error names the file. */
async function* namedText(path: string): AsyncGenerator<string> {
  try {
    yield* textOf(path);
  } catch (error) {
    throw error instanceof RecordingError ? new RecordingError(`${path}: ${error.message}.`) : error;
  }
}

async function diffStates(a: string, b: string): Promise<Found> {
  const [left, right] = await Promise.all([a, b].map(stateIn));
  const all = differences(left, right);
  return { isEqual: all.length === 0, lines: all.length === 0 ? ['The states are equal.'] : [], all };
}

async function stateIn(path: string): Promise<unknown> {
  let text = '';
  for await (const part of namedText(path)) text += part;
  const state = parseJson(text);
  if (state === undefined) throw new RecordingError(`${path} is cut off or damaged.`);
  return state;
}

async function diffTrails(file: string | undefined, a: string, b: string): Promise<Found> {
  if (file === undefined && (await areRecordings(a, b))) {
    const [startA, startB] = [await startOf(a), await startOf(b)];
    if (startA !== undefined && startB !== undefined && startA !== startB) return diffRecordings(a, b);
  }
  const left = stepsOf(a);
  const right = stepsOf(b);
  for (let compared = 0; ; compared++) {
    const [one, other, damage] = await nextSteps([a, left], [b, right]);
    const first = one ?? other;
    if (damage.length > 0) {
      const lines = compared === 0 ? [] : ['The states are equal as far as both files can be read.'];
      return { isEqual: true, lines, all: [], damage };
    }
    if (first === undefined)
      return { isEqual: true, lines: ['The states are equal after every record.'], all: [] };
    if (one?.state === other?.state && one?.line === other?.line) continue;
    const lines = [`The states differ first after line ${first.line}, at ${first.at} ms.`];
    if (one === undefined || other === undefined) lines.push(`${one === undefined ? a : b} ends before it.`);
    else if (file === undefined && (await areRecordings(a, b))) return withFields(lines, a, b, one, other);
    return file === undefined ? { isEqual: false, lines, all: [] } : withRecord(lines, file, first.line);
  }
}

/** Undefined where the header makes no sense, which its comparison says. */
async function startOf(path: string): Promise<number | undefined> {
  try {
    const { header, entries } = await openRecording(path);
    await entries.return(undefined);
    return Date.parse(header.started_at);
  } catch (error) {
    if (error instanceof RecordingError) return undefined;
    throw error;
  }
}

/** Recordings that began at different times have no lines in common: their moments are compared. */
async function diffRecordings(a: string, b: string): Promise<Found> {
  const { common, first, failures } = await diffByClock(a, b);
  const damage = [a, b].flatMap((path, at): Damage[] => {
    const failure = failures[at];
    return failure === undefined ? [] : [[path, failure]];
  });
  if (common === undefined) throw new UsageError(`${a} and ${b} have no time in common.`);
  const [from, to] = common.map((ms) => new Date(ms).toISOString());
  const lines = [`Compared by the clock, from ${from} to ${to}, without the counters.`];
  if (first === undefined)
    return { isEqual: true, lines: [...lines, 'The states are equal at every moment.'], all: [], damage };
  const { wallMs, atMs, all } = first;
  const [atA, atB] = atMs.map(clockText);
  lines.push(`The states differ first at ${new Date(wallMs).toISOString()}: ${atA} of ${a}, ${atB} of ${b}.`);
  return { isEqual: false, lines, all, atMs, damage };
}

type Steps = AsyncGenerator<TrailStep, ReadFailure | undefined>;

/** The next step of each file, undefined at its end, and which of them ended at a damage. */
async function nextSteps(
  ...sides: readonly [readonly [string, Steps], readonly [string, Steps]]
): Promise<readonly [one: TrailStep | undefined, other: TrailStep | undefined, damage: readonly Damage[]]> {
  const damage: Damage[] = [];
  const next = async ([path, steps]: readonly [string, Steps]) => {
    const { done, value } = await steps.next();
    if (!done) return value;
    if (value !== undefined) damage.push([path, value]);
    return undefined;
  };
  return [await next(sides[0]), await next(sides[1]), damage];
}

const areRecordings = async (a: string, b: string): Promise<boolean> =>
  (await kindOf(a)) === 'recording' && (await kindOf(b)) === 'recording';

/** The fields in which the states of two recordings differ first. */
async function withFields(
  lines: readonly string[],
  a: string,
  b: string,
  one: TrailStep,
  other: TrailStep,
): Promise<Found> {
  const [left, right] = [await stateAfter(a, one.line), await stateAfter(b, other.line)];
  return { isEqual: false, lines, all: differences(left, right), atMs: [one.at, other.at] };
}

/** Trails have no fields: the record, and what it changes in this build. */
async function withRecord(lines: readonly string[], file: string, line: number): Promise<Found> {
  const [before, after] = [await stateAfter(file, line - 1), await stateAfter(file, line)];
  return {
    isEqual: false,
    lines: [...lines, await lineOf(file, line), 'In this build it changes:'],
    columns: ['before it', 'after it'],
    all: differences(before, after),
  };
}

async function stateAfter(path: string, lastLine: number): Promise<State> {
  const fold = createFold();
  const { entries } = await openRecording(path);
  for await (const { line, entry } of entries) {
    if (line > lastLine) break;
    fold.take(entry);
  }
  return stateOf(fold);
}

/** The states after the records, up to where the file makes no sense, which is returned. */
async function* stepsOf(path: string): Steps {
  return yield* (await kindOf(path)) === 'trail' ? stepsIn(path) : stepsMade(path);
}

async function* stepsIn(path: string): Steps {
  let line = 0;
  for await (const text of linesOf(namedText(path))) {
    line++;
    if (text === '') continue;
    const step = parseJson(text);
    if (!isFields(step)) return { line, reason: 'the line is cut off or damaged' };
    yield step as unknown as TrailStep;
  }
  return undefined;
}

async function* stepsMade(path: string): Steps {
  let steps: TrailStep[] = [];
  let packing: string | undefined;
  const trail = createTrail((step) => steps.push(step));
  try {
    for await (const part of textOf(path)) {
      const isWanted = trail.push(part);
      yield* steps;
      steps = [];
      if (!isWanted) break;
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    packing = error.message;
  }
  const { header, failure, records } = trail.end();
  yield* steps;
  return packing === undefined ? failure : { line: header === undefined ? 1 : records + 2, reason: packing };
}

async function lineOf(path: string, wanted: number): Promise<string> {
  let at = 0;
  for await (const line of linesOf(textOf(path))) if (++at === wanted) return line;
  return '';
}
