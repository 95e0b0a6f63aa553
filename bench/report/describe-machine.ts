import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { root } from '../../tests/architecture/sources.ts';
import { RESULTS } from './run-result.ts';

/** The machine that the figures are measured on. */
export const describeMachine = () => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
});

/** Load average of the last minute. */
export const load = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100;

/** The checked-out commit and whether files, records apart, differ from it; `unknown` outside a repository. */
export function describeCommit(): { readonly commit: string; readonly dirty: boolean } {
  const head = git(root, 'rev-parse', '--short=12', 'HEAD');
  if (head === undefined) return { commit: 'unknown', dirty: true };
  const others = [RESULTS, 'README.md', 'docs/cluster.md'].map((path) => `:(exclude)${path}`);
  return {
    commit: head.trim(),
    dirty: git(root, 'status', '--porcelain', '--', '.', ...others) !== '',
  };
}

/** Output of a git command; undefined if it fails. */
export function git(cwd: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  return status === 0 ? stdout : undefined;
}

const PACKAGES = ['react', 'rxjs', 'comlink', 'uplot', '@preact/signals-react', 'vite', 'playwright'];

/**
 * Versions of everything that the figures depend on, and of the peers if they are installed.
 * @param browser version of the one that is used; the installed one's if undefined
 */
export function describeVersions(withBrowser: boolean, browser?: string): Readonly<Record<string, string>> {
  const peers = Object.keys(manifest('bench/peers/package.json')?.devDependencies ?? {});
  const versions: Record<string, string> = { node: process.version, v8: process.versions.v8 };
  if (withBrowser) versions['chromium'] = browser ?? browserVersion();
  for (const name of [...PACKAGES, ...peers.filter((name) => !name.startsWith('@types/'))]) {
    const folder = PACKAGES.includes(name) ? '' : 'bench/peers/';
    const version = manifest(`${folder}node_modules/${name}/package.json`)?.version;
    if (version !== undefined) versions[name] = version;
  }
  return versions;
}

type Manifest = Partial<Readonly<{ version: string; devDependencies: Readonly<Record<string, string>> }>>;

function manifest(path: string): Manifest | undefined {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function browserVersion(): string {
  const path = process.env['PIPSTREAM_CHROMIUM'] ?? chromium.executablePath();
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return /[\d.]{3,}/.exec(stdout ?? '')?.[0] ?? 'unknown';
}
