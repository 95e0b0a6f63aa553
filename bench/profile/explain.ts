/*
 * Why something is slow: a turn of each side under the profiler, in processes and a build of its own, after everything has
 * been measured.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from '../../tests/architecture/sources.ts';
import { runTurn } from '../against/run-turn.ts';
import { treeOf } from '../against/tree.ts';
import { functionsText, type Profile } from './functions.ts';
import { FOLDER_VARIABLE } from './profiled.ts';

/** Suites whose turns have hooks for the profiler. */
const PROFILED = ['engine', 'transport', 'list', 'chart', 'input', 'drag', 'soak'];

interface Asked {
  readonly suites: readonly string[];
  /** The other version; undefined without a comparison. */
  readonly version?: string;
  /** Options of the turns. */
  readonly turn: readonly string[];
  /** Where the profiles go; a new temporary folder if undefined. */
  readonly folder: string | undefined;
}

/** One thread of the turns. */
interface Thread {
  readonly name: string;
  readonly after: Profile;
  readonly before?: Profile;
}

/** Takes the profiles and prints where the time went. */
export async function explain({ suites, version, turn, folder }: Asked): Promise<void> {
  const names = suites.filter((name) => PROFILED.includes(name));
  if (names.length === 0) {
    console.log(`\nThere are profiles of ${PROFILED.join(', ')} only.`);
    return;
  }
  const place = resolve(folder ?? mkdtempSync(join(tmpdir(), 'pipstream-profiles-')));
  // In a few seconds nothing piles up.
  const longer = names.includes('soak') && !turn.includes('--minutes') ? ['--minutes', '2'] : [];
  const sides = version === undefined ? (['after'] as const) : (['before', 'after'] as const);
  // What an earlier run left there is of other versions.
  for (const side of ['before', 'after']) rmSync(join(place, side), { recursive: true, force: true });
  try {
    for (const side of sides) {
      console.error(`one turn under the profiler: ${side === 'before' ? version : 'this version'}`);
      const tree = await treeOf(side === 'after' ? root : (version ?? root), `profiled-${side}`);
      await runTurn(tree, [...names, ...turn, ...longer], { [FOLDER_VARIABLE]: join(place, side) });
    }
    printProfiles(place);
  } catch (error) {
    // A verdict stands without its reason.
    console.error(error instanceof Error ? error.message : error);
  }
}

/** From now on this process takes profiles. @returns their place */
export function profilesOfThisRun(): string {
  const place = mkdtempSync(join(tmpdir(), 'pipstream-profiles-'));
  process.env[FOLDER_VARIABLE] = join(place, 'after');
  return place;
}

export function printProfiles(place: string): void {
  const texts = threadsIn(place).map(threadText);
  console.log(`\n${texts.join('\n\n')}\n\nProfiles for the developer tools: ${place}`);
}

function threadsIn(place: string): readonly Thread[] {
  const read = (side: string, name: string): Profile | undefined => {
    try {
      return JSON.parse(readFileSync(join(place, side, name), 'utf8'));
    } catch {
      return undefined;
    }
  };
  return readdirSync(join(place, 'after')).flatMap((file) => {
    const [before, after] = [read('before', file), read('after', file)];
    const name = file.replace(/\.\w+$/, '');
    return after === undefined ? [] : [{ name, after, ...(before && { before }) }];
  });
}

const threadText = ({ name, after, before }: Thread): string => {
  const what =
    'head' in after ? 'what functions allocated and is still held, kB' : 'own time of functions, ms/s';
  return `${name}: ${what}${before ? ', by difference' : ''}\n${functionsText(after, before)}`;
};
