import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from '../../tests/architecture/sources.ts';
import { git } from '../report/describe-machine.ts';
import { digestOfSources, kept } from '../rig/build-cache.ts';

/** Folders of another tree that are replaced by this one's, so that both are measured by the same bench. */
const OURS = ['bench', 'tests/helpers', 'tests/architecture'];

/**
 * A copy of another version of the project that this version's bench can run in.
 * @param named a commit, or a folder with a checkout, which stays as it is
 * @param name of the copy; there is one of each name
 * @returns the copy's folder; its build is kept for the next run
 * @throws Error with a sentence if there is no such version, or its packages can't be installed
 */
export async function treeOf(named: string, name = 'tree'): Promise<string> {
  const source = sourceOf(named);
  return kept(
    {
      // Node doesn't run TypeScript below a folder `node_modules`, where other builds are kept.
      folder: join(tmpdir(), 'pipstream-against', digestOf(root)),
      name,
      digest: digestOf(`${source.version} ${digestOfSources(join(root, 'bench'))}`),
    },
    async (folder) => {
      await source.copyTo(folder);
      for (const name of OURS) {
        await rm(join(folder, name), { recursive: true, force: true });
        await cp(join(root, name), join(folder, name), {
          recursive: true,
          filter: (path) => !path.includes('node_modules'),
        });
      }
      await givePackages(folder);
    },
  );
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The version changes with the files. */
function sourceOf(named: string) {
  const isFolder = existsSync(named) && statSync(named).isDirectory();
  const from = isFolder ? resolve(named) : root;
  if (isFolder) {
    const files = git(from, 'ls-files', '-co', '--exclude-standard', '-z');
    if (files === undefined) throw new Error(`"${named}" is no checkout of the project.`);
    // A link to packages elsewhere is a file for git.
    const isCopied = (name: string) => !['', 'node_modules'].includes(name) && existsSync(join(from, name));
    const names = files.split('\0').filter(isCopied);
    return {
      version: `${from} ${digestOfSources(from)}`,
      async copyTo(folder: string) {
        for (const name of names) await cp(join(from, name), join(folder, name));
      },
    };
  }
  const commit = git(root, 'rev-parse', '--verify', '--quiet', `${named}^{commit}`)?.trim();
  if (commit === undefined) throw new Error(`"${named}" is neither a commit nor a folder.`);
  return {
    version: commit,
    async copyTo(folder: string) {
      const archive = join(folder, '.archive.tar');
      run('git', ['archive', '--output', archive, commit], root);
      run('tar', ['-xf', archive, '-C', folder], root);
      await rm(archive);
    },
  };
}

/** The same packages as here if both lock files are equal; otherwise its own. */
async function givePackages(folder: string): Promise<void> {
  const [theirs, ours] = [folder, root].map((one) => readFileSync(join(one, 'package-lock.json'), 'utf8'));
  if (theirs === ours) {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    return;
  }
  console.error('Installing the packages of the other version.');
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  run('npm', ['ci', '--no-audit', '--no-fund'], folder);
}

/** Its output on stderr is part of the error if it fails. */
const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, stdio: 'pipe' });
