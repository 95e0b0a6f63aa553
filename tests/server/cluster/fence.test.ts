import { describe, expect, it, onTestFinished } from 'vitest';
import { printFigure } from '../../../bench/cluster/print-figure.ts';
import { createFence } from '../../../server/cluster/fence.ts';
import { beat, endHolders, look, takeShards } from '../../../server/cluster/lease.ts';
import { SHARDS } from '../../../server/cluster/shards.ts';
import { takeNumbers } from '../../../server/store/numbers.ts';
import type { Db } from '../../../server/store/schema.ts';
import { openStore } from '../../../server/store/store.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { good, startDealing, ticket } from '../../helpers/dealing.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { settingsOf } from '../../helpers/postgres-server.ts';
import { takeFree } from '../../helpers/shards.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const ACCOUNT = 1 as AccountId;
/** Those of accounts, and the common one. */
const ALL = SHARDS + 1;
const PATIENT = { timeout: 60_000 };

/** So many stops; with `PIPSTREAM_TEST_STOPS=150` as many as the exchange was accepted with. */
const STOPS = Number(process.env['PIPSTREAM_TEST_STOPS'] ?? 6);
/** One of so many was killed meanwhile: its session ends another time. */
const KILLED_EVERY = 3;
const POINTS: readonly Point[] = ['before begin', 'after begin', 'before commit', 'before begin'];

type Point = 'before begin' | 'after begin' | 'before commit';

describe.skipIf(postgresMissing)('a dealer that stopped while it closed a position', () => {
  const postgres = usePostgres();

  /** @param isFenced without it nothing checks epochs when it writes */
  async function dealer(address: string, holder: string, isFenced = true) {
    const lost: string[] = [];
    const fence = createFence((sentence) => lost.push(sentence));
    const store = await openStore({
      dataDir: temporaryFolder(),
      database: settingsOf(address),
      sharing: 'people',
      fence: isFenced ? fence : undefined,
      report: () => undefined,
    });
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= store.close();
      return closing;
    };
    onTestFinished(close);
    return {
      store,
      close,
      lost,
      take: () => takeFree(store, fence, holder),
      fill: (stop: (point: Point, transaction: Db) => Promise<void>) =>
        store.write(async (transaction) => {
          await stop('after begin', transaction);
          await takeNumbers(transaction, 'fills', 1);
          await stop('before commit', transaction);
        }, ACCOUNT),
    };
  }

  /** Begins a fill, and waits until it has stopped there. @returns the fill, and what lets it go on */
  async function stoppedAt({ fill }: Awaited<ReturnType<typeof dealer>>, at: Point | undefined) {
    const goOn = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const stop = async (point: Point) => {
      if (point !== at) return;
      stopped.resolve();
      await goOn.promise;
    };
    const late = stop('before begin').then(() => fill(stop));
    late.catch(() => undefined);
    await stopped.promise;
    return { late, goOn: goOn.resolve };
  }

  const fills = async (address: string) => {
    const [row] = await postgres.query(address, "select next - 1 as n from sequences where name = 'fills'");
    return Number(row?.['n'] ?? 0);
  };

  it.each<Point>(['before begin', 'after begin', 'before commit'])(
    '%s, closes nothing when it goes on after another one has',
    async (at) => {
      const address = await postgres.database();
      const [first, second] = [await dealer(address, 'first'), await dealer(address, 'second')];
      expect(await first.take()).toBe(ALL);
      const { late, goOn } = await stoppedAt(first, at);
      await expect.poll(second.take, PATIENT).toBe(ALL);
      if ((await fills(address)) === 0) await second.fill(async () => undefined);
      await expect.poll(first.store.isReachable, PATIENT).toBe(true);
      goOn();
      await expect(late).rejects.toThrow();
      expect(await fills(address)).toBe(1);
      if (at === 'before begin') await expect.poll(() => first.lost, PATIENT).toHaveLength(1);
    },
  );

  it.each([
    [true, 'never closes twice'],
    [false, 'closes twice where epochs are not checked'],
  ])('(fenced: %s) %s, wherever it was stopped or killed', async (isFenced) => {
    const address = await postgres.database();
    let doubled = 0;
    for (let round = 0; round < STOPS; round++) {
      const [first, second] = [
        await dealer(address, `first ${round}`, isFenced),
        await dealer(address, `second ${round}`, isFenced),
      ];
      await expect.poll(first.take, PATIENT).toBe(ALL);
      const before = await fills(address);
      const at = POINTS[round % POINTS.length];
      const isKilled = round % KILLED_EVERY === KILLED_EVERY - 1;
      const { late, goOn } = await stoppedAt(first, at);
      await expect.poll(second.take, PATIENT).toBe(ALL);
      if ((await fills(address)) === before) await second.fill(async () => undefined);
      if (isKilled) await postgres.endWriter(address);
      await expect.poll(first.store.isReachable, PATIENT).toBe(true);
      goOn();
      await late.catch(() => undefined);
      doubled += (await fills(address)) - before - 1;
      await Promise.all([first.close(), second.close()]);
    }
    const text = `${doubled} doubled in ${STOPS} stops`;
    await printFigure(
      isFenced
        ? { id: 'S6', part: 'fenced', text: `${text} with the fence`, isMet: doubled === 0 }
        : { id: 'S6', part: 'without', text: `${text} without it`, isMet: doubled > 0 },
    );
    if (isFenced) expect(doubled).toBe(0);
    else expect(doubled).toBeGreaterThan(0);
  });

  it('does not hold up the next one, which ends its session', async () => {
    const address = await postgres.database();
    const [first, second] = [await dealer(address, 'first'), await dealer(address, 'second')];
    await first.take();
    const never = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const late = first.fill(async (point) => {
      if (point !== 'before commit') return;
      stopped.resolve();
      await never.promise;
    });
    late.catch(() => undefined);
    await stopped.promise;
    await expect.poll(second.take, PATIENT).toBe(ALL);
    await second.fill(async () => undefined);
    expect(await fills(address)).toBe(1);
    never.resolve();
    await expect(late).rejects.toThrow();
  });

  it('is waited for where its session is not ended', async () => {
    const address = await postgres.database();
    const [first, second] = [await dealer(address, 'first'), await dealer(address, 'second')];
    await first.take();
    const goOn = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const order: string[] = [];
    const fill = first
      .fill(async (point) => {
        if (point !== 'before commit') return;
        stopped.resolve();
        await goOn.promise;
      })
      .then(() => order.push('filled'));
    await stopped.promise;
    const taking = second.store
      .write(async (transaction) => takeShards(transaction, 'second', (await look(transaction, 0)).shards))
      .then(({ size }) => order.push(`taken ${size}`));
    const waits =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect
      .poll(async () => order.length + (await postgres.query(address, waits)).length, PATIENT)
      .toBe(1);
    goOn.resolve();
    await Promise.all([fill, taking]);
    expect(order).toEqual(['filled', `taken ${ALL}`]);
  });

  it('decides again on an account that was changed past the fence', async () => {
    const address = await postgres.database();
    const fence = createFence(() => undefined);
    const dealing = await startDealing({ database: settingsOf(address), sharing: 'people', fence });
    const account = await dealing.openAccount();
    await takeFree(dealing.store, fence, 'one');
    dealing.market.tick('EURUSD', 1.1);
    const submit = async () =>
      good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01 })));
    const changes = async () =>
      Number((await postgres.query(address, 'select n from account_chains'))[0]?.['n']);
    await submit();
    const before = await changes();
    await postgres.query(address, 'update account_chains set n = n + 1');
    await submit();
    expect(await changes()).toBe(before + 2);
  });

  it('is not mistaken for one that came while others looked', async () => {
    const address = await postgres.database();
    const [first, second] = [await dealer(address, 'first'), await dealer(address, 'second')];
    const leaseMs = 60_000;
    const seen = await first.store.write((transaction) => look(transaction, leaseMs));
    await second.store.write((transaction) =>
      beat(transaction, { holder: 'second', leaseMs, hasBroker: true }),
    );
    await first.store.write((transaction) => endHolders(transaction, seen.dead));
    const after = await first.store.write((transaction) => look(transaction, leaseMs));
    expect([after.alive, after.dead]).toEqual([['second'], []]);
  });

  it('writes nothing about accounts of shards that it does not hold', async () => {
    const address = await postgres.database();
    const one = await dealer(address, 'one');
    await expect(one.fill(async () => undefined)).rejects.toThrow(/does not hold shard/);
    expect(await fills(address)).toBe(0);
    expect(one.lost).toEqual([]);
  });
});
