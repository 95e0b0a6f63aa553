import type { TestProject } from 'vitest/node';
import { readDigest } from '../replay/digests.ts';
import { trafficOf } from '../replay/traffic.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The digests of generated traffic under Node; the first seed is 1. */
    readonly digestsOfNode: readonly string[];
  }
}

const COUNT = Number(process.env['SEEDS'] ?? 40);

/** Provides Node's digests of the same recordings to tests in a browser. */
export async function setup(project: TestProject): Promise<void> {
  const digests: string[] = [];
  for (let seed = 1; seed <= COUNT; seed++) digests.push(await readDigest([trafficOf(seed)]));
  project.provide('digestsOfNode', digests);
}
