import { onTestFinished } from 'vitest';

const waiting: (() => unknown)[] = [];

/** Runs this at the end of the test; outside of a test, at the next `cleanUp`. */
export function atEnd(run: () => unknown): void {
  if (process.env['VITEST'] === undefined) waiting.push(run);
  else onTestFinished(async () => void (await run()));
}

/** For programs that use the tests' helpers without a test. The last registered runs first. */
export async function cleanUp(): Promise<void> {
  for (let run = waiting.pop(); run !== undefined; run = waiting.pop()) await run();
}
