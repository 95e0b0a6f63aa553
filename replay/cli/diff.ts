import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createTrail, type TrailStep } from '../fold/trail.ts';
import { FORMAT } from '../format/format.ts';
import { linesOf } from '../format/lines.ts';
import { EXIT, type Exit } from './arguments.ts';
import { textOf } from './files.ts';
import { UsageError } from './tool-arguments.ts';

/** Bytes that are read to detect a file's format. */
const HEAD_BYTES = 65_536;
/** Number of differences that are printed; the rest is only counted. */
const NAMED = 20;

/** Compares two states or two trails. A recording stands for the trail that this build makes of it. */
export async function printDiff(file: string | undefined, a: string, b: string): Promise<Exit> {
  const kinds = [await kindOf(a), await kindOf(b)];
  if (kinds.every((kind) => kind === 'state')) return diffStates(a, b);
  if (kinds.includes('state')) throw new UsageError('A state can be compared with a state alone.');
  return diffTrails(file, a, b);
}

async function kindOf(path: string): Promise<'state' | 'trail' | 'recording'> {
  let head = '';
  for await (const part of createReadStream(path, { end: HEAD_BYTES - 1, encoding: 'utf8' }))
    head += String(part);
  const first = head.split('\n', 1)[0] ?? '';
  if (path.endsWith('.gz') || first.includes(FORMAT)) return 'recording';
  if (first.startsWith('{"line":')) return 'trail';
  if (first.startsWith('{"quotes":')) return 'state';
  throw new UsageError(`${path} is neither a state, nor a trail, nor a recording.`);
}

async function diffStates(a: string, b: string): Promise<Exit> {
  const [left, right]: unknown[] = await Promise.all(
    [a, b].map(async (path) => JSON.parse(await readFile(path, 'utf8'))),
  );
  const all = differences(left, right);
  for (const { path, left: was, right: is } of all.slice(0, NAMED)) console.log(`${path}: ${was} | ${is}`);
  if (all.length > NAMED) console.log(`and ${all.length - NAMED} more`);
  if (all.length === 0) console.log('The states are equal.');
  return all.length === 0 ? EXIT.done : EXIT.refused;
}

async function diffTrails(file: string | undefined, a: string, b: string): Promise<Exit> {
  const left = stepsOf(a);
  const right = stepsOf(b);
  for (;;) {
    const [one, other] = [(await left.next()).value, (await right.next()).value];
    if (one === undefined && other === undefined) {
      console.log('The states are equal after every record.');
      return EXIT.done;
    }
    if (one?.state === other?.state && one?.line === other?.line) continue;
    const first = one ?? other;
    console.log(`The states differ first after line ${first?.line}, at ${first?.at} ms.`);
    if (one === undefined || other === undefined) console.log(`${one === undefined ? a : b} ends before it.`);
    if (file !== undefined) console.log(await lineOf(file, first?.line ?? 0));
    return EXIT.refused;
  }
}

async function* stepsOf(path: string): AsyncGenerator<TrailStep, undefined> {
  if ((await kindOf(path)) === 'trail') {
    for await (const line of linesOf(textOf(path))) if (line !== '') yield JSON.parse(line) as TrailStep;
    return undefined;
  }
  let steps: TrailStep[] = [];
  const trail = createTrail((step) => steps.push(step));
  for await (const part of textOf(path)) {
    const isWanted = trail.push(part);
    yield* steps;
    steps = [];
    if (!isWanted) return undefined;
  }
  trail.end();
  yield* steps;
  return undefined;
}

async function lineOf(path: string, wanted: number): Promise<string> {
  let at = 0;
  for await (const line of linesOf(textOf(path))) if (++at === wanted) return line;
  return '';
}

interface Difference {
  /** `quotes.EURUSD[0]` and the like. */
  readonly path: string;
  readonly left: string;
  readonly right: string;
}

/** Every place in which two JSON values differ, outermost first. */
function differences(left: unknown, right: unknown, path = ''): readonly Difference[] {
  if (Object.is(left, right)) return [];
  if (isBranch(left) && isBranch(right) && Array.isArray(left) === Array.isArray(right)) {
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    return names.flatMap((name) =>
      differences(Reflect.get(left, name), Reflect.get(right, name), placed(path, name, Array.isArray(left))),
    );
  }
  return [{ path, left: shown(left), right: shown(right) }];
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

function placed(path: string, name: string, isItem: boolean): string {
  if (isItem) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
}

const shown = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));
