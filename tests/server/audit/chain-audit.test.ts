import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import { createMarks, wrongChains } from '../../../server/audit/chain-audit.ts';
import { systemClock } from '../../../server/clock.ts';
import { purgeReplies, storeReply } from '../../../server/exchange/reply.ts';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { balanceAccount, houseAccount, posting } from '../../../server/ledger/posting.ts';
import { checkAtStart } from '../../../server/store/first-check.ts';
import type { Store } from '../../../server/store/store.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { money } from '../../../shared/domain/money.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { ok } from '../../../shared/result.ts';
import { good, startDealing, startTrading, ticket } from '../../helpers/dealing.ts';
import { runSql } from '../../helpers/raw-sql.ts';
import { onEachDatabase, openTestStore, type StorePlace, type TestStores } from '../../helpers/stores.ts';

/** A change past the program that keeps every sum, and what is found. */
const changes: readonly (readonly [
  what: string,
  sql: readonly string[],
  found: readonly (readonly [string, RegExp])[],
])[] = [
  [
    'a posting got another note',
    ["UPDATE postings SET memo = 'x' WHERE id = 2"],
    [['chain-of-postings', /^account 1, posting 2$/]],
  ],
  [
    'an amount moved from one house account to another',
    [
      'UPDATE entries SET amount = amount - 1 WHERE id = 4',
      'UPDATE entries SET amount = amount + 1 WHERE id = 3',
    ],
    [['chain-of-postings', /^account 1, posting 2$/]],
  ],
  [
    'the digest of a posting was changed',
    ["UPDATE postings SET hash = 'x' WHERE id = 2"],
    [
      ['chain-of-postings', /posting 2$/],
      ['chain-of-postings', /posting 3$/],
    ],
  ],
  [
    'a posting in the middle was removed',
    ['DELETE FROM entries WHERE posting_id = 2', 'DELETE FROM postings WHERE id = 2'],
    [['chain-of-postings', /^account 1, before posting 3: a row is missing/]],
  ],
  [
    'the last posting was removed',
    ['DELETE FROM entries WHERE posting_id = 3', 'DELETE FROM postings WHERE id = 3'],
    [['chain-of-postings', /^account 1, last row: number 2 instead of 3/]],
  ],
  [
    'a posting was inserted',
    [
      'INSERT INTO postings (book, kind, account_id, at, seq, hash) SELECT book, kind, account_id, at, 4, hash FROM postings WHERE id = 3',
    ],
    [
      ['chain-of-postings', /^account 1, posting 5$/],
      ['chain-of-postings', /^account 1, last row: number 4 instead of 3/],
    ],
  ],
  [
    'two postings changed places',
    ['UPDATE postings SET seq = 5 - seq WHERE id IN (2, 3)'],
    [
      ['chain-of-postings', /posting 2: a row is missing or too many/],
      ['chain-of-postings', /posting 3: a row is missing or too many/],
      ['chain-of-postings', /last row: number 2 instead of 3/],
    ],
  ],
  [
    'a reply was changed',
    [`UPDATE replies SET reply = replace(reply, '"ok":true', '"ok": true') WHERE cid = 'tap-0001'`],
    [['chain-of-replies', /^account 1, reply to submit "tap-0001"$/]],
  ],
  [
    'the first reply was removed',
    ["DELETE FROM replies WHERE cid = 'tap-0001'"],
    [['chain-of-replies', /^account 1, before reply to close "tap-0002": a row is missing/]],
  ],
  [
    'the last reply was removed',
    ["DELETE FROM replies WHERE cid = 'tap-0002'"],
    [['chain-of-replies', /^account 1, last row: number 1 instead of 2/]],
  ],
  [
    'all replies were removed',
    ['DELETE FROM replies'],
    [['chain-of-replies', /^account 1, last row: number 0 instead of 2/]],
  ],
  [
    'an event got another cause',
    ["UPDATE order_events SET caused_by = 'operator' WHERE id = 2"],
    [['chain-of-events', /^account 1, event 2 of order 1$/]],
  ],
  [
    'an event in the middle was removed',
    ['DELETE FROM order_events WHERE id = 2'],
    [['chain-of-events', /^account 1, before event 3 of order \d+: a row is missing/]],
  ],
  [
    'the last event was removed',
    ['DELETE FROM order_events WHERE id = 4'],
    [['chain-of-events', /^account 1, last row: number 3 instead of 4/]],
  ],
  [
    "an order's stop was changed",
    ['UPDATE orders SET stop_loss = 1 WHERE id = 1'],
    [['seal-of-order', /^account 1, order \d+$/]],
  ],
];

/** A customer with two orders that were opened and closed, and another customer. */
async function prepared(
  stores: TestStores,
): Promise<{ readonly place: StorePlace; readonly account: AccountId }> {
  const place = await stores.place();
  const { dataDir, database } = place;
  const dealing = await startTrading({ dataDir, ...(database === undefined ? {} : { database }) });
  const { account } = dealing;
  const { id } = good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy', { cid: 'tap-0001' })));
  dealing.market.tick('EURUSD', 1.21);
  good(await dealing.exchange.close(account, id, 'tap-0002', undefined));
  const other = good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy')));
  dealing.market.tick('EURUSD', 1.22);
  good(await dealing.exchange.close(account, other.id, undefined, undefined));
  await dealing.openAccount();
  await dealing.stop();
  return { place, account };
}

const found = async ({ read }: Store) =>
  wrongChains(read, () => undefined, {
    postings: createMarks([]),
    events: createMarks([]),
    steps: createMarks([]),
  });

onEachDatabase((stores) => {
  describe('the chains of postings and replies', () => {
    it('are whole after dealing, after a restart, and after dealing on', async () => {
      const { place, account } = await prepared(stores);
      const { dataDir, database } = place;
      const dealing = await startDealing({ dataDir, ...(database === undefined ? {} : { database }) });
      expect(await auditBooks(dealing.store.read)).toEqual([]);
      dealing.market.tick('EURUSD', 1.2);
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          dealing.exchange.submit(account, ticket('EURUSD', 'buy', { cid: `more-${i}` })),
        ),
      );
      expect(await auditBooks(dealing.store.read)).toEqual([]);
      await dealing.stop();
    });

    it.each(changes)('show that %s', async (_what, statements, wanted) => {
      const { place } = await prepared(stores);
      for (const sql of statements) await runSql(place, sql);
      const store = await openTestStore(place);
      expect(await found(store)).toEqual(
        wanted.map(([rule, where]) => ({ rule, where: expect.stringMatching(where) })),
      );
    });

    it('that are broken end a start with a sentence that names account and row', async () => {
      const { place } = await prepared(stores);
      await runSql(place, "UPDATE postings SET memo = 'x' WHERE id = 2");
      const store = await openTestStore(place);
      const says = () => undefined;
      const start = checkAtStart({
        store,
        clock: systemClock,
        toleratesBreaks: false,
        report: says,
        log: says,
        onDamage: says,
        onFault: says,
      });
      await expect(start).rejects.toThrow(
        /first: chain-of-postings at account 1, posting 2\).+operating\.md/,
      );
    });

    it('stay whole when a write is rolled back, alone or with its batch', async () => {
      const { place, account } = await prepared(stores);
      const store = await openTestStore(place);
      const adjust = (fails: boolean) =>
        store.write(async (db) => {
          await ledgerRepository(db).post(adjustment(account));
          await storeReply(db, account, key(fails ? 'bad' : 'good'), ok(1), timestampMs(1));
          if (fails) throw new Error('no');
        });
      const outcomes = await Promise.allSettled([true, false, true].map(adjust));
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
      expect(await auditBooks(store.read)).toEqual([]);
    });

    it('of an account that was rolled back leave nothing', async () => {
      const store = await stores.open();
      const failed = store.write(async (db) => {
        await storeReply(db, 77 as AccountId, key('lost'), ok(1), timestampMs(1));
      });
      await expect(failed).rejects.toThrow();
      expect(await store.write(async () => 1)).toBe(1);
      expect(await found(store)).toEqual([]);
    });

    it('go on after old replies were deleted, and keep a younger one with all after it', async () => {
      const { place, account } = await prepared(stores);
      const store = await openTestStore(place);
      const at = [3, 1, 2, 9, 4].map(timestampMs);
      await store.write((db) => purgeReplies(db, timestampMs(Number.MAX_SAFE_INTEGER)));
      for (const [i, time] of at.entries())
        await store.write((db) => storeReply(db, account, key(`r${i}`), ok(i), time));
      const cids = async () =>
        (await store.read.selectFrom('replies').select('cid').orderBy('seq').execute()).map(({ cid }) => cid);
      expect(await cids()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
      expect(await store.write((db) => purgeReplies(db, timestampMs(3)))).toBe(false);
      expect(await cids()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
      await store.write((db) => purgeReplies(db, timestampMs(5)));
      expect(await cids()).toEqual(['r3', 'r4']);
      expect(await found(store)).toEqual([]);
      await store.write((db) => purgeReplies(db, timestampMs(10)));
      expect(await cids()).toEqual([]);
      expect(await found(store)).toEqual([]);
    });

    it('lose the old replies of one account in each write', async () => {
      const { place, account } = await prepared(stores);
      const store = await openTestStore(place);
      const other = await store.read
        .selectFrom('accounts')
        .select('id')
        .where('id', '!=', account)
        .executeTakeFirstOrThrow();
      await store.write((db) => storeReply(db, other.id, key('old'), ok(1), timestampMs(1)));
      const purge = () => store.write((db) => purgeReplies(db, timestampMs(Number.MAX_SAFE_INTEGER)));
      const left = async () =>
        (await store.read.selectFrom('replies').select('account_id').distinct().execute()).length;
      expect([await left(), await purge(), await left(), await purge(), await left()]).toEqual([
        2,
        true,
        1,
        true,
        0,
      ]);
      expect(await purge()).toBe(false);
      expect(await found(store)).toEqual([]);
    });
  });
});

const key = (cid: string) => ({ call: 'test', cid, paramsHash: 'p' });

const adjustment = (accountId: AccountId) => {
  const made = posting({ book: 'demo', kind: 'adjustment', accountId, at: timestampMs(1) }, [
    { account: balanceAccount(accountId), amount: money(1) },
    { account: houseAccount('demo', 'capital'), amount: money(-1) },
  ]);
  if (made === undefined) throw new Error('no posting');
  return made;
};
