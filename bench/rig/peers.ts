import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../tests/architecture/sources.ts';

const folder = join(root, 'bench', 'peers');

/** Installs the peers' packages unless the versions of the lock file are installed. */
export function ensurePeers(): void {
  if (isInstalled()) return;
  console.error('Installing the peers into bench/peers (some 110 MB, once) …');
  const npm = spawnSync('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0)
    throw new Error(
      'The peers could not be installed: npm needs its registry for that. Without a network, --no-peers measures the rest.',
    );
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string } & Manifest>>;
}

interface Manifest {
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** npm writes a copy of the lock file when it has finished. */
function isInstalled(): boolean {
  const installed = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const [want, have]: readonly Lock[] = [join(folder, 'package-lock.json'), installed].map((path) =>
    JSON.parse(readFileSync(path, 'utf8')),
  );
  const names = Object.keys(want?.packages['']?.devDependencies ?? {});
  const version = (lock: Lock | undefined, name: string) => lock?.packages[`node_modules/${name}`]?.version;
  return names.every((name) => version(want, name) === version(have, name));
}

/**
 * Loads a module of `bench/peers`, which has its own type check because its packages are installed on demand.
 * The module exports `peer` and declares its type.
 */
export async function loadPeer<T>(name: string): Promise<T> {
  const { peer }: { readonly peer: T } = await import(pathToFileURL(join(folder, `${name}.ts`)).href);
  return peer;
}
