import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../architecture/sources.ts';

interface RowOptions {
  readonly trials: number;
  readonly seed: number;
  /** Progress, for people. */
  readonly report: (line: string) => void;
}

export interface Measured {
  /** One sentence with the figures. */
  readonly measured: string;
  readonly trials: number;
  readonly met: boolean;
  readonly note?: string;
}

/** One fault, what must hold under it, and the trial that measures it. */
export interface Row {
  readonly id: string;
  readonly fault: string;
  readonly goal: string;
  /** How often by default, and with `--quick`. 0: not at all. */
  readonly trials: { readonly full: number; readonly quick: number };
  /** @throws NotHere if this machine lacks something */
  run(options: RowOptions): Promise<Measured>;
}

/** The row cannot be run here, and why. */
export class NotHere extends Error {
  override readonly name = 'NotHere';
}

/** A row that has no meaning for this product. */
export const without = (id: string, fault: string, why: string): Row => ({
  id,
  fault,
  goal: 'none',
  trials: { full: 0, quick: 0 },
  run: () => Promise.reject(new NotHere(why)),
});

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Whole milliseconds with separators. */
export const ms = (value: number): string => `${Math.round(value).toLocaleString('en')} ms`;
export const n = (value: number): string => value.toLocaleString('en');

interface TestedRow extends Omit<Row, 'run'> {
  readonly files: readonly string[];
  readonly project?: 'browser';
  /** Settings of the tests, such as the number of their trials. */
  readonly env?: (trials: number, seed: number) => Readonly<Record<string, string>>;
  /** What holds if all tests pass; they assert the goal. `figure` finds a part of what they print. */
  readonly says: (trials: number, figure: (pattern: RegExp) => string) => string;
}

/** A row that existing tests measure: they run with the number of trials, and assert the goal. */
export function tested({ files, project, env, says, ...row }: TestedRow): Row {
  return {
    ...row,
    async run({ trials, seed }) {
      const { out, passed, failed, failure } = await runTests(
        files,
        project ?? 'node',
        env?.(trials, seed) ?? {},
      );
      if (failed === 0 && passed === 0) throw new NotHere('all its tests are skipped here');
      if (failed > 0) return { measured: `${failed} tests failed: ${failure}`, trials, met: false };
      const absent: string[] = [];
      const figure = (pattern: RegExp) => {
        const found = pattern.exec(out)?.slice(1).join(' ');
        if (found === undefined) absent.push(String(pattern));
        return found ?? '?';
      };
      const measured = says(trials, figure);
      if (absent.length === 0) return { measured, trials, met: true };
      return { measured: `its tests did not print ${absent.join(' and ')}`, trials, met: false };
    },
  };
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
  }[];
}

/** Set where this program is itself run by a test. */
const OF_THE_RUN_AROUND: ReadonlySet<string> = new Set([
  'VITEST',
  'PIPSTREAM_TEST_REPORT',
  'PIPSTREAM_TEST_LEFT_OUT',
  'PIPSTREAM_TEST_DATABASES',
]);

async function runTests(files: readonly string[], project: string, env: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-faults-'));
  try {
    const file = join(folder, 'report.json');
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const args = [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    const own = Object.entries(process.env).filter(([name]) => !OF_THE_RUN_AROUND.has(name));
    const child = spawn(process.execPath, [vitest, ...args, ...files], {
      cwd: root,
      env: { ...Object.fromEntries(own), NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        out += chunk.toString();
      });
    await new Promise((resolve) => child.once('close', resolve));
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const wrong = report.testResults.flatMap((one) =>
      one.assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
    );
    const broken = report.testResults.find((one) => one.message !== '')?.message;
    return {
      out,
      passed: report.numPassedTests,
      failed: report.success ? 0 : Math.max(1, report.numFailedTests),
      failure: wrong[0] ?? broken ?? 'no report',
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
