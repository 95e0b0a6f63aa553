import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { root } from '../../architecture/sources.ts';

interface Release {
  releaseFiles(): readonly string[];
  twinFiles(): readonly string[];
}

const { releaseFiles, twinFiles }: Release = await import(
  pathToFileURL(join(root, 'scripts', 'testing', 'release.mjs')).href
);

it('files that npm test leaves to npm run verify run there once, on all databases', () => {
  const release = new Set(releaseFiles());
  expect(release).toContain('tests/faults/kill.test.ts');
  const twins = twinFiles();
  expect(twins).toContain('tests/server/payments/statement.test.ts');
  expect(twins.filter((path) => release.has(path))).toEqual([]);
});
