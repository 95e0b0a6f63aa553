/*
 * `--against`: another version of the project and this one take turns in one run, each turn in processes of its own, so that
 * neither the machine's mood nor one process's luck is taken for a change. What seems worse is measured a second time.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tests/architecture/sources.ts';
import type { Judged } from '../figures/judge.ts';
import type { Against } from '../options.ts';
import { parseResult } from '../report/result.ts';
import { treeOf } from './tree.ts';
import { type Beside, besideText, confirmed, type Round, sideBySide } from './verdicts.ts';

/** @returns whether something became worse */
export async function runAgainst(
  { version, rounds, turn }: Against,
  suites: readonly string[],
): Promise<boolean> {
  const other = await treeOf(version);
  const look = async (names: readonly string[], what: string) =>
    sideBySide(await takeRounds({ other, args: [...names, ...turn], rounds, what }));
  const first = await look(suites, 'round');
  const doubtful = suites.filter((name) =>
    first.some((one) => isWorse(one) && one.figure.startsWith(`${name}:`)),
  );
  const figures =
    doubtful.length === 0 ? first : confirmed(first, await look(doubtful, 'second look, round'));
  console.log(
    `\nThis version beside ${version}, ${rounds} rounds by turns; above 0 is worse:\n${besideText(figures)}`,
  );
  const worse = figures.filter(isWorse);
  console.log(
    worse.length === 0 ? `\nNothing is worse than in ${version}.` : `\nWorse in both looks: ${worse.length}.`,
  );
  return worse.length > 0;
}

const isWorse = ({ verdict }: Beside): boolean => verdict === 'worse';

interface Taking {
  readonly other: string;
  readonly args: readonly string[];
  readonly rounds: number;
  readonly what: string;
}

async function takeRounds({ other, args, rounds, what }: Taking): Promise<readonly Round[]> {
  const taken: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    console.error(`${what} ${round + 1} of ${rounds}`);
    // The order turns round, as that of the peers in a run.
    const sides = round % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const);
    const figures: Partial<Record<keyof Round, readonly Judged[]>> = {};
    for (const side of sides) figures[side] = await takeTurn(side === 'before' ? other : root, args);
    taken.push({ before: figures.before ?? [], after: figures.after ?? [] });
  }
  return taken;
}

/** @throws Error with the run's own words if it fails */
async function takeTurn(tree: string, args: readonly string[]): Promise<readonly Judged[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-turn-'));
  const file = join(folder, 'result.json');
  try {
    const turn = spawn(process.execPath, [join(tree, 'bench', 'run.ts'), ...args, '--json', file], {
      cwd: tree,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    turn.stderr.on('data', (text: Buffer) => {
      said += text.toString();
    });
    const status = await new Promise<number | null>((resolve, reject) => {
      turn.on('error', reject);
      turn.on('close', resolve);
    });
    if (status !== 0)
      throw new Error(
        `The bench failed in ${tree === root ? 'this version' : 'the other version'}:\n${said}`,
      );
    return parseResult(readFileSync(file, 'utf8'), file).figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
