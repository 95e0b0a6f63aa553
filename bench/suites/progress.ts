import type { Options } from '../options.ts';
import { guessedSeconds, type Suite } from './suites.ts';

/** Weight of the guesses in seconds: a first short suite says little about the rest. */
const TRUST_S = 60;

export interface Step {
  readonly name: string;
  /** Estimate before the run. */
  readonly guessS: number;
  /** Actual time; undefined until it has finished. */
  readonly tookS?: number;
}

/** Seconds until the last step ends: the estimates, corrected by the error of those of the finished steps. */
export function secondsLeft(steps: readonly Step[], elapsedInCurrentS: number): number {
  const done = steps.filter((one) => one.tookS !== undefined);
  const [current, ...rest] = steps.filter((one) => one.tookS === undefined);
  if (current === undefined) return 0;
  const guessed = sum(done.map(({ guessS }) => guessS));
  const took = sum(done.map(({ tookS = 0 }) => tookS));
  const pace = (TRUST_S + took) / (TRUST_S + guessed);
  return (
    Math.max(0, current.guessS * pace - elapsedInCurrentS) + sum(rest.map(({ guessS }) => guessS)) * pace
  );
}

/** A duration without false precision: `about 2 min`. */
export function roughly(seconds: number): string {
  if (seconds < 10) return 'a few seconds';
  return seconds < 100 ? `about ${Math.round(seconds / 10) * 10} s` : `about ${Math.round(seconds / 60)} min`;
}

/** Time and estimate of each step, so that a bench that grows longer is noticed. */
export function tookText(steps: readonly Step[]): string {
  const line = (name: string, took: number, guessed: number) =>
    `${name} ${Math.round(took)} s, ${Math.round(guessed)} s planned`;
  const all = {
    name: 'all',
    tookS: sum(steps.map(({ tookS = 0 }) => tookS)),
    guessS: sum(steps.map(({ guessS }) => guessS)),
  };
  return (steps.length > 1 ? [...steps, all] : steps)
    .map(({ name, tookS = 0, guessS }) => line(name, tookS, guessS))
    .join('\n');
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const SAY_EVERY_MS = 10_000;

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
  const steps: Step[] = suites.map((suite) => ({ name: suite.name, guessS: guessedSeconds(suite, options) }));
  const results = new Map<string, T>();
  const failures: string[] = [];
  for (const [at, suite] of suites.entries()) {
    const started = performance.now();
    const elapsed = () => (performance.now() - started) / 1000;
    const say = () =>
      console.error(
        `[${at + 1}/${suites.length}] ${suite.name}: ${roughly(secondsLeft(steps, elapsed()))} left`,
      );
    say();
    const timer = setInterval(say, SAY_EVERY_MS);
    const guessS = guessedSeconds(suite, options);
    try {
      results.set(suite.name, await run(suite));
      steps[at] = { name: suite.name, guessS, tookS: elapsed() };
    } catch (error) {
      console.error(error);
      failures.push(`${suite.name} failed: ${error instanceof Error ? error.message : error}`);
      // Its running time says nothing about the others.
      steps[at] = { name: `${suite.name}, failed`, guessS: 0, tookS: 0 };
    } finally {
      clearInterval(timer);
    }
  }
  console.error(`\n${tookText(steps)}`);
  return { results, failures };
}
