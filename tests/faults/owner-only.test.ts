import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../server/store/store.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { runOps } from '../helpers/ops.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { jpeg } from '../server/files/pictures.ts';
import { sendPicture } from '../server/files/sending.ts';
import { askServed, enterServed, quickFeed, startServed } from './served.ts';

const OPEN_UMASK = ['sh', '-c', 'umask 000; exec "$@"', 'sh'];

/** Modes of a folder and all in it, by relative path. */
function modesIn(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    ['', ...names].map((name) => {
      const path = join(folder, name);
      const found = lstatSync(path);
      return [relative(folder, path) + (found.isDirectory() ? '/' : ''), (found.mode & 0o777).toString(8)];
    }),
  );
}

const openOnes = (modes: Readonly<Record<string, string>>) =>
  Object.entries(modes).filter(([name, mode]) => mode !== (name.endsWith('/') ? '700' : '600'));

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it('is closed to other users with a umask of 000', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const served = await startServed({ DATA_DIR: dataDir, FEED: quickFeed(), DATABASE_URL: '' }, OPEN_UMASK);
    const token = await enterServed(served.url);
    await sendPicture(served, token, await jpeg());
    const { path } = ROUTES.sendEmailCode;
    await askServed(served.url, path, { to: 'somebody@example.com', type: '1' }, { post: true });
    const copy = join(dataDir, 'copy.db');
    expect(await runOps(dataDir, 'database', 'backup', copy)).toMatchObject({ status: 0 });
    const modes = modesIn(dataDir);
    const names = Object.keys(modes);
    for (const name of [
      'pipstream.db',
      'pipstream.db-wal',
      'pipstream.db-shm',
      'lock.db',
      'lock.db-journal',
      'holder.json',
      'operator.json',
      'verification.key',
      'factors.key',
      'file-links.key',
      'outbox.jsonl',
      'copy.db',
      'files/',
    ])
      expect(names).toContain(name);
    expect(names.some((name) => /^files\/..\/[0-9a-f]+/.test(name))).toBe(true);
    expect(openOnes(modes)).toEqual([]);
    expect(served.said()).toBe('');
  });

  it('left open by an earlier version is closed at a start, which says so once', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true });
    writeFileSync(join(dataDir, 'files', 'ab', 'abcd'), '');
    for (const name of ['pipstream.db', 'verification.key']) writeFileSync(join(dataDir, name), '');
    for (const path of ['', 'files', 'files/ab']) chmodSync(join(dataDir, path), 0o755);
    for (const path of ['pipstream.db', 'verification.key', 'files/ab/abcd'])
      chmodSync(join(dataDir, path), 0o644);
    const lines: string[] = [];
    for (let start = 0; start < 2; start++)
      await (await openStore({ dataDir, log: (line) => void lines.push(line) })).close();
    expect(openOnes(modesIn(dataDir))).toEqual([]);
    expect(lines).toEqual([
      `Closed to the other users of this machine: 6 of the files and folders in ${dataDir}.`,
    ]);
  });
});
