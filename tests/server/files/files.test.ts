import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileRepository } from '../../../server/files/file-repository.ts';
import type { FileStore } from '../../../server/files/file-store.ts';
import type { FileId } from '../../../server/files/file-tables.ts';
import { openFiles } from '../../../server/files/files.ts';
import { QUOTAS } from '../../../server/files/quota.ts';
import { systemRandom } from '../../../server/random.ts';
import { StoreError } from '../../../server/store/errors.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { ok } from '../../../shared/result.ts';
import { codeOf, good } from '../../helpers/dealing.ts';
import { type FilesScene, partsOf, startFiles } from './files-scene.ts';
import { jpeg } from './pictures.ts';

const HOUR_MS = 3_600_000;
const QUARTER_S = 900;

async function withRoom(work: (room: FilesScene) => Promise<void>, wrap?: (store: FileStore) => FileStore) {
  const room = await startFiles(wrap);
  await work(room);
}

describe('a link', () => {
  it('shows the picture for 15 minutes, and not a second longer', () =>
    withRoom(async ({ files, clock, send, openAccount }) => {
      const link = await send(await openAccount());
      expect(link).toMatch(/^\/files\/[0-9a-f]{32}\?until=\d{10}&key=[\w-]{43}$/);
      const opened = await files.open(link);
      expect([opened?.mime, opened?.secondsLeft]).toEqual(['image/jpeg', QUARTER_S]);
      if (opened === undefined) throw new Error('the link opens nothing');
      const bytes = await buffer(opened.content);
      expect([bytes.length, (await sharp(bytes).metadata()).width]).toEqual([opened.size, 60]);
      clock.advance((QUARTER_S - 1) * 1_000);
      const late = await files.open(link);
      expect(late?.secondsLeft).toBe(1);
      late?.content.destroy();
      clock.advance(1_000);
      expect(await files.open(link)).toBeUndefined();
    }));

  it('is signed again for a user who may still see the picture', () =>
    withRoom(async ({ files, clock, send, shows, openAccount }) => {
      const old = await send(await openAccount());
      clock.advance(HOUR_MS);
      const fresh = files.link(partsOf(old).id as FileId);
      expect(partsOf(fresh).until - partsOf(old).until).toBe(3_600);
      expect([await shows(old), await shows(fresh)]).toEqual([false, true]);
    }));

  it('is refused when a part of it is changed, or it is encoded in another way', () =>
    withRoom(async ({ send, shows, openAccount }) => {
      const account = await openAccount();
      const [link, other] = [await send(account), await send(account)];
      const { id, until, key } = partsOf(link);
      const swapped = key.replace(/./, (first) => (first === 'A' ? 'B' : 'A'));
      const wrong = [
        `/files/${partsOf(other).id}?until=${until}&key=${key}`,
        `/files/${id}?until=${until + 1}&key=${key}`,
        `/files/${id}?until=9999999999&key=${key}`,
        `/files/${id}?until=${until}&key=${swapped}`,
        `/files/${id}?until=${until}&key=${key.slice(1)}`,
        `/files/${id}?until=${until}&key=`,
        `/files/${id}?until=${until}&key=${'A'.repeat(43)}`,
        `/files/${id}?until=${until}`,
        `/files/${id}`,
        `/files/${id}?key=${key}&until=${until}`,
        `/files/${id}?until=0${until}&key=${key}`,
        `/files/${id}?until=${until}.0&key=${key}`,
        `/files/${id}?until=${until}&until=${until}&key=${key}`,
        `/files/${id.toUpperCase()}?until=${until}&key=${key}`,
        `/files/${id}/?until=${until}&key=${key}`,
        `/files//${id}?until=${until}&key=${key}`,
        `/files/../files/${id}?until=${until}&key=${key}`,
        `${link}&x=1`,
        `${link}#x`,
        ` ${link}`,
        '',
      ];
      for (const url of wrong) expect([url, await shows(url)]).toEqual([url, false]);
      expect(await shows(link)).toBe(true);
    }));

  it('is valid again after a restart, and its secret is readable by the server alone', () =>
    withRoom(async ({ files, send, openAccount, store, clock, dataDir }) => {
      const link = await send(await openAccount());
      const modes = () =>
        ['file-links.key', 'files'].map((name) => statSync(join(dataDir, name)).mode & 0o777);
      expect(modes()).toEqual([0o600, 0o700]);
      await files.stop();
      chmodSync(join(dataDir, 'file-links.key'), 0o644);
      const again = await openFiles({ store, clock, random: systemRandom, dataDir, report: () => undefined });
      const opened = await again.open(link);
      opened?.content.destroy();
      expect(opened?.size).toBeGreaterThan(0);
      await again.stop();
      expect(modes()).toEqual([0o600, 0o700]);
    }));

  it('cannot be signed with a damaged secret: the start names the file', () =>
    withRoom(async ({ store, clock, dataDir }) => {
      writeFileSync(join(dataDir, 'file-links.key'), 'short');
      const opening = openFiles({ store, clock, random: systemRandom, dataDir, report: () => undefined });
      await expect(opening).rejects.toThrow(/file-links\.key is damaged/);
      await expect(opening).rejects.toBeInstanceOf(StoreError);
    }));

  it('of a missing picture is refused', () =>
    withRoom(async ({ send, shows, openAccount, dataDir }) => {
      const link = await send(await openAccount());
      rmSync(join(dataDir, 'files'), { recursive: true });
      expect(await shows(link)).toBe(false);
    }));
});

describe('attaching a picture', () => {
  it('works for the user who sent it, also when the link has expired, and repeatedly', () =>
    withRoom(async ({ files, clock, send, openAccount }) => {
      const account = await openAccount();
      const link = await send(account);
      clock.advance(24 * HOUR_MS);
      const id = good(await files.claim(link, account));
      expect(id).toBe(partsOf(link).id);
      expect(good(await files.claim(link, account))).toBe(id);
      expect(good(await files.claim(files.link(id), account))).toBe(id);
    }));

  it('is refused with the same message in all other cases', () =>
    withRoom(async ({ files, send, openAccount }) => {
      const [account, other] = [await openAccount(), await openAccount()];
      const link = await send(account);
      const { id, until, key } = partsOf(link);
      const nowhere = files.link('0'.repeat(32) as FileId);
      const tampered = `/files/${id}?until=${until + 1}&key=${key}`;
      for (const [url, claimant] of [
        [link, other],
        [tampered, account],
        [nowhere, account],
        [`https://evil.com${link}`, account],
        ['/logos/EURUSD.svg', account],
        ['', account],
      ] as const) {
        const refused = { ok: false, error: { code: CODE.badParameter, message: '' } };
        expect([url, await files.claim(url, claimant)]).toEqual([url, refused]);
      }
    }));
});

describe('when the disk is full', () => {
  const full = (): never => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };

  it('nothing is recorded, and the next picture is stored once there is room', async () => {
    let isFull = true;
    await withRoom(
      async ({ store, send, openAccount, onDisk }) => {
        const account = await openAccount();
        await expect(send(account)).rejects.toThrow('no space');
        const before = await fileRepository(store.read).usage(account, 0 as never);
        expect([before.pictures, onDisk()]).toEqual([0, []]);
        isFull = false;
        await send(account);
        expect(onDisk()).toHaveLength(1);
      },
      (folder) => ({ ...folder, put: async (...args) => (isFull ? full() : folder.put(...args)) }),
    );
  });

  it('the file is removed again if its row could not be written', () =>
    withRoom(async ({ store, send, openAccount, onDisk }) => {
      const account = await openAccount();
      const { write } = store;
      Object.assign(store, { write: full });
      await expect(send(account)).rejects.toThrow('no space');
      Object.assign(store, { write });
      expect(onDisk()).toEqual([]);
    }));
});

describe('the quota', () => {
  it('of a demo account ends after a number of pictures, returns the time to wait, and resets a day after the first', () =>
    withRoom(async ({ files, clock, send, openAccount, onDisk }) => {
      const accountId = await openAccount();
      for (let i = 0; i < QUOTAS.demo.pictures; i++) {
        await send(accountId, true);
        clock.advance(60_000);
      }
      let reads = 0;
      const more = await files.store({ accountId, isDemo: true }, async () => {
        reads++;
        return ok(await jpeg());
      });
      expect(more).toMatchObject({
        error: { code: CODE.tooMany, facts: { retry_after_s: 86_400 - QUOTAS.demo.pictures * 60 } },
      });
      expect([reads, onDisk().length]).toEqual([0, QUOTAS.demo.pictures]);
      clock.advance(24 * HOUR_MS - QUOTAS.demo.pictures * 60_000);
      await send(accountId, true);
    }));

  it('cannot be exceeded by parallel uploads', () =>
    withRoom(async ({ files, store, send, openAccount, onDisk }) => {
      const accountId = await openAccount();
      for (let i = 1; i < QUOTAS.demo.pictures; i++) await send(accountId, true);
      const picture = await jpeg();
      const outcomes = await Promise.all(
        [1, 2].map(() => files.store({ accountId, isDemo: true }, async () => ok(picture))),
      );
      expect(outcomes.map(codeOf).toSorted()).toEqual([1, CODE.tooMany]);
      const { pictures } = await fileRepository(store.read).usage(accountId, 0 as never);
      expect([pictures, onDisk().length]).toEqual([QUOTAS.demo.pictures, QUOTAS.demo.pictures]);
    }));

  it('of bytes counts a day’s files, with a far higher limit for real accounts', () =>
    withRoom(async ({ files, store, clock, openAccount }) => {
      const accountId = await openAccount();
      const record = (size: number) => ({
        id: 'f'.repeat(32) as FileId,
        accountId,
        size,
        mime: 'image/jpeg' as const,
        createdAt: clock.now(),
        isClaimed: true,
      });
      await store.write((transaction) => fileRepository(transaction).insert(record(QUOTAS.demo.bytes)));
      const picture = await jpeg();
      const read = async () => ok(picture);
      expect(codeOf(await files.store({ accountId, isDemo: true }, read))).toBe(CODE.tooMany);
      expect(codeOf(await files.store({ accountId, isDemo: false }, read))).toBe(1);
    }));

  it('of all demo accounts together does not affect real ones', () =>
    withRoom(async ({ files, store, clock, send, openAccount }) => {
      const [one, other] = [await openAccount(), await openAccount()];
      await store.write((transaction) =>
        fileRepository(transaction).insert({
          id: 'f'.repeat(32) as FileId,
          accountId: one,
          size: QUOTAS.demos.bytes,
          mime: 'image/jpeg',
          createdAt: clock.now(),
          isClaimed: true,
        }),
      );
      const refused = await files.store({ accountId: other, isDemo: true }, async () => ok(await jpeg()));
      expect(codeOf(refused)).toBe(CODE.tooMany);
      await send(other, false);
    }));
});

describe('parallel uploads', () => {
  it('are limited to two per account and 16 for all demo accounts; a real one still gets a place', () =>
    withRoom(async ({ files, openAccount }) => {
      const picture = await jpeg();
      let arrive = () => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const slowly = async () => {
        await arrived;
        return ok(picture);
      };
      const [first, last, ...rest] = await Promise.all(Array.from({ length: 9 }, openAccount));
      if (first === undefined || last === undefined) throw new Error('no accounts');
      const begin = (accountId: AccountId, isDemo = true) => files.store({ accountId, isDemo }, slowly);
      const real = begin(last, false);
      const pair = [begin(first), begin(first)];
      const third = await begin(first);
      expect(third).toMatchObject({ error: { code: CODE.tooMany, facts: { retry_after_s: 5 } } });
      const others = rest.flatMap((account) => [begin(account), begin(account)]);
      expect(codeOf(await begin(last))).toBe(CODE.tooMany);
      const alsoReal = begin(last, false);
      arrive();
      const all = await Promise.all([real, ...pair, ...others, alsoReal]);
      expect(all.map(codeOf)).toEqual(Array(18).fill(1));
      expect(codeOf(await begin(first))).toBe(1);
    }));
});
