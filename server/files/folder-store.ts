import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { FILE_NAME, type FileStore } from './file-store.ts';

/** Files in a folder of two levels, readable by this user only. Creates the folder if it is missing. */
export async function openFolderStore(folder: string): Promise<FileStore> {
  const root = resolve(folder);
  const shelfOf = (name: string) => join(root, name.slice(0, 2));
  const pathOf = (name: string) => join(shelfOf(name), name);
  await makeFolder(root);
  return {
    async put(name, bytes) {
      await makeFolder(shelfOf(name));
      const path = pathOf(name);
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      } finally {
        await file.close();
      }
    },
    async open(name) {
      try {
        const file = await open(pathOf(name), 'r');
        return { size: (await file.stat()).size, content: file.createReadStream() };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async list(shelf) {
      const names = await readdir(join(root, shelf)).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const files = names.filter((name) => FILE_NAME.test(name));
      return Promise.all(
        files.map(async (name) => ({ name, changedAt: (await stat(pathOf(name))).mtimeMs })),
      );
    },
    where: pathOf,
  };
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw error;
  }
  await syncFolder(dirname(path));
}

/** A new name in a folder is durable only after the folder is synced. Windows does that by itself. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
