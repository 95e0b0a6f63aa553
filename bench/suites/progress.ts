import type { Options } from '../options.ts';
import type { Suite } from './suites.ts';

interface Outcome<T> {
  /** Results by suite, of those that finished. */
  readonly results: ReadonlyMap<string, T>;
  /** One sentence per suite that failed. */
  readonly failures: readonly string[];
}

/** Runs the suites one after the other and reports progress on stderr; a suite that fails is left out. */
export async function runAll<T>(
  suites: readonly Suite[],
  { quick }: Pick<Options, 'quick'>,
  run: (suite: Suite) => Promise<T>,
): Promise<Outcome<T>> {
  const results = new Map<string, T>();
  const failures: string[] = [];
  for (const [at, suite] of suites.entries()) {
    console.error(`[${at + 1}/${suites.length}] ${suite.name}`);
    const started = performance.now();
    try {
      results.set(suite.name, await run(suite));
    } catch (error) {
      console.error(error);
      failures.push(`${suite.name} failed: ${error instanceof Error ? error.message : error}`);
    }
    // So that a bench that grows longer is noticed.
    const planned = quick ? `, ${suite.quickSeconds} s planned` : '';
    console.error(`${suite.name}: ${Math.round((performance.now() - started) / 1000)} s${planned}`);
  }
  return { results, failures };
}
