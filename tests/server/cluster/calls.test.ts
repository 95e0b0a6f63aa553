import { describe, expect, it } from 'vitest';
import type { Session } from '../../../server/accounts/sessions.ts';
import type { Bus, NoAnswer } from '../../../server/bus/bus.ts';
import { jsonData } from '../../../server/bus/json-messages.ts';
import { createLocalBus } from '../../../server/bus/local.ts';
import type { Calls } from '../../../server/call.ts';
import { type Clock, systemClock } from '../../../server/clock.ts';
import { createCallSender } from '../../../server/cluster/calls/call-sender.ts';
import { createCallServer } from '../../../server/cluster/calls/call-server.ts';
import { type CallAnswer, shardOfCall, subjectOfShard } from '../../../server/cluster/calls/messages.ts';
import { CROSSING, type CrossingName } from '../../../server/cluster/crossing.ts';
import { COMMON_SHARD, SHARDS, shardOf } from '../../../server/cluster/shards.ts';
import { systemRandom } from '../../../server/random.ts';
import { UnavailableError } from '../../../server/store/errors.ts';
import { accountRoutes } from '../../../shared/contract/account.ts';
import { alertRoutes } from '../../../shared/contract/alerts.ts';
import { chatRoutes } from '../../../shared/contract/chat.ts';
import { orderRoutes } from '../../../shared/contract/orders.ts';
import { paymentRoutes } from '../../../shared/contract/payments.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { err, ok, type Result, refusal } from '../../../shared/result.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { busOf, natsMissing, startBroker } from '../../helpers/nats.ts';

/** Change something, but nothing that an account's chains link. */
const LOCAL_CHANGES = ['bindDrawMethod', 'sendDrawMethodCode', 'confirmDrawMethod', 'deleteDrawMethod'];

describe('the calls that cross', () => {
  it('are all that change orders, money, stored replies, messages and alerts', () => {
    const routes = { ...orderRoutes, ...paymentRoutes, ...accountRoutes, ...chatRoutes, ...alertRoutes };
    const changing = Object.entries(routes).filter(
      ([, route]) => route.method !== 'GET' || 'changes' in route,
    );
    // They seal a cid that nobody has used.
    const sealing = ['getOrderOutcome', 'getPaymentOutcome'];
    const expected = [...changing.map(([name]) => name), ...sealing].filter(
      (name) => !LOCAL_CHANGES.includes(name),
    );
    expect(Object.keys(CROSSING).toSorted()).toEqual([...new Set(expected)].toSorted());
  });
});

const session = { id: 'hash', accountId: 7 as AccountId, user: { is_demo: 1 } } as Session;
const cancel = {
  call: 'cancelOrder',
  session,
  texts: [['id', '5']],
  language: 'de',
  visitor: { address: '10.0.0.1', device: 'phone' },
} as const;
const chat = {
  ...cancel,
  call: 'sendChat',
  texts: [
    ['text', 'hello'],
    ['cid', '0b7f8f5e-3f6c-4f0e-9d55-0a1b2c3d4e5f'],
  ],
} as const;

interface Place {
  readonly gateway: Bus;
  readonly dealer: Bus;
}

async function localPlace(): Promise<Place> {
  const bus = createLocalBus(systemClock, () => undefined);
  return { gateway: bus, dealer: bus };
}

async function natsPlace(): Promise<Place> {
  const broker = await startBroker();
  return { gateway: await busOf(broker), dealer: await busOf(broker) };
}

const kinds = [
  { kind: 'in one process', place: localPlace, missing: undefined },
  { kind: 'through a broker', place: natsPlace, missing: natsMissing },
];

describe.each(kinds)('a call that crosses, $kind', ({ place, missing }) => {
  const test = it.skipIf(missing !== undefined);

  async function openCalls(handlers: Partial<Calls<CrossingName>>, clock: Clock = systemClock) {
    const { gateway, dealer } = await place();
    const faults: string[] = [];
    const server = createCallServer({
      bus: dealer,
      clock,
      handlers: handlers as Calls<CrossingName>,
      isMine: () => true,
      isReady: () => true,
      report: (where) => faults.push(where),
      maxCalls: 2,
    });
    const stop = server.serve('cmd.*');
    await dealer.flush();
    const send = createCallSender({
      bus: gateway,
      clock: systemClock,
      random: systemRandom,
      report: (one) => faults.push(one),
    });
    /** The answer as it stands in the message. */
    const status = async (call: CrossingName, deadlineMs = 60_000, agoMs = 0): Promise<string> => {
      const message = {
        v: 1,
        call,
        account: 7,
        session: '',
        user: {},
        texts: [['id', '5']],
        language: 'en',
        visitor: { address: '', device: '' },
        asked_at: clock.wall() - agoMs,
        deadline_ms: deadlineMs,
      };
      const answer = await gateway.request(
        subjectOfShard(shardOfCall(call, session.accountId)),
        jsonData(message),
        60_000,
      );
      return answer.ok ? JSON.parse(new TextDecoder().decode(answer.value)).status : answer.error;
    };
    return { status, server, send, stop, faults };
  }

  test('runs the same handler, with the values of its contract, for the same asker', async () => {
    const seen: unknown[] = [];
    const { send } = await openCalls({
      cancelOrder(values, asker) {
        seen.push(values, asker);
        return err(refusal(4009, '', { reason: 'late' }));
      },
    });
    expect(await send(cancel)).toEqual(err(refusal(4009, '', { reason: 'late' })));
    const { visitor, language } = cancel;
    expect(seen).toEqual([{ id: 5 }, { session, language, visitor }]);
  });

  test('is checked again by its contract', async () => {
    const { send } = await openCalls({});
    const answer = await send({ ...cancel, texts: [['id', 'x']] });
    expect(answer).toMatchObject({ ok: false, error: { code: 4000, facts: { field: 'id' } } });
  });

  test('says that it was surely not done when the dealer could not store it, and fails for a bug', async () => {
    const { send, faults } = await openCalls({
      cancelOrder: () => Promise.reject(new UnavailableError('no room')),
      sendChat: () => Promise.reject(new Error('a bug')),
    });
    await expect(send(cancel)).rejects.toThrow(UnavailableError);
    await expect(send(chat)).rejects.toThrow('the dealer failed at sendChat');
    expect(faults).toEqual(['cancelOrder', 'sendChat']);
  });

  test('is decided only before its deadline', async () => {
    let decided = 0;
    const { status } = await openCalls({
      cancelOrder() {
        decided++;
        return err(refusal(4004));
      },
    });
    expect([await status('cancelOrder', -1), decided]).toEqual(['late', 0]);
    expect([await status('cancelOrder'), decided]).toEqual(['done', 1]);
  });

  test('is decided also after the machines’ clocks were set back', async () => {
    const clock = createManualClock(1_772_000_000_000);
    const { status } = await openCalls({ cancelOrder: () => err(refusal(4004)) }, clock);
    clock.set(-3_600_000);
    expect(await status('cancelOrder')).toBe('done');
    clock.advance(5_000);
    clock.set(3_600_000);
    expect(await status('cancelOrder')).toBe('done');
  });

  test('is sent again when it was asked before its dealer served: it may be a copy of one that was done', async () => {
    let decided = 0;
    const { status } = await openCalls({
      cancelOrder() {
        decided++;
        return err(refusal(4004));
      },
    });
    expect([await status('cancelOrder', 60_000, 30_000), decided]).toEqual(['not_mine', 0]);
    expect([await status('cancelOrder'), decided]).toEqual(['done', 1]);
  });

  test('finds a dealer busy that has as many as it takes, and the dealer ends when they are answered', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let taken = 0;
    const { send, status, server, stop } = await openCalls({
      async cancelOrder() {
        taken++;
        await gate;
        return ok({ id: 1 } as never);
      },
      sendChat: () => ok({ id: 2 } as never),
    });
    const waiting = [send(cancel), send(cancel)];
    await expect.poll(() => taken, { timeout: 60_000 }).toBe(2);
    const refused = await status('sendChat');
    expect(refused).toBe('busy');
    stop();
    release();
    await server.idle();
    expect(await Promise.all(waiting)).toEqual([ok({ id: 1 }), ok({ id: 1 })]);
  });
});

/** A bus whose n-th request gets the n-th answer of the script; later ones get the last answer. No request takes any time. */
function scripted(script: readonly (CallAnswer | NoAnswer)[]) {
  let now = 1_000;
  const asked: number[] = [];
  const clock = {
    ...systemClock,
    now: () => timestampMs(now),
    wall: () => timestampMs(now),
    steady: () => timestampMs(now),
    after(ms: number, run: () => void) {
      now += ms;
      queueMicrotask(run);
      return () => undefined;
    },
  };
  const bus: Pick<Bus, 'request'> = {
    async request(_, __, timeoutMs) {
      const answer = script[Math.min(asked.length, script.length - 1)] ?? 'late';
      asked.push(timeoutMs);
      if (answer === 'late') now += timeoutMs;
      return typeof answer === 'string' ? err(answer) : ok(jsonData(answer));
    },
  };
  const counted: string[] = [];
  const send = createCallSender({
    bus,
    clock,
    random: systemRandom,
    report: () => undefined,
    onAnswered: (name, outcome) => counted.push(`${name} ${outcome}`),
    onNotTaken: (reason) => counted.push(reason),
  });
  return { send, asked, counted, elapsed: () => now - 1_000 };
}

describe('the sender of a call', () => {
  const done = { status: 'done', result: ok({ id: 1 }) } as const;
  const [busy, late, other] = [{ status: 'busy' }, { status: 'late' }, { status: 'not_mine' }] as const;

  it.each([
    { call: cancel, script: ['nobody', 'nobody', done], times: 3, waits: ['nobody', 'nobody'] },
    { call: cancel, script: [busy, late, other, done], times: 4, waits: ['busy', 'late', 'not_mine'] },
    { call: chat, script: ['late', 'late', done], times: 3, waits: ['late', 'late'] },
  ] as const)('goes on until it is answered: $script', async ({ call, script, times, waits }) => {
    const { send, asked, counted } = scripted(script);
    expect(await send(call)).toEqual(ok({ id: 1 }));
    expect(asked).toHaveLength(times);
    expect(counted).toEqual([...waits, `${call.call} done`]);
  });

  it('does not repeat a call without a cid that somebody may have taken', async () => {
    const { send, asked } = scripted(['late', done]);
    expect(await send(cancel)).toBeUndefined();
    expect(asked).toEqual([8_500]);
  });

  it.each(['nobody', busy, other] as const)('gives up after four seconds of %j', async (answer) => {
    const { send, elapsed } = scripted([answer]);
    expect(await send(chat)).toBeUndefined();
    expect(elapsed()).toBeGreaterThanOrEqual(4_000);
    expect(elapsed()).toBeLessThan(4_300);
  });

  it('is sent again when its shard is served again, if it has a cid', async () => {
    const listeners: ((shards: ReadonlySet<number>) => void)[] = [];
    const requests: PromiseWithResolvers<Result<Uint8Array, NoAnswer>>[] = [];
    const bus = {
      request() {
        const request = Promise.withResolvers<Result<Uint8Array, NoAnswer>>();
        requests.push(request);
        return request.promise;
      },
    };
    const onBegun = (listener: (typeof listeners)[number]) => void listeners.push(listener);
    const deps = { bus, clock: systemClock, random: systemRandom, report: () => undefined, onBegun };
    const send = createCallSender(deps);
    const [said, cancelled] = [send(chat), send(cancel)];
    expect(requests).toHaveLength(2);
    const shard = shardOf(chat.session.accountId);
    for (const listener of listeners) listener(new Set([(shard + 1) % SHARDS, COMMON_SHARD]));
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(requests).toHaveLength(2);
    for (const listener of listeners) listener(new Set([shard]));
    await expect.poll(() => requests.length).toBe(3);
    for (const request of requests.slice(1)) request.resolve(ok(jsonData(done)));
    expect(await Promise.all([said, cancelled])).toEqual([ok({ id: 1 }), ok({ id: 1 })]);
    expect(requests).toHaveLength(3);
  });

  it('leaves the outcome open when a dealer could not store a repeated call, whose first copy may be stored', async () => {
    const unavailable = { status: 'unavailable' } as const;
    await expect(scripted(['nobody', busy, unavailable]).send(chat)).rejects.toThrow(UnavailableError);
    const { send, asked, counted } = scripted(['late', unavailable]);
    expect(await send(chat)).toBeUndefined();
    expect(asked).toHaveLength(2);
    expect(counted).toEqual(['late', 'sendChat unknown']);
  });

  it('leaves the outcome open within the time of an answer', async () => {
    const { send, elapsed, counted } = scripted(['late']);
    expect(await send(chat)).toBeUndefined();
    expect(elapsed()).toBe(8_500);
    expect(counted.at(-1)).toBe('sendChat unknown');
  });
});
