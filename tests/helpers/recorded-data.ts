import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { root } from '../architecture/sources.ts';

/** A file of the recorded market data beside the project; the test is skipped without it. */
export function recordedData(skip: TestContext['skip'], ...path: readonly string[]): string {
  const file = join(root, '../shared/data', ...path);
  if (!existsSync(file)) skip('../shared/data is not here');
  return file;
}
