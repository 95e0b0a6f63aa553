import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { root } from '../../tests/architecture/sources.ts';
import { RESULTS } from './result.ts';

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
  const head = git('rev-parse', '--short=12', 'HEAD');
  if (head.status !== 0) return { commit: 'unknown', dirty: true };
  const others = [RESULTS, 'README.md'].map((path) => `:(exclude)${path}`);
  return {
    commit: head.stdout.trim(),
    dirty: git('status', '--porcelain', '--', '.', ...others).stdout !== '',
  };
}

/** The text of a file as it is in a commit; undefined when there is no such commit or file. */
export function fileAt(ref: string, path: string): string | undefined {
  const { status, stdout } = git('show', `${ref}:${path}`);
  return status === 0 ? stdout : undefined;
}

const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });

const PACKAGES = ['react', 'rxjs', 'comlink', 'uplot', '@preact/signals-react', 'vite', 'playwright'];

/** Versions of everything that the figures depend on, and of the peers if they are installed. */
export function describeVersions(withBrowser: boolean): Readonly<Record<string, string>> {
  const peers = Object.keys(manifest('bench/peers/package.json')?.devDependencies ?? {});
  const versions: Record<string, string> = { node: process.version, v8: process.versions.v8 };
  if (withBrowser) versions['chromium'] = browserVersion();
  for (const name of PACKAGES) add(versions, name, `node_modules/${name}/package.json`);
  for (const name of peers)
    if (!(name in versions) && !name.startsWith('@types/'))
      add(versions, name, `bench/peers/node_modules/${name}/package.json`);
  return versions;
}

function add(versions: Record<string, string>, name: string, path: string): void {
  const version = manifest(path)?.version;
  if (version !== undefined) versions[name] = version;
}

interface Manifest {
  readonly version?: string;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function manifest(path: string): Manifest | undefined {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function browserVersion(): string {
  const path = process.env['PIPSTREAM_CHROMIUM'] ?? chromium.executablePath();
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return /[\d.]{3,}/.exec(stdout ?? '')?.[0] ?? 'unknown';
}
