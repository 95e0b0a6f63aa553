import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

interface Keeping {
  /** Folder of the cache. */
  readonly folder: string;
  readonly name: string;
  /** Digest of everything that it is made from. */
  readonly digest: string;
}

/**
 * A folder made from these sources, by this run or an earlier one. Removes folders made from other sources.
 * @param make fills an empty folder; if it throws, nothing is cached
 */
export async function kept(
  { folder, name, digest }: Keeping,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const place = join(folder, `${name}-${digest}`);
  if (existsSync(place)) return place;
  await mkdir(folder, { recursive: true });
  const made = await mkdtemp(join(folder, 'new-'));
  try {
    await make(made);
    // Another run may have been faster; its folder is used then.
    await rename(made, place).catch((error: unknown) => {
      if (!existsSync(place)) throw error;
    });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  for (const other of await readdir(folder))
    if (other.slice(0, other.lastIndexOf('-')) === name && other !== `${name}-${digest}`)
      await rm(join(folder, other), { recursive: true, force: true });
  return place;
}

const SOURCE = /\.(ts|tsx|js|css|html|json)$/;

/** Digest of all sources under `folder`; packages are covered by their lock file. */
export function digestOfSources(folder: string): string {
  const digest = createHash('sha256');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.toSorted()) {
    if (!SOURCE.test(name) || /(^|[\\/])(node_modules|results)[\\/]/.test(name)) continue;
    const content = readFileSync(join(folder, name));
    digest.update(`${name}\n${content.length}\n`).update(content);
  }
  return digest.digest('hex');
}
