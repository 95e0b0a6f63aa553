import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { encodingOf, packingOf } from '../../shared/file-bytes.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { bytesOf, textOf, writeText } from './recording-files.ts';
import type { BisectTask } from './tool-arguments.ts';

/** A commit whose command line has not ended by then counts as one without a verdict. */
const PATIENCE_MS = 600_000;
const MAX_OUTPUT = 16 * 1024 * 1024;

/**
 * Finds the first commit whose state after a recording is not that of the good one. Every commit runs its own command
 * line in a work tree of its own, with the packages that are installed here.
 */
export async function bisect({ file, good, bad }: BisectTask, io: Io): Promise<Exit> {
  for (const commit of [good, bad])
    if (run('rev-parse', '--verify', '--quiet', `${commit}^{commit}`).status !== 0)
      throw new UsageError(`${commit} is no commit of this repository.`);
  const commits = commitsBetween(good, bad);
  const folder = await mkdtemp(join(tmpdir(), 'replay-bisect-'));
  const plain = `${folder}.jsonl`;
  try {
    git('worktree', 'add', '--detach', '--quiet', folder, good);
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    const path = await plainFile(file, plain);
    return await search(commits, (commit) => digestAt(folder, commit, path, io), idOf(good), io);
  } finally {
    git('worktree', 'remove', '--force', folder);
    await rm(folder, { recursive: true, force: true });
    await rm(plain, { force: true });
  }
}

/** Earlier commits read no archive, and take a file as packed by its name. @returns a file that all of them read */
async function plainFile(file: string, plain: string): Promise<string> {
  const head = await headOf(file);
  const isPlain = packingOf(head) === (file.endsWith('.gz') ? 'gzip' : 'none');
  // A missing or empty file is reported by each commit's own command line.
  if (head.length === 0 || (isPlain && encodingOf(head) === 'utf-8')) return resolve(file);
  await writeText(plain, textOf(file));
  return plain;
}

async function headOf(file: string): Promise<Uint8Array> {
  try {
    for await (const part of bytesOf(file)) return part;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  }
  return new Uint8Array();
}

/** The commits after the good one up to the bad one, oldest first. */
function commitsBetween(good: string, bad: string): readonly string[] {
  const commits = git('rev-list', '--first-parent', '--reverse', `${good}..${bad}`)
    .split('\n')
    .filter(Boolean);
  if (commits.length === 0) throw new UsageError(`No commit leads from ${good} to ${bad}.`);
  return commits;
}

async function search(
  commits: readonly string[],
  digestOf: (commit: string) => string | undefined,
  good: string,
  io: Io,
): Promise<Exit> {
  const wanted = digestOf(good);
  if (wanted === undefined) throw new UsageError(`${good} can't read the recording.`);
  const last = commits.length - 1;
  const unwanted = digestOf(commits[last] ?? '');
  if (unwanted === undefined) throw new UsageError("The bad commit can't read the recording.");
  if (unwanted === wanted) {
    await io.out('Both commits have the same state.');
    return EXIT.refused;
  }
  // Everything up to `right` is good or without a verdict; `wrong` is another state.
  let [right, wrong] = [-1, last];
  const unknown = new Set<number>();
  for (let at = nextOf(right, wrong, unknown); at !== undefined; at = nextOf(right, wrong, unknown)) {
    const digest = digestOf(commits[at] ?? '');
    if (digest === undefined) unknown.add(at);
    else if (digest === wanted) right = at;
    else wrong = at;
  }
  const candidates = commits.slice(right + 1, wrong + 1);
  if (candidates.length > 1)
    await io.out('One of these, of which all but the last can not read the recording:');
  for (const commit of candidates)
    await io.out(git('log', '-1', '--format=%h %ad %s', '--date=short', commit));
  return EXIT.done;
}

/** The one nearest to the middle that was not tried; undefined when none is left. */
function nextOf(right: number, wrong: number, unknown: ReadonlySet<number>): number | undefined {
  const middle = (right + wrong) >> 1;
  for (let away = 0; away <= wrong - right; away++)
    for (const at of [middle - away, middle + away])
      if (at > right && at < wrong && !unknown.has(at)) return at;
  return undefined;
}

/** The digest that the commit's own command line prints; undefined if it can't read the recording. */
function digestAt(folder: string, commit: string, path: string, io: Io): string | undefined {
  git('-C', folder, 'checkout', '--quiet', '--detach', '--force', commit);
  const program = join(folder, 'replay', 'cli', 'main.ts');
  const { status, stdout } = spawnSync(process.execPath, [program, path, '--digest'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    maxBuffer: MAX_OUTPUT,
  });
  const digest = /^[0-9a-f]{64}$/m.exec(stdout ?? '')?.[0];
  const isRead = status === EXIT.done && digest !== undefined;
  io.err(`${commit.slice(0, 12)} ${isRead ? digest.slice(0, 16) : "can't tell"}`);
  return isRead ? digest : undefined;
}

const idOf = (commit: string): string => git('rev-parse', '--verify', `${commit}^{commit}`);

/** @throws UsageError with what git says */
function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = run(...args);
  if (status !== 0) throw new UsageError(stderr.trim() || 'git could not be started.');
  return stdout.trim();
}

const run = (...args: readonly string[]) =>
  spawnSync('git', [...args], { encoding: 'utf8', maxBuffer: MAX_OUTPUT });
