import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tests/architecture/sources.ts';

const folder = join(root, 'bench', 'peers');

/** Installs the peers' packages unless those of the lock file are installed. */
export function ensurePeers(): void {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  // npm clears the folder first, so this copy shows that it has finished.
  const installed = join(folder, 'node_modules', '.installed-lock.json');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  console.error('Installing the peers into bench/peers (some 110 MB, once) …');
  const npm = spawnSync('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0)
    throw new Error(
      'The peers could not be installed: npm needs its registry for that. Without a network, --no-peers measures the rest.',
    );
  writeFileSync(installed, lock);
}
