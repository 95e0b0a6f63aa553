import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter } from 'vitest/node';

const root = join(import.meta.dirname, '..', '..');

/** Writes how many seconds each test file took, imports and hooks included, as JSON: `{ "tests/…": 1.2 }`. */
export function timesReporter(file: string): Reporter {
  const times: Record<string, number> = {};
  return {
    onTestModuleEnd(module) {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      const path = relative(root, module.moduleId).replaceAll('\\', '/');
      times[path] = Number(((collectDuration + setupDuration + duration) / 1000).toFixed(1));
    },
    onTestRunEnd: () => writeFileSync(file, JSON.stringify(times)),
  };
}
