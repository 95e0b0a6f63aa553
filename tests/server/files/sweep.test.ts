import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileRepository } from '../../../server/files/file-repository.ts';
import type { FileId } from '../../../server/files/file-tables.ts';
import { codeOf, good, START } from '../../helpers/dealing.ts';
import { type FilesScene, partsOf, startFiles } from './files-scene.ts';

const DAY_MS = 86_400_000;

/** A file that a crash left without a row, this long before the clock's start. */
function orphan({ dataDir }: FilesScene, digit: string, ageMs: number, ending = 'jpg'): string {
  const shelf = join(dataDir, 'files', 'ab');
  mkdirSync(shelf, { recursive: true });
  const path = join(shelf, `ab${digit.repeat(30)}.${ending}`);
  writeFileSync(path, 'left over');
  const at = new Date(START - ageMs);
  utimesSync(path, at, at);
  return path;
}

it('files without a row are removed after a day, and no other file in the folder', async () => {
  const room = await startFiles();
  const [old, young, foreign] = [
    orphan(room, '1', DAY_MS + 1),
    orphan(room, '2', DAY_MS - 1),
    orphan(room, '3', 9 * DAY_MS, 'txt'),
  ];
  await room.files.sweep();
  expect([old, young, foreign].map((path) => existsSync(path))).toEqual([false, true, true]);
  expect(room.faults).toEqual([]);
});

it('an unattached picture is removed after two days with its row, an attached one stays', async () => {
  const room = await startFiles();
  const account = await room.openAccount();
  const [unused, used] = [await room.send(account), await room.send(account)];
  good(await room.files.claim(used, account));
  room.clock.advance(2 * DAY_MS - 1);
  await room.files.sweep();
  expect(room.onDisk()).toHaveLength(2);
  room.clock.advance(2);
  await room.files.sweep();
  expect(room.onDisk()).toEqual([`${partsOf(used).id}.jpg`]);
  expect(codeOf(await room.files.claim(unused, account))).toBe(4000);
  expect(codeOf(await room.files.claim(used, account))).toBe(1);
});

it('a picture that is attached during the sweep stays', async () => {
  const room = await startFiles();
  const account = await room.openAccount();
  const link = await room.send(account);
  room.clock.advance(3 * DAY_MS);
  let isClaimed = false;
  const read = room.store.read.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.length === 0 || isClaimed) return result;
      isClaimed = true;
      good(await room.files.claim(link, account));
      return result;
    },
  });
  Object.assign(room.store, { read });
  await room.files.sweep();
  expect(isClaimed).toBe(true);
  expect([await room.shows(room.files.link(partsOf(link).id as FileId)), room.onDisk().length]).toEqual([
    true,
    1,
  ]);
});

it('a row without a file is removed after a day; one of an attached picture stays and is reported', async () => {
  const room = await startFiles();
  const account = await room.openAccount();
  const [unused, used] = [await room.send(account), await room.send(account)];
  good(await room.files.claim(used, account));
  rmSync(join(room.dataDir, 'files'), { recursive: true });
  const ids = () =>
    Promise.all(
      [unused, used].map((link) => fileRepository(room.store.read).find(partsOf(link).id as FileId)),
    );
  room.clock.advance(DAY_MS - 1);
  await room.files.sweep();
  expect((await ids()).map((row) => row !== undefined)).toEqual([true, true]);
  expect(room.faults).toEqual([]);
  room.clock.advance(2);
  await room.files.sweep();
  expect((await ids()).map((row) => row !== undefined)).toEqual([false, true]);
  expect(room.faults.map(String)).toEqual(['Error: 1 pictures that are in use are missing']);
});

it('runs a few times a day, and stops when the room is closed', async () => {
  const room = await startFiles();
  const first = orphan(room, '1', DAY_MS + 1);
  room.clock.advance(60_000);
  await expect.poll(() => existsSync(first), { timeout: 60_000 }).toBe(false);
  // Until the end of a started run.
  await room.files.sweep();
  const second = orphan(room, '2', DAY_MS + 1);
  room.clock.advance(6 * 3_600_000);
  await expect.poll(() => existsSync(second), { timeout: 60_000 }).toBe(false);
  await room.files.stop();
  const third = orphan(room, '3', DAY_MS + 1);
  room.clock.advance(DAY_MS);
  expect(existsSync(third)).toBe(true);
});
