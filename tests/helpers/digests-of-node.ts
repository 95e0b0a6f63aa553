import type { TestProject } from 'vitest/node';
import { readDigest } from '../replay/digests.ts';
import { trafficOf } from '../replay/traffic.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of generated traffic, as Node comes to them; the first seed is 1. */
    readonly digestsOfNode: readonly string[];
  }
}

const COUNT = Number(process.env['SEEDS'] ?? 40);

/** Tells tests in a browser what Node makes of the same recordings. */
export async function setup(project: TestProject): Promise<void> {
  const digests: string[] = [];
  for (let seed = 1; seed <= COUNT; seed++) digests.push(await readDigest([trafficOf(seed)]));
  project.provide('digestsOfNode', digests);
}
