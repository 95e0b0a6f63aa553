import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFence } from '../../../server/cluster/fence.ts';
import { createHolding } from '../../../server/cluster/holding.ts';
import type { LeaseRows } from '../../../server/cluster/lease.ts';
import { SHARDS } from '../../../server/cluster/shards.ts';
import type { Db } from '../../../server/store/schema.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

it('gives shards back again after the database refused it, and is not settled before', async () => {
  const clock = createManualClock(timestampMs(1_000));
  const holders: (string | null)[] = new Array(SHARDS + 1).fill(null);
  const alive = ['one'];
  const given = new Set<number>();
  const faults: unknown[] = [];
  let isRefused = false;
  const rows: LeaseRows = {
    beat: async () => undefined,
    look: async () => ({
      shards: holders.map((holder, id) => ({ id, epoch: 1, holder, isHeld: holder !== null })),
      alive,
      dead: [],
    }),
    endHolders: async () => undefined,
    async takeShards(_, holder, wanted) {
      for (const { id } of wanted) holders[id] = holder;
      return new Map(wanted.map(({ id }) => [id, 1]));
    },
    async giveBack(_, __, ids) {
      if (isRefused) throw new Error('a lock is not free');
      for (const id of ids) holders[id] = null;
    },
    leave: async () => undefined,
  };
  const holding = createHolding({
    store: { write: (work) => work({} as Db) },
    fence: createFence(
      () => undefined,
      async () => [],
    ),
    clock,
    holder: 'one',
    leaseMs: 5_000,
    onTaken: async () => undefined,
    async onGiven(shards) {
      for (const id of shards) given.add(id);
    },
    report: (error) => faults.push(error),
    rows,
    stopwatch: clock.now,
  });
  const beat = async () => {
    clock.advance(1_000);
    await setImmediate();
  };
  const free = () => holders.flatMap((holder, id) => (holder === null ? id : []));

  await holding.start();
  alive.push('two');
  isRefused = true;
  await beat();
  await beat();
  expect([given.size, free(), faults.length, holding.isSettled()]).toEqual([8, [], 2, false]);

  isRefused = false;
  await beat();
  expect(free()).toEqual([...given].toSorted((a, b) => a - b));
  for (const id of given) holders[id] = 'two';
  await beat();
  expect([holding.isSettled(), given.size]).toEqual([true, 16]);
});
