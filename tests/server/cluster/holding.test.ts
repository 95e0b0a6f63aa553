import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFence } from '../../../server/cluster/fence.ts';
import { createHolding } from '../../../server/cluster/holding.ts';
import type { LeaseRows } from '../../../server/cluster/lease.ts';
import { SHARDS } from '../../../server/cluster/shards.ts';
import { UnavailableError } from '../../../server/store/errors.ts';
import type { Db } from '../../../server/store/schema.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

it('gives shards back again after the database refused it, and is not settled before', async () => {
  const clock = createManualClock(1_000);
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
      connected: alive,
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

it('lets others have everything when it alone has lost the broker for five seconds, and not when all have', async () => {
  const clock = createManualClock(1_000);
  const connected = ['one', 'two'];
  const lost: string[] = [];
  const shards = Array.from({ length: SHARDS + 1 }, (_, id) => ({
    id,
    epoch: 1,
    holder: id % 2 === 0 ? 'one' : 'two',
    isHeld: true,
  }));
  const fence = createFence(
    (sentence) => lost.push(sentence),
    async () => [],
  );
  fence.put(new Map(shards.filter(({ holder }) => holder === 'one').map(({ id, epoch }) => [id, epoch])));
  const said: boolean[] = [];
  let isAway = false;
  const left: string[] = [];
  const holding = createHolding({
    store: { write: (work) => work({} as Db) },
    fence,
    clock,
    holder: 'one',
    leaseMs: 5_000,
    onTaken: async () => undefined,
    onGiven: async () => undefined,
    hasBroker: () => connected.includes('one'),
    report: (error) => expect.unreachable(String(error)),
    rows: {
      async beat(_, { hasBroker }) {
        if (isAway) throw new UnavailableError('away');
        said.push(hasBroker);
      },
      look: async () => ({ shards, alive: ['one', 'two'], connected: [...connected], dead: [] }),
      endHolders: async () => undefined,
      takeShards: async () => new Map(),
      giveBack: async () => undefined,
      leave: async (_, holder) => void left.push(holder),
    },
    stopwatch: clock.now,
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1_000);
      await setImmediate();
    }
  };
  await holding.start();
  connected.length = 0;
  await pass(60);
  // The other one has it back a little sooner.
  connected.push('two');
  await pass(5);
  connected.push('one');
  await pass(2);
  expect([lost, holding.isSure(0)]).toEqual([[], true]);
  expect([said.at(0), said.at(20), said.at(-1)]).toEqual([true, false, true]);
  // The database goes as well: when it is back, what the other one said before that is of no use.
  connected.splice(connected.indexOf('one'), 1);
  await pass(1);
  isAway = true;
  await pass(8);
  isAway = false;
  await pass(1);
  connected.push('one');
  await pass(1);
  expect(lost).toEqual([]);
  connected.splice(connected.indexOf('one'), 1);
  await pass(5);
  expect(lost).toEqual([]);
  await pass(2);
  expect(lost).toEqual([expect.stringMatching(/broker of NATS_URL: this one does not, and ends/)]);
  expect(holding.isSure(0)).toBe(false);
  await holding.stop();
  // It is the others that take them over: they read what may not have been told.
  expect(left).toEqual([]);
});
