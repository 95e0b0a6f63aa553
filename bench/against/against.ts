/*
 * `--against`: another version of the project and this one take turns in one run, each turn in processes of its own, so that
 * neither the machine's mood nor one process's luck is taken for a change. What seems worse is measured a second time.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tests/architecture/sources.ts';
import { goalBeside } from '../cluster/cluster-goals.ts';
import { printFigure } from '../cluster/print-figure.ts';
import type { Judged } from '../figures/judge.ts';
import type { Against, Options, Outputs } from '../options.ts';
import { explain } from '../profile/explain.ts';
import { reportToGithub } from '../report/ci-output.ts';
import { parseResult } from '../report/run-result.ts';
import { runTurn } from './run-turn.ts';
import { treeOf } from './tree.ts';
import {
  type Beside,
  besideText,
  confirmed,
  type Round,
  sideBySide,
  unmeasured,
  worstFirst,
} from './verdicts.ts';

/** @returns whether something became worse */
export async function runAgainst(
  { version, rounds, turn }: Against,
  { suites, profile, github }: Options & Outputs,
): Promise<boolean> {
  const other = await treeOf(version);
  const missing = new Set<string>();
  const look = async (what: string, args: readonly string[]) => {
    const taken = await takeRounds({ other, args: [...turn, ...args], rounds, what });
    for (const figure of unmeasured(taken)) missing.add(figure);
    return sideBySide(taken);
  };
  const first = await look('round', suites);
  const doubtful = first.filter(isWorse).map(({ figure }) => figure.slice(figure.indexOf(': ') + 2));
  const again = [...suitesOf(suites, first), '--only', doubtful.join('|')];
  const figures = doubtful.length === 0 ? first : confirmed(first, await look('second look, round', again));
  console.log(
    `\nThis version beside ${version}, ${rounds} rounds by turns; above 0 is worse:\n${besideText(figures)}`,
  );
  for (const figure of missing) console.log(`  not measured in each round, so not compared: ${figure}`);
  const goal = goalBeside(version, figures);
  if (goal !== undefined) await printFigure(goal);
  const worse = figures.filter(isWorse);
  console.log(
    worse.length === 0 ? `\nNothing is worse than in ${version}.` : `\nWorse in both looks: ${worse.length}.`,
  );
  if (github) reportToGithub([], worstFirst(figures));
  const slow = profile === undefined ? suitesOf(suites, worse) : suites;
  if (slow.length > 0) await explain({ suites: slow, version, turn, folder: profile });
  return worse.length > 0;
}

/** The suites of which something is worse. */
const suitesOf = (suites: readonly string[], figures: readonly Beside[]): readonly string[] =>
  suites.filter((name) => figures.some((one) => isWorse(one) && one.figure.startsWith(`${name}:`)));

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

async function takeTurn(tree: string, args: readonly string[]): Promise<readonly Judged[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-turn-'));
  const file = join(folder, 'result.json');
  try {
    await runTurn(tree, [...args, '--json', file]);
    return parseResult(readFileSync(file, 'utf8'), file).figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
