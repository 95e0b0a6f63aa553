import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { accountRepository } from '../../../server/accounts/account-repository.ts';
import { sessionRepository } from '../../../server/accounts/session-repository.ts';
import { auditBooks, examineBooks } from '../../../server/audit/audit.ts';
import { shardOf } from '../../../server/cluster/shards.ts';
import { wireStory } from '../../../server/exchange/fold-events.ts';
import { storyOf } from '../../../server/exchange/journal-repository.ts';
import { orderRepository } from '../../../server/exchange/order-repository.ts';
import { storedReply } from '../../../server/exchange/reply.ts';
import { candleRepository } from '../../../server/feed/candle-repository.ts';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { balanceAccount, houseAccount } from '../../../server/ledger/posting.ts';
import { migrate } from '../../../server/store/migrations.ts';
import { takeNumbers } from '../../../server/store/numbers.ts';
import { connectSqlite } from '../../../server/store/sqlite.ts';
import { openStore } from '../../../server/store/store.ts';
import { money } from '../../../shared/domain/money.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { connectTo, writeFirstVersion } from '../../helpers/first-version.ts';
import { onEachDatabase, type StorePlace } from '../../helpers/stores.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

onEachDatabase((stores) => {
  describe('a database of the first version', () => {
    it('is migrated with all its data', async () => {
      const place = await stores.emptyPlace();
      const old = await writeFirstVersion(place);
      const store = await openStore(place);
      const account = await accountRepository(store.read).byContact('email', old.email);
      expect(account).toMatchObject({
        id: old.account,
        book: 'real',
        passwordHash: 'scrypt',
        inviteCode: 'INV1',
        phoneProven: true,
      });
      const sessions = sessionRepository(store.read);
      expect(await sessions.find('session-hash')).toMatchObject({ accountId: old.account, book: 'real' });
      expect(await sessions.ofAccount(old.account, timestampMs(0))).toMatchObject([
        { accountId: old.account, publicId: 'session' },
      ]);
      expect(await orderRepository(store.read).working([old.account])).toMatchObject([
        { order: { id: 7, status: 'open', margin: 1_200_000_000, openPrice: 120_000 } },
      ]);
      expect(await orderRepository(store.read).closed(old.account, {}, 0, 20)).toMatchObject([
        { id: 8, realisedPnl: 500_000_000, reason: 'manual' },
      ]);
      expect(await ledgerRepository(store.read).standing(old.account)).toMatchObject({
        balance: 500_000_000,
      });
      expect(await storedReply(store.read, old.account, { call: 'submit', cid: 'cid-of-old' })).toEqual({
        paramsHash: 'hash',
        reply: '{"ok":true}',
      });
      const [chunk] = await candleRepository(store, console.error).load('EURUSD', 60, 0, 10_000);
      expect([...(chunk?.data ?? [])]).toEqual([1, 0, 255]);
      expect(await auditBooks(store.read)).toEqual([]);
      await store.close();
    });

    it('gives each order one event that says what it is, however many there are', async () => {
      const place = await stores.emptyPlace();
      const old = await writeFirstVersion(place);
      const db = connectTo(place);
      const known = await db.selectFrom('orders').selectAll().where('id', '=', 8).executeTakeFirstOrThrow();
      for (let from = 1_000; from < 3_500; from += 500)
        await db
          .insertInto('orders')
          .values(Array.from({ length: 500 }, (_, i) => ({ ...known, id: from + i, split_from: 8 })))
          .execute();
      await db.destroy();
      const store = await openStore(place);
      const { breaks, state } = await examineBooks(store.read);
      expect([breaks, state.events.rows]).toEqual([[], 2_502]);
      const found = [{ kind: 'closed', by: 'exchange', before: {}, after: { Status: 3 } }];
      for (const id of [8, 1_000])
        expect(wireStory(await storyOf(store.read, old.account, orderId(id)))).toMatchObject(found);
      await store.close();
    });

    it('keeps what the house had, beside the rows of its shards', async () => {
      const place = await stores.emptyPlace();
      const old = await writeFirstVersion(place);
      const store = await openStore(place);
      const facts = { book: 'real', accountId: old.account, at: old.at } as const;
      const trading = houseAccount('real', 'trading');
      const legs = [
        { account: balanceAccount(old.account), amount: money(-2_000_000) },
        { account: trading, amount: money(2_000_000) },
      ];
      await store.write((transaction) =>
        ledgerRepository(transaction).post({ ...facts, kind: 'profit', legs }),
      );
      expect((await ledgerRepository(store.read).balances()).get(trading)).toBe(-498_000_000);
      const rows = await store.read
        .selectFrom('ledger_accounts')
        .select(['id', 'balance'])
        .where('account_id', 'is', null)
        .where('balance', '<>', money(0))
        .orderBy('id')
        .execute();
      expect(rows).toEqual([
        { id: 'house:real:trading', balance: -500_000_000 },
        { id: `house:real:trading:${shardOf(old.account)}`, balance: 2_000_000 },
      ]);
      expect(await auditBooks(store.read)).toEqual([]);
      await store.close();
    });

    it('has all tables and columns of a new one', async () => {
      const [old, fresh] = [await stores.emptyPlace(), await stores.emptyPlace()];
      await writeFirstVersion(old);
      for (const place of [old, fresh]) await (await openStore(place)).close();
      const wanted = await columnsOf(fresh);
      expect(await columnsOf(old)).toEqual(wanted);
      expect(wanted.length).toBeGreaterThan(100);
    });

    it('continues its counters', async () => {
      const place = await stores.emptyPlace();
      const old = await writeFirstVersion(place);
      const store = await openStore(place);
      expect(await store.write((transaction) => takeNumbers(transaction, 'order', 1))).toBe(101);
      const next = await store.write((transaction) =>
        accountRepository(transaction).insert({
          book: 'demo',
          email: undefined,
          phone: undefined,
          passwordHash: undefined,
          demoHash: 'demo',
          inviteCode: 'INV2',
          createdAt: old.at,
        }),
      );
      expect(next).toBe(old.account + 1);
      expect(await orderRepository(store.read).precision(old.account, orderId(7))).toBe(5);
      await store.close();
    });
  });
});

/** Every column with its definition. */
async function columnsOf(place: StorePlace): Promise<readonly string[]> {
  const db = connectTo(place);
  const tables = await db.introspection.getTables();
  await db.destroy();
  return tables
    .flatMap((table) => table.columns.map((column) => `${table.name}: ${JSON.stringify(column)}`))
    .toSorted();
}

describe('an upgrade', () => {
  it('that fails leaves the database unchanged', async () => {
    const path = join(temporaryFolder(), 'pipstream.db');
    const db = connectSqlite(path, false);
    const broken = {
      one: {
        up: async (part: Kysely<unknown>) =>
          void (await part.schema.createTable('first').addColumn('id', 'integer').execute()),
      },
      two: { up: () => Promise.reject(new Error('the disk is full')) },
    };
    await expect(migrate(db, broken)).rejects.toThrow('the disk is full');
    await db.destroy();
    const left = new DatabaseSync(path);
    const names = left.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    left.close();
    expect(names.map((row) => row['name']).filter((name) => !String(name).startsWith('kysely'))).toEqual([]);
  });
});
