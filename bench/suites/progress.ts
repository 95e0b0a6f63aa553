import type { Options } from '../options.ts';
import { guessedSeconds, type Suite } from './suites.ts';

/** The guesses count as much as so many seconds that were seen: a first short suite says little about the rest. */
const TRUST_S = 60;

export interface Step {
  readonly name: string;
  /** As it was guessed before. */
  readonly guessS: number;
  /** As it was; undefined until it is done. */
  readonly tookS?: number;
}

/** Seconds until the last step is done: guesses, corrected by how far off those of the steps done were. */
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

/** `about 2 min`, in words that do not pretend to know more. */
export function roughly(seconds: number): string {
  if (seconds < 10) return 'a few seconds';
  return seconds < 100 ? `about ${Math.round(seconds / 10) * 10} s` : `about ${Math.round(seconds / 60)} min`;
}

/** How long each took: a bench that becomes longer is seen. */
export function tookText(steps: readonly Step[]): string {
  const line = (name: string, took: number, guessed: number) =>
    `${name} ${Math.round(took)} s, ${Math.round(guessed)} s guessed`;
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
  /** By suite, of those that came to their end. */
  readonly results: ReadonlyMap<string, T>;
  /** A sentence for each that did not. */
  readonly failures: readonly string[];
}

/** Runs the suites one after the other and says on stderr where it is and how long it may take; one that fails is left out. */
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
      // How long it lived says nothing about the others.
      steps[at] = { name: `${suite.name}, failed`, guessS: 0, tookS: 0 };
    } finally {
      clearInterval(timer);
    }
  }
  console.error(`\n${tookText(steps)}`);
  return { results, failures };
}
