// Builds the web app: bundles, the service worker, compressed copies, then the list of packages and a file with the digest
// of the sources.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './node.mjs';
import { listPackages } from './sbom.mjs';
import { digestSources } from './sources.mjs';

const dist = join(root, 'dist');
const mark = join(dist, '.built-from');

/** Whether `dist/` is up to date. An interrupted build writes no digest. */
export const isBuilt = () => existsSync(mark) && readFileSync(mark, 'utf8') === digestSources(root);

/** The commit that is built, `-dirty` with changes; empty without a history, as in an archive of the sources. */
export function commitOf() {
  const git = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'], {
    cwd: root,
  });
  return git.status === 0 ? git.stdout.toString().trim() : '';
}

export async function build() {
  process.env.VITE_COMMIT ??= commitOf();
  const digest = digestSources(root);
  const packages = listPackages();
  const { build: bundle } = await import('vite');
  const { compressFolder } = await import('./compress.ts');
  const { buildServiceWorker } = await import('./bundle/build-service-worker.ts');
  await bundle({ root, logLevel: 'warn' });
  await buildServiceWorker(root, dist);
  await compressFolder(dist);
  const list = await packages;
  if (list === undefined)
    console.warn('The build has no list of its packages: `npm sbom` needs npm 10 or newer.');
  else writeFileSync(join(dist, 'sbom.cdx.json'), list);
  writeFileSync(mark, digest);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
