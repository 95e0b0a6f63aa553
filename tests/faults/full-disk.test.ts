import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { auditBooks } from '../../server/audit/audit.ts';
import { openStore } from '../../server/store/store.ts';
import { CODE } from '../../shared/contract/codes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { type Disk, limitedDisk, run } from './limited-disk.ts';
import {
  askServed,
  enterServed,
  msUntilHealth,
  openInstrument,
  quickFeed,
  type Said,
  startServed,
} from './served.ts';

/** A small file system in memory; mounting one requires administrator rights. */
function mountedDisk(): Disk | undefined {
  const folder = temporaryFolder();
  const mounted = run('mount', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder);
  if (mounted.status !== 0) return undefined;
  onTestFinished(() => void run('umount', '--lazy', folder));
  const filler = join(folder, 'filler');
  return {
    dataDir: join(folder, 'data'),
    wrap: [],
    fill: () => fillUp(filler),
    free: () => rmSync(filler),
  };
}

function fillUp(path: string): void {
  const file = openSync(path, 'w');
  for (let size = 1 << 20; size >= 1; size >>= 1) {
    const block = Buffer.alloc(size);
    try {
      for (;;) if (writeSync(file, block) < size) break;
    } catch {
      // Fill the remaining space in smaller pieces.
    }
  }
  closeSync(file);
}

const WAYS = [
  ['a file system without space', mountedDisk],
  ['files that may not grow', limitedDisk],
] as const;

/** The longest time until the exchange writes again. */
const HEALTHY_MS = 10_000;
const AT_ONCE = 5;
const MOST_ORDERS = 2_000;

describe('an exchange on a full disk', () => {
  it.for(WAYS)(
    '(%s) refuses what it cannot store, answers reads, and recovers',
    { timeout: 120_000 },
    async ([what, open], { skip }) => {
      const disk = open() ?? skip(`this machine does not let us have ${what}`);
      const served = await startServed({ DATA_DIR: disk.dataDir, FEED: quickFeed() }, disk.wrap);
      const token = await enterServed(served.url);
      const instrument = await openInstrument(served.url);
      const ask = (path: string, fields: Readonly<Record<string, string>> = {}) =>
        askServed(served.url, path, fields, { token });
      const submit = (cid: string): Promise<Said> =>
        ask('/v1/api/forex/submit', {
          type: '1',
          cont: instrument.lots,
          forex_id: instrument.id,
          status: '1',
          multiple: instrument.multiple,
          cid,
        });
      const [before] = [await submit('before-it-was-full')];
      expect(before.code).toBe(CODE.success);

      disk.fill(served.pid);
      const answers = new Map<string, Said>();
      // Use up the space that the files had reserved already.
      for (let i = 0; i < MOST_ORDERS && count(answers, CODE.tooMany) < AT_ONCE * 4; i += AT_ONCE) {
        const cids = Array.from({ length: AT_ONCE }, (_, n) => `while-full-${i + n}`);
        await Promise.all(cids.map(async (cid) => answers.set(cid, await submit(cid))));
      }
      // Not "unknown": nothing was stored.
      expect(count(answers, CODE.tooMany)).toBeGreaterThan(0);
      expect(count(answers, CODE.tooMany) + count(answers, CODE.success)).toBe(answers.size);
      for (const { status, code } of answers.values()) expect(status).toBe(code === CODE.tooMany ? 429 : 200);
      const sickMs = await msUntilHealth(served.url, 503);
      const listed = await ask('/v1/api/forex/my_deal', { status: '1', page: '1' });
      expect([listed.code, listed.data.total]).toEqual([CODE.success, 1 + count(answers, CODE.success)]);
      expect((await ask('/v1/api/forex/trade_list')).code).toBe(CODE.success);
      expect((await askServed(served.url, '/livez')).code).toBe(CODE.success);

      disk.free(served.pid);
      const freed = performance.now();
      const wellMs = await msUntilHealth(served.url, 200);
      console.log(`${what}: health is 503 after ${sickMs} ms, and 200 ${wellMs} ms after there was space`);
      while ((await submit('after-it-was-full')).code !== CODE.success)
        expect(performance.now() - freed).toBeLessThan(HEALTHY_MS);
      console.log(`${what}: stored again ${Math.round(performance.now() - freed)} ms after there was space`);
      // Repeated, a refused request is carried out now, and an earlier one gets its first answer.
      for (const [cid, said] of answers) {
        const again = await submit(cid);
        expect(again.code).toBe(CODE.success);
        if (said.code === CODE.success) expect(again.text).toBe(said.text);
      }
      const { data } = await ask('/v1/api/forex/my_deal', { status: '1', page: '1' });
      expect(data.total).toBe(2 + answers.size);
      await served.kill();
      const store = await openStore({ dataDir: disk.dataDir });
      expect(await auditBooks(store.read)).toEqual([]);
      await store.close();
    },
  );
});

const count = (answers: ReadonlyMap<string, Said>, code: number): number =>
  [...answers.values()].filter((said) => said.code === code).length;
