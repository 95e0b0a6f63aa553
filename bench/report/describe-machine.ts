import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
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

/**
 * Versions of what the figures depend on beside the commit, whose lock files have those of packages.
 * @param connected version of a browser that ran already
 */
export const describeVersions = (
  withBrowser: boolean,
  connected?: string,
): Readonly<Record<string, string>> => ({
  node: process.version,
  v8: process.versions.v8,
  ...(withBrowser && { chromium: connected ?? browserVersion() }),
});

function browserVersion(): string {
  const path = process.env['PIPSTREAM_CHROMIUM'] ?? chromium.executablePath();
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return /[\d.]{3,}/.exec(stdout ?? '')?.[0] ?? 'unknown';
}
