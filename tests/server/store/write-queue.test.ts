import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../server/clock.ts';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { migrate } from '../../../server/store/migrations.ts';
import { takeNumbers } from '../../../server/store/numbers.ts';
import { connectSqlite } from '../../../server/store/sqlite.ts';
import type { Store } from '../../../server/store/store.ts';
import { createWriteQueue } from '../../../server/store/write-queue.ts';
import { insertAccount } from '../../helpers/accounts.ts';
import { onEachDatabase } from '../../helpers/stores.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const take = (store: Store, sequence: string, fail = false) =>
  store.write(async (transaction) => {
    const number = await takeNumbers(transaction, sequence, 1);
    if (fail) throw new Error('changed my mind');
    return number;
  });

onEachDatabase((stores) => {
  describe('writes', () => {
    it('that arrive at once are carried out in order', async () => {
      const store = await stores.open();
      const numbers = await Promise.all(Array.from({ length: 200 }, () => take(store, 'a')));
      expect(numbers).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    });

    it('that throw roll back only their own changes', async () => {
      const store = await stores.open();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, i) => take(store, 'a', i % 2 === 1)),
      );
      expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5);
      expect(await take(store, 'a')).toBe(6);
    });

    it('are reported as pending while they run', async () => {
      const store = await stores.open();
      expect(store.writing()).toBeUndefined();
      let isDone = false;
      const write = take(store, 'a').then(() => {
        isDone = true;
      });
      await store.writing();
      expect(isDone).toBe(true);
      await write;
      expect(store.writing()).toBeUndefined();
    });

    it('are invisible to reads before they are committed', async () => {
      const store = await stores.open();
      let seen = -1;
      const before = (await ledgerRepository(store.read).balances()).size;
      await store.write(async (transaction) => {
        await insertAccount(transaction, 'INVITED');
        seen = (await ledgerRepository(store.read).balances()).size;
      });
      expect(seen).toBe(before);
      expect((await ledgerRepository(store.read).balances()).size).toBeGreaterThan(before);
    });
  });
});

describe('a batch of writes', () => {
  it('holds those that came while its transaction began', async () => {
    const database = connectSqlite(join(temporaryFolder(), 'pipstream.db'), false);
    onTestFinished(() => database.destroy());
    await migrate(database);
    let begun = 0;
    let begin: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      begin = resolve;
    });
    // As a database that is a round trip away.
    const distant = new Proxy(database, {
      get(target, name) {
        if (name !== 'startTransaction') return Reflect.get(target, name);
        return () => ({
          async execute() {
            begun++;
            await asked;
            return target.startTransaction().execute();
          },
        });
      },
    });
    const { write } = createWriteQueue({
      db: distant,
      abortsOnError: false,
      clock: systemClock,
      stallMs: 60_000,
    });
    const number = () => write((transaction) => takeNumbers(transaction, 'a', 1));
    const first = number();
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toBe(1);
    const second = number();
    begin();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(begun).toBe(1);
  });
});
