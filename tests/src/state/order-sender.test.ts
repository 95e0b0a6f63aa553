import { describe, expect, test } from 'vitest';
import type { OrderRequest } from '../../../shared/bridge/worker-api.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { type ClosedOrder, orderId, type Position } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../../shared/result.ts';
import type { TextStore } from '../../../src/link/storage.ts';
import { createOrderNotes, type SettledIntent } from '../../../src/state/order-intents.ts';
import { createOrderSender } from '../../../src/state/order-sender.ts';
import { aClosed, aPosition } from '../../helpers/orders.ts';
import { type ManualClock, manualClock, memoryStore } from '../manual-clock.ts';

const position = aPosition({ id: 5, openPrice: 108_512 });
const closedOrder = aClosed({ id: 5, openPrice: 108_512, closePrice: 108_600 });

const market = (cid: string, size = 1_000): OrderRequest => ({
  cid,
  instrumentId: instrumentId(1),
  side: 'buy',
  volume: volume(size),
  multiple: 100,
  kind: { type: 'market', seenPrice: price(108_512), deviationPoints: 10 },
});
const pending = (cid: string): OrderRequest => ({
  ...market(cid),
  kind: { type: 'pending', targetPrice: price(108_000) },
});

type Answer = Result<Position | ClosedOrder>;

/** One page on a device whose storage outlives it. The test gives the server's answers. */
function page(store: TextStore = memoryStore(), clock: ManualClock = manualClock(), tab = 'tab-1') {
  const sent: string[] = [];
  const tapped: number[] = [];
  const settled: SettledIntent[] = [];
  const waits: boolean[] = [];
  const answers: ((answer: Answer) => void)[] = [];
  const account: { uid: number | undefined; reachable: boolean } = { uid: 42, reachable: true };
  const send = (what: string) => {
    sent.push(what);
    return new Promise<Answer>((resolve) => answers.push(resolve));
  };
  let cids = 0;
  const sender = createOrderSender({
    notes: createOrderNotes(store),
    clock,
    tab: () => tab,
    newCid: () => `cid-${tab}-${++cids}`,
    uid: () => account.uid,
    canAsk: () => account.reachable,
    sendSubmit(request, at) {
      tapped.push(at);
      return send(`submit ${request.cid}`);
    },
    sendClose: async (id, cid, at, size) => {
      tapped.push(at);
      const answer = await send(`close ${id} ${cid} ${size ?? 'all'}`);
      return answer.ok ? ok(closedOrder) : answer;
    },
    askOutcome: (cid) => send(`outcome ${cid}`),
    onWaiting: (isWaiting) => waits.push(isWaiting),
  });
  sender.onSettled((one) => settled.push(one));
  const answer = async (result: Answer) => {
    answers.shift()?.(result);
    await clock.pass(0);
  };
  return { sender, sent, tapped, settled, waits, answer, account, clock, store };
}

const LOST = err(refusal(LOCAL_CODE.unknown));
const notesIn = (store: TextStore) => store.keys('intent.').length;

describe('an order', () => {
  test('is stored before it is sent and removed when its outcome is known', async () => {
    const { sender, sent, tapped, clock, answer, store } = page();
    const result = sender.submit(market('aaaaaaaa'));
    expect(sent).toEqual(['submit aaaaaaaa']);
    expect(tapped).toEqual([clock.wallMs()]);
    expect(store.get('intent.aaaaaaaa')).toContain('"cid":"aaaaaaaa"');
    await answer(ok(position));
    expect(await result).toEqual(ok(position));
    expect(notesIn(store)).toBe(0);
  });

  test.each([
    ['refused by the server', CODE.notEnoughMargin],
    ['that never left the phone', LOCAL_CODE.offline],
  ])('%s is removed', async (_, code) => {
    const { sender, answer, store, sent, clock } = page();
    const result = sender.submit(market('aaaaaaaa'));
    await answer(err(refusal(code)));
    expect(await result).toMatchObject({ ok: false, error: { code } });
    await clock.pass(60_000);
    expect(notesIn(store)).toBe(0);
    expect(sent).toHaveLength(1);
  });

  test('tapped twice is sent once; another size is another order', async () => {
    const { sender, sent, answer } = page();
    const first = sender.submit(market('aaaaaaaa'));
    const second = sender.submit(market('bbbbbbbb'));
    sender.submit(market('cccccccc', 2_000));
    expect(sent).toEqual(['submit aaaaaaaa', 'submit cccccccc']);
    await answer(ok(position));
    expect(await second).toEqual(await first);
  });

  test('with a key of its own is never taken for the same order of the ticket', () => {
    const { sender, sent } = page();
    sender.submit(market('aaaaaaaa'));
    sender.submit(market('bbbbbbbb'), 'reverse 5');
    expect(sent).toEqual(['submit aaaaaaaa', 'submit bbbbbbbb']);
  });

  test('can be sent again by a new decision once the first is settled', async () => {
    const { sender, sent, answer } = page();
    sender.submit(market('aaaaaaaa'));
    await answer(ok(position));
    sender.submit(market('bbbbbbbb'));
    expect(sent).toEqual(['submit aaaaaaaa', 'submit bbbbbbbb']);
  });

  test('without an account is not sent', async () => {
    const { sender, sent, account } = page();
    account.uid = undefined;
    expect(await sender.submit(market('aaaaaaaa'))).toMatchObject({ error: { code: CODE.sessionExpired } });
    expect(sent).toEqual([]);
  });
});

describe('an unknown outcome', () => {
  test.each([LOCAL_CODE.unknown, LOCAL_CODE.workerLost, LOCAL_CODE.malformed, CODE.internal])(
    '(code %i) is asked for by its cid, without sending the order again, until it is known',
    async (code) => {
      const { sender, sent, settled, answer, clock, store } = page();
      const result = sender.submit(market('aaaaaaaa'));
      await answer(err(refusal(code)));
      expect(await result).toMatchObject({ error: { code } });
      await clock.pass(1_000);
      expect(sent).toEqual(['submit aaaaaaaa', 'outcome aaaaaaaa']);
      await answer(err(refusal(LOCAL_CODE.offline)));
      await clock.pass(30_000);
      await answer(ok(position));
      expect(sent).toHaveLength(3);
      expect(settled).toMatchObject([{ status: 'known', intent: { cid: 'aaaaaaaa' }, result: { ok: true } }]);
      expect(notesIn(store)).toBe(0);
      await clock.pass(60_000);
      expect(sent).toHaveLength(3);
    },
  );

  test('keeps a second tap on the same button from opening a second order', async () => {
    const { sender, sent, answer } = page();
    sender.submit(market('aaaaaaaa'));
    await answer(LOST);
    expect(await sender.submit(market('bbbbbbbb'))).toMatchObject({ error: { code: LOCAL_CODE.unknown } });
    expect(sent).toEqual(['submit aaaaaaaa']);
  });

  test('stays unknown for a tap during a request that brings no answer', async () => {
    const { sender, answer, clock } = page();
    sender.submit(market('aaaaaaaa'));
    await answer(LOST);
    await clock.pass(1_000);
    const second = sender.submit(market('bbbbbbbb'));
    await answer(err(refusal(LOCAL_CODE.offline)));
    expect(await second).toEqual(LOST);
  });

  test('is requested soon, however long others have been asked for', async () => {
    const { sender, sent, answer, clock } = page();
    sender.submit(market('aaaaaaaa'));
    await answer(LOST);
    for (const ms of [1_000, 2_000, 4_000]) {
      await clock.pass(ms);
      await answer(LOST);
    }
    sender.submit(market('bbbbbbbb', 2_000));
    await answer(LOST);
    await clock.pass(1_000);
    expect(sent.slice(-2)).toEqual(['outcome aaaaaaaa', 'outcome bbbbbbbb']);
  });

  test('is requested after a reload', async () => {
    const before = page();
    before.sender.submit(market('aaaaaaaa'));
    const after = page(before.store, before.clock);
    after.sender.lookUp();
    expect(after.sent).toEqual(['outcome aaaaaaaa']);
    await after.answer(err(refusal(CODE.priceMoved)));
    expect(after.settled).toMatchObject([
      { status: 'known', result: { ok: false, error: { code: CODE.priceMoved } } },
    ]);
  });

  test('is not requested while no answer is possible', async () => {
    const { sender, sent, answer, account, clock } = page();
    sender.submit(market('aaaaaaaa'));
    await answer(LOST);
    account.reachable = false;
    await clock.pass(60_000);
    expect(sent).toHaveLength(1);
    account.reachable = true;
    sender.lookUp();
    expect(sent).toHaveLength(2);
  });

  test('of another tab is left to that tab until it can no longer be waiting', async () => {
    const other = page();
    other.sender.submit(market('aaaaaaaa'));
    const mine = page(other.store, other.clock, 'tab-2');
    mine.sender.lookUp();
    await mine.clock.pass(15_000);
    expect(mine.sent).toEqual([]);
    await mine.clock.pass(20_000);
    expect(mine.sent).toEqual(['outcome aaaaaaaa']);
  });

  test('of another tab is not left to it for as long as the clock was set back by', async () => {
    const other = page();
    other.sender.submit(market('aaaaaaaa'));
    const { clock } = other;
    const setBack = { ...clock, wallMs: () => clock.wallMs() - 3_600_000 };
    const mine = page(other.store, setBack, 'tab-2');
    mine.sender.lookUp();
    expect(mine.sent).toEqual(['outcome aaaaaaaa']);
    expect(mine.waits).toEqual([true]);
  });

  test('of another account is not requested', () => {
    const before = page();
    before.sender.submit(market('aaaaaaaa'));
    const after = page(before.store, before.clock);
    after.account.uid = 43;
    after.sender.lookUp();
    expect(after.sent).toEqual([]);
  });
});

test('an order that waited for its turn is as old as its tap, whatever became of the clock meanwhile', async () => {
  let setByMs = 0;
  const real = manualClock();
  const clock = { ...real, wallMs: () => real.wallMs() + setByMs };
  const { sender, sent, tapped, answer } = page(memoryStore(), clock);
  const first = clock.wallMs();
  for (const cid of ['aaaaaaa1', 'aaaaaaa2', 'aaaaaaa3', 'aaaaaaa4', 'aaaaaaa5', 'aaaaaaa6'])
    void sender.submit(market(cid), cid);
  expect(sent).toHaveLength(4);
  await clock.pass(6_000);
  await answer(ok(position));
  setByMs = -3_600_000;
  await clock.pass(3_000);
  await answer(ok(position));
  expect(tapped).toEqual([first, first, first, first, first, first + setByMs]);
});

describe('a late request for the outcome', () => {
  const late = async (decide: (sender: ReturnType<typeof page>['sender']) => unknown, ageMs: number) => {
    const before = page();
    decide(before.sender);
    await before.clock.pass(ageMs);
    const after = page(before.store, before.clock);
    after.sender.lookUp();
    return after;
  };

  test.each([
    ['a market order', (sender: ReturnType<typeof page>['sender']) => sender.submit(market('aaaaaaaa'))],
    ['a pending order', (sender: ReturnType<typeof page>['sender']) => sender.submit(pending('aaaaaaaa'))],
    ['a close', (sender: ReturnType<typeof page>['sender']) => sender.close(orderId(5))],
  ])(
    'sends nothing of %s that could be carried out, and is not made once the server forgot it',
    async (_, decide) => {
      expect((await late(decide, 86_400_000)).sent).toEqual([expect.stringContaining('outcome ')]);
      const { sent, settled, store } = await late(decide, 8 * 86_400_000);
      expect(sent).toEqual([]);
      expect(settled).toMatchObject([{ status: 'given-up' }]);
      expect(notesIn(store)).toBe(0);
    },
  );
});

describe('a close', () => {
  test('is sent once for two taps, and its outcome asked for by its cid', async () => {
    const { sender, sent, answer, clock, settled } = page();
    const first = sender.close(orderId(5), volume(500));
    const second = sender.close(orderId(5), volume(500));
    await answer(LOST);
    expect(await second).toEqual(await first);
    await clock.pass(1_000);
    expect(sent).toEqual(['close 5 cid-tab-1-1 500', 'outcome cid-tab-1-1']);
    await answer(ok(closedOrder));
    expect(settled).toMatchObject([{ status: 'known', result: { ok: true, value: { status: 'closed' } } }]);
  });
});

test('a close that begins a reversal says so when its outcome comes late', async () => {
  const before = page();
  before.sender.close(orderId(5), undefined, true);
  const after = page(before.store, before.clock);
  after.sender.lookUp();
  await after.answer(ok(closedOrder));
  expect(after.settled).toMatchObject([{ intent: { what: { kind: 'close', id: 5, reverses: true } } }]);
});

describe('the next account on the device', () => {
  test('has its own order sent while that of the one before is still on its way', async () => {
    const { sender, sent, answer, account } = page();
    const before = sender.submit(market('aaaaaaaa'));
    account.uid = undefined;
    sender.clear(42);
    account.uid = 43;
    expect(sender.isUnderway({ kind: 'submit', request: market('bbbbbbbb') })).toBe(false);
    const own = sender.submit(market('bbbbbbbb'));
    expect(sent).toEqual(['submit aaaaaaaa', 'submit bbbbbbbb']);
    await answer(err(refusal(CODE.priceMoved)));
    expect(await before).toMatchObject({ ok: false });
    expect(sender.isUnderway({ kind: 'submit', request: market('cccccccc') })).toBe(true);
    await answer(ok(position));
    expect(await own).toEqual(ok(position));
  });

  test('has its own outcome asked for while the one before waits for the same', async () => {
    const { sender, sent, answer, account, clock } = page();
    sender.submit(market('aaaaaaaa'));
    await answer(LOST);
    await clock.pass(1_000);
    account.uid = 43;
    sender.submit(market('bbbbbbbb'));
    expect(sent).toEqual(['submit aaaaaaaa', 'outcome aaaaaaaa', 'submit bbbbbbbb']);
  });
});

describe('signing out', () => {
  test('removes all notes and stops the requests', async () => {
    const { sender, sent, answer, clock, store } = page();
    sender.submit(market('aaaaaaaa'));
    await answer(LOST);
    sender.clear(42);
    await clock.pass(60_000);
    expect(notesIn(store)).toBe(0);
    expect(sent).toHaveLength(1);
  });

  test('leaves the orders of another account, which another tab has', async () => {
    const mine = page();
    const theirs = page(mine.store, mine.clock, 'tab-2');
    theirs.account.uid = 43;
    mine.sender.submit(market('aaaaaaaa'));
    theirs.sender.submit(market('bbbbbbbb'));
    await mine.answer(LOST);
    await theirs.answer(LOST);
    mine.sender.clear(42);
    expect(notesIn(mine.store)).toBe(1);
    await mine.clock.pass(1_000);
    expect(theirs.sent).toEqual(['submit bbbbbbbb', 'outcome bbbbbbbb']);
  });
});

test.each([
  '',
  '{',
  'null',
  '{"cid":"x"}',
  '{"key":"k","cid":"c","uid":42,"tab":"t","madeAtMs":1,"what":{"kind":"close"}}',
])('a note with the text %s is ignored', (text) => {
  expect(createOrderNotes(memoryStore({ 'intent.x': text })).all(42)).toEqual([]);
});
