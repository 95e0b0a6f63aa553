import type { Options } from '../options.ts';
import { guessedSeconds, type Suite } from './suites.ts';

interface Outcome<T> {
  /** Results by suite, of those that finished. */
  readonly results: ReadonlyMap<string, T>;
  /** One sentence per suite that failed. */
  readonly failures: readonly string[];
}

/** Runs the suites one after the other and reports progress on stderr; a suite that fails is left out. */
export async function runAll<T>(
  suites: readonly Suite[],
  options: Options,
  run: (suite: Suite) => Promise<T>,
): Promise<Outcome<T>> {
  const results = new Map<string, T>();
  const failures: string[] = [];
  for (const [at, suite] of suites.entries()) {
    const planned = Math.round(guessedSeconds(suite, options));
    console.error(`[${at + 1}/${suites.length}] ${suite.name}: ${planned} s planned`);
    const started = performance.now();
    try {
      results.set(suite.name, await run(suite));
    } catch (error) {
      console.error(error);
      failures.push(`${suite.name} failed: ${error instanceof Error ? error.message : error}`);
    }
    // So that a bench that grows longer is noticed.
    console.error(`${suite.name}: ${Math.round((performance.now() - started) / 1000)} s`);
  }
  return { results, failures };
}
