import { spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../architecture/sources.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { createChance } from '../../sim/chance.ts';
import type { Row } from '../row.ts';

/** The sums of money: each is changed in one place, and a test must fail. */
const FILES = ['money', 'margin', 'pnl', 'volume', 'price'].map((name) => `shared/domain/${name}.ts`);
const TESTS = [
  'tests/shared',
  'tests/server/exchange/oracle.test.ts',
  'tests/server/exchange/worked-examples.test.ts',
  'tests/server/ledger/settle.test.ts',
];
const CHANGES: readonly (readonly [RegExp, string])[] = [
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/ \/ /g, ' * '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ % /g, ' * '],
  [/Math\.round/g, 'Math.floor'],
  [/Math\.abs\(/g, '('],
];

interface Mutation {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly change: string;
}

export const MUTATION_ROW: Row = {
  id: 'G45',
  fault: 'one operator of a formula of money, margin, profit, volume or price is wrong',
  goal: 'a test fails for every one',
  trials: { full: 12, quick: 0 },
  async run({ trials, seed, report }) {
    const chance = createChance(seed);
    const waiting = FILES.flatMap(mutationsOf);
    const possible = waiting.length;
    const survivors: string[] = [];
    let done = 0;
    const folder = join(temporaryFolder(), 'copy');
    for (const part of ['shared', 'server', 'worker', 'replay', 'src', 'tests', 'scripts'])
      cpSync(join(root, part), join(folder, part), { recursive: true });
    for (const file of ['package.json', 'vitest.config.ts', 'tsconfig.json', 'tsconfig.base.json'])
      cpSync(join(root, file), join(folder, file));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const fromMs = performance.now();
    if (!(await passes(folder, 600_000))) throw new Error('the tests fail without a change');
    const limitMs = 5 * (performance.now() - fromMs);
    for (; done < trials && waiting.length > 0; done++) {
      const [mutation] = waiting.splice(chance.whole(0, waiting.length - 1), 1);
      if (mutation === undefined) break;
      const { file, line, source, change } = mutation;
      const right = readFileSync(join(folder, file), 'utf8');
      writeFileSync(join(folder, file), source);
      if (await passes(folder, limitMs)) survivors.push(`${file}:${line} ${change}`);
      writeFileSync(join(folder, file), right);
      if (done % 10 === 9) report(`${done + 1} changes, ${survivors.length} unnoticed`);
    }
    return {
      measured: `${done - survivors.length} of ${done} noticed, chosen from ${possible}`,
      trials: done,
      met: survivors.length === 0,
      ...(survivors.length === 0 ? {} : { note: `Unnoticed: ${survivors.join('; ')}` }),
    };
  },
};

function mutationsOf(file: string): Mutation[] {
  const source = readFileSync(join(root, file), 'utf8');
  const isCode = (at: number) => {
    const line = source.slice(source.lastIndexOf('\n', at) + 1, source.indexOf('\n', at));
    const before = source.slice(source.lastIndexOf('\n', at) + 1, at);
    return (
      !/^\s*(\*|\/\*|\/\/|import|export type|readonly)/.test(line) &&
      !before.includes('//') &&
      !/['`]/.test(before)
    );
  };
  return CHANGES.flatMap(([pattern, to]) =>
    [...source.matchAll(pattern)]
      .filter(({ index }) => isCode(index))
      .map(({ 0: from, index }) => ({
        file,
        line: source.slice(0, index).split('\n').length,
        source: source.slice(0, index) + to + source.slice(index + from.length),
        change: `${from.trim()} to ${to.trim()}`,
      })),
  );
}

function passes(folder: string, limitMs: number): Promise<boolean> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--project', 'node', '--bail=1', ...TESTS];
  const { VITEST: _, ...env } = process.env;
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: folder,
    env: { ...env, INPUTS: '2000' },
    stdio: 'ignore',
    detached: true,
  });
  // A change may make an endless loop, in a process that outlives the one that began it: all of the group end.
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Nothing is left of it.
    }
  };
  const timer = setTimeout(end, limitMs);
  return new Promise((resolve) =>
    child.once('close', (status) => {
      clearTimeout(timer);
      end();
      resolve(status === 0);
    }),
  );
}
