import { describe, expect, it } from 'vitest';
import { createLocalBus } from '../../../server/bus/local.ts';
import { createSealedBus } from '../../../server/cluster/sealed-bus.ts';
import { shardOf } from '../../../server/cluster/shards.ts';
import { RESOURCES } from '../../../server/ops/resources.ts';
import type { Step } from '../../../server/ops/step.ts';
import { systemRandom } from '../../../server/random.ts';
import { createStepsElsewhere } from '../../../server/roles/steps-elsewhere.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { ok } from '../../../shared/result.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

const ACCOUNT = 7 as AccountId;
const SHARD = shardOf(ACCOUNT);
const KEY = systemRandom.bytes(32);

const step = (resource: string, verb: string): Step => ({
  who: 'alice',
  resource,
  verb,
  values: { uid: '10000007' },
});

const CROSSING = [
  'balance adjust',
  'chat answer',
  'deposits approve',
  'orders close',
  'users lift-restriction',
  'users restrict',
  'withdrawals pay',
  'withdrawals reject',
];

const HERE = [
  'users end-sessions',
  'users unlock',
  'users remove-factors',
  'identity approve',
  'identity reject',
  'deposits reject',
  'deposits invalidate',
  'payout-addresses release',
  ...['deposit-coins', 'deposit-banks', 'withdrawal-currencies'].flatMap((options) =>
    ['add', 'change', 'remove'].map((verb) => `${options} ${verb}`),
  ),
];

/** Dealers of an exchange; `epochs` is what the database says, and what each dealer believes. */
function scene() {
  const clock = createManualClock(1_000_000);
  const raw = createLocalBus(clock, raise);
  const database = { epoch: 5 };
  const dealer = (epoch: number | undefined) => {
    const done: string[] = [];
    const bus = createSealedBus({
      bus: raw,
      key: KEY,
      exchange: 'ps.main',
      random: systemRandom,
      wallMs: clock.now,
      onRefused: () => undefined,
    });
    const steps = createStepsElsewhere({
      bus,
      resources: RESOURCES,
      async run({ who, resource, verb }) {
        done.push(`${who} ${resource} ${verb}`);
        return ok({ rows: [] });
      },
      epochOf: () => epoch,
      readEpoch: async () => database.epoch,
      report: raise,
    });
    return { done, ...steps };
  };
  return { clock, raw, database, dealer };
}

it('goes to the dealer of the account, with the name of who gave it', async () => {
  const { dealer } = scene();
  const [mine, its] = [dealer(undefined), dealer(5)];
  its.serve(SHARD);
  const asked = { ...step('balance', 'adjust'), isOwner: true };
  expect(await mine.elsewhere(ACCOUNT, asked)).toEqual(ok({ rows: [] }));
  expect([mine.done, its.done]).toEqual([[], ['alice balance adjust']]);
});

describe('from another process', () => {
  it('a dealer takes only what the dealer of an account alone can do', async () => {
    const changing = Object.entries(RESOURCES).flatMap(([name, { verbs }]) =>
      Object.entries(verbs)
        .filter(([, verb]) => 'isSecurityEvent' in verb || 'crosses' in verb)
        .map(([verb]) => `${name} ${verb}`),
    );
    // A new one is put into either list: whether it writes what the dealer of an account alone writes.
    expect(changing.filter((one) => !HERE.includes(one)).toSorted()).toEqual(CROSSING.toSorted());
    const { dealer } = scene();
    const [mine, its] = [dealer(undefined), dealer(5)];
    its.serve(SHARD);
    for (const [resource, { verbs }] of Object.entries(RESOURCES))
      for (const verb of Object.keys(verbs)) {
        const reply = await mine.elsewhere(ACCOUNT, step(resource, verb));
        expect(`${resource} ${verb} ${reply.ok}`).toBe(
          `${resource} ${verb} ${CROSSING.includes(`${resource} ${verb}`)}`,
        );
      }
    expect(its.done.toSorted()).toEqual(CROSSING.map((one) => `alice ${one}`).toSorted());
    const nothing = await mine.elsewhere(ACCOUNT, step('constructor', 'toString'));
    expect(nothing.ok).toBe(false);
  });

  it('a step is not done by a dealer that has come to the account since, nor twice', async () => {
    const { raw, database, dealer } = scene();
    const copies: (() => void)[] = [];
    raw.subscribe('ops.*', ({ subject, data, seal }) => {
      if (copies.length === 0) copies.push(() => raw.publish(subject, data, seal));
    });
    const [mine, before, after] = [dealer(undefined), dealer(5), dealer(6)];
    const stop = before.serve(SHARD);
    await mine.elsewhere(ACCOUNT, step('balance', 'adjust'));
    copies[0]?.();
    stop();
    database.epoch = 6;
    after.serve(SHARD);
    copies[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect([before.done, after.done]).toEqual([['alice balance adjust'], []]);

    database.epoch = 5;
    expect(await mine.elsewhere(ACCOUNT, step('balance', 'adjust'))).toMatchObject({
      ok: false,
      error: { sentence: expect.stringContaining('nothing was done') },
    });
    expect(after.done).toEqual([]);
  });

  it('no step is taken without a seal, though processes of the version before work', async () => {
    const { clock, raw, dealer } = scene();
    const its = dealer(5);
    its.serve(SHARD);
    const data = new TextEncoder().encode(JSON.stringify({ epoch: 5, step: step('balance', 'adjust') }));
    const answer = raw.request(`ops.${SHARD}`, data, 1_000);
    clock.advance(1_000);
    expect((await answer).ok).toBe(false);
    expect(its.done).toEqual([]);
  });
});

function raise(error: unknown): never {
  throw error;
}
