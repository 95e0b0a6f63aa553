import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { accountRepository } from '../../../../server/accounts/account-repository.ts';
import { createAccounts } from '../../../../server/accounts/accounts.ts';
import { auditBooks } from '../../../../server/audit/audit.ts';
import { stopwatchMs } from '../../../../server/clock.ts';
import { createFence } from '../../../../server/cluster/fence.ts';
import { shardOf } from '../../../../server/cluster/shards.ts';
import { storeReply } from '../../../../server/exchange/reply.ts';
import { ledgerRepository } from '../../../../server/ledger/ledger-repository.ts';
import { balanceAccount, houseAccount, posting } from '../../../../server/ledger/posting.ts';
import { systemRandom } from '../../../../server/random.ts';
import { hashSecret } from '../../../../server/secret.ts';
import { StaleStateError, UnavailableError } from '../../../../server/store/errors.ts';
import { watchStore } from '../../../../server/store/health.ts';
import { takeNumbers } from '../../../../server/store/numbers.ts';
import { send, together } from '../../../../server/store/pipeline.ts';
import type { Db } from '../../../../server/store/schema.ts';
import { openStore, type Store, type StoreOptions } from '../../../../server/store/store.ts';
import type { AccountId } from '../../../../shared/domain/account.ts';
import { money, moneyFromWire } from '../../../../shared/domain/money.ts';
import { ok } from '../../../../shared/result.ts';
import { good, START, startDealing, ticket } from '../../../helpers/dealing.ts';
import { createManualClock } from '../../../helpers/manual-clock.ts';
import { NO_FACTORS } from '../../../helpers/no-factors.ts';
import { postgresMissing, usePostgres } from '../../../helpers/postgres.ts';
import { settingsOf } from '../../../helpers/postgres-server.ts';
import { takeFree } from '../../../helpers/shards.ts';
import { folderWith, namesIn, recordMigrations, TODAY } from '../../../helpers/stored-copies.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

type Sharing = NonNullable<StoreOptions['sharing']>;

/** Rows that wait for those of others take their time on a busy machine. */
const PATIENT = { giveUpMs: 60_000, answerMs: 60_000 };
/** Of each process: so many that they wait for each other's rows of the house. */
const DEMO_ACCOUNTS = 20;

describe.skipIf(postgresMissing)('a PostgreSQL database that processes share', () => {
  const postgres = usePostgres();

  async function open(address: string, sharing: Sharing, lost: string[] = []): Promise<Store> {
    const store = await openStore({
      dataDir: temporaryFolder(),
      database: settingsOf(address),
      sharing,
      patience: PATIENT,
      report: () => undefined,
      onLost: (sentence) => lost.push(sentence),
    });
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= store.close();
      return closed;
    };
    onTestFinished(close);
    return { ...store, close };
  }

  it.each<readonly [held: Sharing, opened: Sharing, message: RegExp]>([
    ['sole', 'sole', / is in use by pipstream process \d+ on \S+ since [^,]+\.$/],
    ['sole', 'people', / is in use by pipstream process \d+ on \S+ since .+, which holds it alone\.$/],
    ['people', 'sole', / is in use by a cluster: pipstream process \d+ on \S+ since [^,]+\.$/],
    ['feed', 'feed', / is in use by pipstream process \d+ on \S+ since .+, which makes its prices\.$/],
  ])('is held as %s against one that opens it as %s', async (held, opened, message) => {
    const address = await postgres.database();
    await open(address, held);
    await expect(open(address, opened)).rejects.toThrow(message);
  });

  it('names all of a cluster to a process that wants it alone, which may have it after them', async () => {
    const address = await postgres.database();
    const cluster = [await open(address, 'people'), await open(address, 'people')];
    await expect(open(address, 'sole')).rejects.toThrow(/a cluster: pipstream .+, pipstream [^,]+\.$/);
    for (const store of cluster) await store.close();
    await open(address, 'sole');
  });

  it('is migrated once by processes that start together', async () => {
    const address = await postgres.emptyDatabase();
    await Promise.all((['people', 'feed', 'people', 'people'] as const).map((one) => open(address, one)));
    const [opening] = await postgres.query(address, "select next from sequences where name = 'opening'");
    expect(opening).toEqual({ next: '5' });
  });

  it('gets the names of the migrations of today once, from processes that start together', async () => {
    const address = await postgres.database();
    const place = { dataDir: temporaryFolder(), address };
    await recordMigrations(place, namesIn(folderWith('196be2db')));
    await Promise.all((['people', 'feed', 'people', 'people'] as const).map((one) => open(address, one)));
    const names = await postgres.query(address, 'select name from kysely_migration order by name');
    expect(names.map(({ name }) => name)).toEqual(TODAY);
  });

  it.each<readonly [Sharing, Sharing]>([
    ['people', 'people'],
    ['people', 'feed'],
    ['feed', 'people'],
  ])('stays with one of %s that lost its connection, though one of %s came', async (mine, other) => {
    const address = await postgres.database();
    const lost: string[] = [];
    const store = await open(address, mine, lost);
    await postgres.endWriter(address);
    await vi.waitFor(() => expect(store.isReachable()).toBe(false), 10_000);
    await open(address, other);
    await vi.waitFor(() => expect(store.isReachable()).toBe(true), 10_000);
    expect(await store.write((transaction) => takeNumbers(transaction, 'order', 1))).toBe(1);
    expect(lost).toEqual([]);
  });

  it('names the fault of a statement, though others that were sent after it could not be run', async () => {
    const store = await open(await postgres.database(), 'people');
    const faulty = store.write(async (transaction) => {
      const inTwoSteps = async () => {
        await send(transaction, 'select 1');
        await send(transaction, 'select 2');
      };
      await together([inTwoSteps(), send(transaction, 'select 1 / 0')]);
    });
    await expect(faulty).rejects.toThrow('division by zero');
  });

  it('moves the house by several at once, in any order, without one waiting for the other', async () => {
    const address = await postgres.database();
    const stores = [await open(address, 'people'), await open(address, 'people')] as const;
    const opened = await stores[0].write((transaction) =>
      Promise.all(Array.from({ length: 40 }, (_, i) => openDemo(transaction, i))),
    );
    // Two of one shard move the same row of the house.
    const [[first, firstToo], [second, secondToo]] = pairsOf(opened);
    let reached = 0;
    let go: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      go = resolve;
    });
    const payBoth = (store: Store, one: AccountId, other: AccountId) =>
      store.write(async (transaction) => {
        await payIn(transaction, one);
        if (++reached === 2) go();
        await both;
        await payIn(transaction, other);
      });
    await Promise.all([payBoth(stores[0], first, second), payBoth(stores[1], secondToo, firstToo)]);
    expect(await auditBooks(stores[0].read)).toEqual([]);
  });

  const pay = (store: Store, account: AccountId) =>
    store.write((transaction) => payIn(transaction, account), account);

  const answer = (store: Store, account: AccountId, cid: string, fails: boolean) =>
    store.write(async (transaction) => {
      await storeReply(transaction, account, { call: 'test', cid, paramsHash: '' }, ok(1), START);
      if (fails) throw new Error('as asked');
    }, account);

  it('writes one by one what was to be committed with a chain that another process had continued', async () => {
    const address = await postgres.database();
    const fence = createFence(() => undefined);
    const dealing = await startDealing({ database: settingsOf(address), sharing: 'people', fence });
    await takeFree(dealing.store, fence, 'dealer');
    const [one, other] = [await dealing.openAccount(), await dealing.openAccount()];
    const both = (cid: string) =>
      Promise.all([one, other].map((account) => answer(dealing.store, account, cid, false)));
    const continued = () => postgres.query(address, 'update account_chains set n = n + 1');
    await both('known');
    await continued();
    await expect(answer(dealing.store, one, 'alone', false)).rejects.toThrow(StaleStateError);
    await both('known again');
    await continued();
    await both('read again');
  });

  it('is probed while the probe of another process is not committed', async () => {
    const address = await postgres.database();
    const stores = [await open(address, 'people'), await open(address, 'people')] as const;
    const stopped = Promise.withResolvers<void>();
    onTestFinished(() => stopped.resolve());
    /** Resolves when its statements were run, before the commit. */
    const probed = (store: Store, commit: Promise<void>) =>
      new Promise<void>((resolve) => {
        const write: Store['write'] = (work) =>
          store.write(async (transaction) => {
            const value = await work(transaction);
            resolve();
            await commit;
            return value;
          });
        const clock = createManualClock(START);
        const health = watchStore({ store: { ...store, write }, clock, freeBytes: async () => 1e9 });
        onTestFinished(health.stop);
      });
    await probed(stores[0], stopped.promise);
    await probed(stores[1], Promise.resolve());
  });

  it('has its rows back from a process that serves people and stands still within a write', async () => {
    const address = await postgres.database();
    const [stopped, other] = [await open(address, 'people'), await open(address, 'people')];
    await other.write((transaction) => takeNumbers(transaction, 'row of both', 1));
    const [begun, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = stopped.write(async (transaction) => {
      await takeNumbers(transaction, 'row of both', 1);
      begun.resolve();
      await woken.promise;
      await takeNumbers(transaction, 'row of both', 1);
    });
    await begun.promise;
    const from = stopwatchMs();
    expect(await other.write((transaction) => takeNumbers(transaction, 'row of both', 1))).toBe(2);
    // Without an end it would be refused its row after half of the time for answers.
    expect(stopwatchMs() - from).toBeLessThan(PATIENT.answerMs / 4);
    woken.resolve();
    await expect(held).rejects.toThrow(UnavailableError);
    await expect.poll(() => stopped.isReachable(), { timeout: 10_000 }).toBe(true);
    expect(await stopped.write((transaction) => takeNumbers(transaction, 'row of both', 1))).toBe(3);
  });

  it('has whole chains after two that serve people and one that deals wrote at once', async () => {
    const address = await postgres.database();
    const fence = createFence(() => undefined);
    const dealing = await startDealing({ database: settingsOf(address), sharing: 'people', fence });
    await takeFree(dealing.store, fence, 'dealer');
    const [dealt, ...shared] = [
      await dealing.openAccount(),
      await dealing.openAccount(),
      await dealing.openAccount(),
      await dealing.openAccount(),
    ];
    const people = [await open(address, 'people'), await open(address, 'people')];
    dealing.market.tick('EURUSD', 1.1);
    const orders = Array.from({ length: 20 }, async () =>
      good(await dealing.exchange.submit(dealt, ticket('EURUSD', 'buy', { lots: 0.01 }))),
    );
    const rooms = people.map((store) =>
      createAccounts({
        store,
        clock: createManualClock(START),
        random: systemRandom,
        key: { hash: hashSecret },
        settings: { demoBalance: moneyFromWire(100_000) },
        factors: NO_FACTORS,
      }),
    );
    onTestFinished(() => {
      for (const accounts of rooms) accounts.stop();
    });
    const failed: Promise<unknown>[] = [];
    const written: Promise<unknown>[] = rooms.flatMap((accounts) =>
      Array.from({ length: DEMO_ACCOUNTS }, () => accounts.createDemo()),
    );
    for (let i = 0; i < 30; i++)
      for (const [n, store] of people.entries()) {
        // In another order by each of them, so that they wait for each other.
        const order = n === 0 ? shared : shared.toReversed();
        for (const account of order) {
          written.push(answer(store, account, `${n}-${i}`, false), pay(store, account));
          if (i % 10 === 0)
            failed.push(expect(answer(store, account, `failed-${n}-${i}`, true)).rejects.toThrow('as asked'));
        }
      }
    await Promise.all([...orders, ...written, ...failed]);
    const counted = await dealing.store.read
      .selectFrom('account_chains')
      .select(['postings', 'replies'])
      .where('account_id', 'in', shared)
      .execute();
    expect(counted).toEqual(shared.map(() => ({ postings: 61, replies: 60 })));
  });
});

async function payIn(transaction: Db, account: AccountId): Promise<void> {
  const made = posting({ book: 'demo', kind: 'adjustment', accountId: account, at: START }, [
    { account: balanceAccount(account), amount: money(1) },
    { account: houseAccount('demo', 'capital'), amount: money(-1) },
  ]);
  if (made !== undefined) await ledgerRepository(transaction).post(made);
}

async function openDemo(transaction: Db, i: number): Promise<AccountId> {
  const facts = { book: 'demo', inviteCode: `INVITE${i}`, demoHash: `demo-${i}`, createdAt: START } as const;
  const account = await accountRepository(transaction).insert(facts);
  if (account === undefined) throw new Error('no account was opened');
  return account;
}

/** Two pairs of accounts, each of one shard. */
function pairsOf(accounts: readonly AccountId[]) {
  const pairs = [...Map.groupBy(accounts, shardOf).values()].filter(({ length }) => length > 1);
  return pairs as unknown as readonly [readonly [AccountId, AccountId], readonly [AccountId, AccountId]];
}
