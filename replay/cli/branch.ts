import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entryLine } from '../format/format.ts';
import type { Fact } from './engine-facts.ts';
import { nothingUseful, openRecording } from './entries.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { type PagePicture, pageEnd, pageHead, pageRow } from './picture-page.ts';
import { type Line, playEngine } from './played-engine.ts';
import { writeText } from './recording-files.ts';
import { seeing } from './shots.ts';
import { type BranchTask, findTarget, lineOf, otherEntries, type Target } from './tampering.ts';
import { clockText } from './tool-arguments.ts';

/** A value that differs, from a moment on. */
interface Divergence {
  readonly atMs: number;
  readonly path: string;
  readonly was: Fact | undefined;
  readonly is: Fact | undefined;
}

interface Compared {
  /** Where each value differs first, by time. */
  readonly firsts: readonly Divergence[];
  /** What still differs at the end. */
  readonly open: readonly string[];
  /** From then on all values are equal to the end. */
  readonly equalMs: number | undefined;
}

/** Plays a recording as it was, and as it would have been; prints what differs first. */
export async function branch(task: BranchTask, io: Io): Promise<Exit> {
  const { file, tampering, html } = task;
  const target = await findTarget(task);
  let isMet = false;
  const past = await played(file, undefined);
  const line = lineOf(target, tampering, () => {
    isMet = true;
  });
  const other = await played(file, line);
  if (!isMet)
    throw nothingUseful(`${file}, line ${target.line}: the engine did not take this frame`, undefined);
  const found = compare(past, other);
  const { entry, topic, seq, what } = target;
  const lines = [`Line ${target.line} at ${clockText(entry.at)}, ${topic} ${seq}: ${what}`, ...said(found)];
  for (const one of lines) await io.out(one);
  if (html === undefined) return EXIT.done;
  const picture = await firstPicture(task, target, found, io);
  if (picture !== undefined) await io.out(picture.line);
  await writeText(
    html,
    pageOf(task, [...lines, ...(picture === undefined ? [] : [picture.line])], found, picture),
  );
  return EXIT.done;
}

type Log = readonly { readonly atMs: number; readonly path: string; readonly fact: Fact | undefined }[];

async function played(file: string, line: Line | undefined): Promise<Log> {
  const log: { atMs: number; path: string; fact: Fact | undefined }[] = [];
  await playEngine(file, {
    ...(line === undefined ? {} : { line }),
    onFact: (atMs, path, fact) => void log.push({ atMs, path, fact }),
  });
  return log;
}

/** Compares moment by moment, each after all that happened at it. */
function compare(past: Log, other: Log): Compared {
  const sideOf = (log: Log) => ({ log, next: 0, facts: new Map<string, Fact | undefined>() });
  const [left, right] = [sideOf(past), sideOf(other)];
  const sides = [left, right];
  const firsts = new Map<string, Divergence>();
  const open = new Set<string>();
  let equalMs: number | undefined;
  for (;;) {
    const atMs = Math.min(...sides.map(({ log, next }) => log[next]?.atMs ?? Number.POSITIVE_INFINITY));
    if (atMs === Number.POSITIVE_INFINITY) break;
    const touched = new Set<string>();
    for (const side of sides)
      for (let one = side.log[side.next]; one?.atMs === atMs; one = side.log[++side.next]) {
        side.facts.set(one.path, one.fact);
        touched.add(one.path);
      }
    for (const path of touched) {
      const [was, is] = [left.facts.get(path), right.facts.get(path)];
      if (was === is) open.delete(path);
      else open.add(path);
      if (was !== is && !firsts.has(path)) firsts.set(path, { atMs, path, was, is });
    }
    equalMs = open.size > 0 || firsts.size === 0 ? undefined : (equalMs ?? atMs);
  }
  return { firsts: [...firsts.values()], open: [...open], equalMs };
}

/** What is money, or a ratio of it. */
const AMOUNT = /^account\.|\.pnl$/;
const shown = (fact: Fact | undefined): string => (fact === undefined ? 'absent' : JSON.stringify(fact));

function said({ firsts, open, equalMs }: Compared): readonly string[] {
  const [field] = firsts;
  if (field === undefined) return ['No field differs.'];
  const amount = firsts.find(({ path }) => AMOUNT.test(path));
  const told = (what: string, one: Divergence | undefined): string =>
    one === undefined
      ? `No ${what} differs.`
      : `First ${what}: ${clockText(one.atMs)} ${one.path}: ${shown(one.was)} | ${shown(one.is)}`;
  const count = `${firsts.length} field${firsts.length === 1 ? ' differs' : 's differ'} at some time`;
  const end =
    equalMs === undefined
      ? `at the end still ${open.slice(0, NAMED).join(', ')}${open.length > NAMED ? ` and ${open.length - NAMED} more` : ''}`
      : `from ${clockText(equalMs)} on all are equal again`;
  return [told('field', field), told('amount', amount), `${count}; ${end}.`];
}

/** Fields that are named; the page has all. */
const NAMED = 8;
/** Moments at which pictures are compared. */
const MAX_PICTURES = 5;

interface FoundPicture {
  readonly line: string;
  readonly pictures: readonly PagePicture[];
}

/** The first of the moments of a difference at which the app looks different; undefined where it can't be shown, which is said. */
async function firstPicture(
  { file, tampering, look }: BranchTask,
  target: Target,
  { firsts }: Compared,
  io: Io,
): Promise<FoundPicture | undefined> {
  const moments = [...new Set(firsts.map(({ atMs }) => Math.ceil(atMs)))].slice(0, MAX_PICTURES);
  const folder = await mkdtemp(join(tmpdir(), 'replay-branch-'));
  const otherFile = join(folder, 'other.jsonl');
  try {
    const { header, entries } = await openRecording(file);
    async function* text() {
      yield `${JSON.stringify(header)}\n`;
      for await (const entry of otherEntries(entries, target, tampering)) yield `${entryLine(entry)}\n`;
    }
    await writeText(otherFile, text());
    const sides = [file, otherFile].map((one) => seeing(one, moments, look, (player) => player.settled()));
    try {
      for (const atMs of moments) {
        const [was, is] = await Promise.all(sides.map(async (side) => (await side.next()).value as Buffer));
        if (was === undefined || is === undefined || was.equals(is)) continue;
        return {
          line: `First picture: ${clockText(atMs)}`,
          pictures: [
            { name: `as it was, ${clockText(atMs)}`, png: was },
            { name: target.what, png: is },
          ],
        };
      }
    } finally {
      await Promise.all(sides.map((side) => side.return(undefined)));
    }
    return { line: 'No picture differs on this screen: --screen shows another one.', pictures: [] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.err(`The page has no pictures of the app. ${error.message}`);
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* pageOf(
  { file }: BranchTask,
  lines: readonly string[],
  { firsts }: Compared,
  picture: FoundPicture | undefined,
): AsyncGenerator<string> {
  yield pageHead(file, lines, ['from', 'field', 'as it was', 'otherwise'], picture?.pictures);
  for (const { atMs, path, was, is } of firsts) yield pageRow([clockText(atMs), path, shown(was), shown(is)]);
  yield pageEnd();
}
