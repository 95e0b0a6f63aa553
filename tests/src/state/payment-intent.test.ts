import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import type { Outcome } from '../../../shared/contract/orders.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../../shared/result.ts';
import { type Booked, paymentIntent } from '../../../src/state/payment-intent.ts';
import { manualClock, memoryStore } from '../manual-clock.ts';

const order = { amount: '100', methodId: 7 };
const refused = (code: number) => err(refusal(code));
const LOST = refused(LOCAL_CODE.unknown);

/** A customer's page on a device whose storage outlives it. `outcomes`: the answers to its look-ups, then none. */
function page(outcomes: readonly Result<Outcome>[] = [], store = memoryStore(), clock = manualClock()) {
  const asked: number[] = [];
  const told: Result<Booked>[] = [];
  let last = 0;
  const intent = paymentIntent<typeof order>('draw', 42, {
    store,
    clock,
    tab: () => 'tab-1',
    newCid: () => `payment-${++last}`,
    async askOutcome() {
      asked.push(clock.nowMs());
      return outcomes[asked.length - 1] ?? refused(LOCAL_CODE.offline);
    },
  });
  /** Sends the order. Returns its id. */
  const send = async (answer: Result<Booked>): Promise<string> => {
    let cid = '';
    await intent.send(order, async (sent) => {
      cid = sent;
      return answer;
    });
    return cid;
  };
  return { intent, send, asked, told, clock, store, follow: () => intent.follow((one) => told.push(one)) };
}

/** A payment whose answer is lost, sent again and answered so. */
async function repeated(answer: Result<Booked>, outcomes: readonly Result<Outcome>[] = []) {
  const opened = page(outcomes);
  const cid = await opened.send(LOST);
  expect(await opened.send(answer)).toBe(cid);
  return { ...opened, cid };
}

describe('a payment whose answer was lost', () => {
  it.each([
    ['sign in again', CODE.sessionExpired],
    ['slow down', CODE.tooMany],
    ['a second factor is needed', CODE.factorNeeded],
    ['the id was used', CODE.cidReused],
    ['internal error', CODE.internal],
  ])('keeps its id when the next try is refused: %s', async (_, code) => {
    const { intent, send, cid } = await repeated(refused(code));
    expect(intent.open()).toEqual([order]);
    expect(await send(LOST)).toBe(cid);
  });

  it('keeps its id after the app was ended before any answer, too', async () => {
    const before = page();
    void before.intent.send(order, () => new Promise(() => {}));
    const after = page([], before.store, before.clock);
    expect(await after.send(refused(CODE.sessionExpired))).toBe('payment-1');
    expect(after.intent.open()).toEqual([order]);
  });

  it.each([
    ['accepted', ok({ id: 31 })],
    ['sealed', refused(CODE.cidSealed)],
  ])('is settled when the next try is %s', async (_, answer) => {
    const { intent, send, cid } = await repeated(answer);
    expect(intent.open()).toEqual([]);
    expect(await send(LOST)).not.toBe(cid);
  });

  it('keeps its id when another tab sent it again before its first try was refused', async () => {
    const { intent, store, clock } = page();
    await intent.send(order, async () => {
      await page([], store, clock).send(LOST);
      return refused(CODE.tooMany);
    });
    expect(intent.open()).toEqual([order]);
  });
});

it.each([CODE.sessionExpired, CODE.tooMany, CODE.factorNeeded, CODE.insufficientBalance])(
  'the first try is settled by refusal %d',
  async (code) => {
    const { intent, send } = page();
    await send(refused(code));
    expect(intent.open()).toEqual([]);
  },
);

const booked: Result<Outcome> = ok({ state: 'done', reply: { code: 1, msg: '', data: { id: 31 } } });

it('asks for a payment at longer and longer intervals until its outcome is known', async () => {
  const deciding: Result<Outcome> = ok({ state: 'deciding' });
  const { send, follow, asked, told, clock } = page([LOST, deciding, LOST, LOST, LOST, LOST, booked]);
  await send(LOST);
  const startedMs = clock.nowMs();
  follow();
  await clock.pass(120_000);
  expect(asked.map((ms) => ms - startedMs)).toEqual([0, 1_000, 3_000, 7_000, 15_000, 30_000, 45_000]);
  expect(told).toEqual([ok({ id: 31 })]);
});

it.each([
  ['that never arrived', ok({ state: 'never' } as const), refusal(CODE.cidSealed)],
  [
    'that was refused',
    ok({ state: 'done', reply: { code: 4002, msg: 'Not enough', data: null } } as const),
    refusal(4002, 'Not enough'),
  ],
  [
    'that was refused with a code that settles no repeated one',
    ok({ state: 'done', reply: { code: CODE.tooMany, msg: 'Too many', data: null } } as const),
    refusal(CODE.tooMany, 'Too many'),
  ],
])('a payment %s was not executed', async (_, outcome, error) => {
  const { intent, follow, told, clock } = await repeated(refused(CODE.tooMany), [outcome]);
  follow();
  await clock.pass(1);
  expect(told).toEqual([err(error)]);
  expect(intent.open()).toEqual([]);
});

it('nothing is asked or told after a stop', async () => {
  const { intent, send, follow, asked, told, clock } = page([LOST, booked]);
  await send(LOST);
  const stop = follow();
  await clock.pass(10);
  stop();
  await clock.pass(60_000);
  expect([asked.length, told]).toEqual([1, []]);
  follow()();
  await clock.pass(1);
  expect([asked.length, told, intent.open()]).toEqual([2, [], [order]]);
});
