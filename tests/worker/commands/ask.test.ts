import { describe, expect, test } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { type Decoder, decode, type Schema } from '../../../shared/contract/schema.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { err, LOCAL_CODE, ok, type Result } from '../../../shared/result.ts';
import { ask } from '../../../worker/commands/ask.ts';
import { workerEnv } from '../../../worker/env.ts';
import type { CallError, Http } from '../../../worker/http.ts';

const DEPOSIT = {
  id: 1,
  number: 5,
  type: 0,
  currency_code: 'USDT',
  status: 0,
  remark: '',
  created_at: '2026-01-01T00:00:00.000Z',
};
const BOOKED = {
  id: 1,
  amount: moneyFromWire(5),
  kind: 0,
  currency: 'USDT',
  status: 0,
  remark: '',
  createdAt: DEPOSIT.created_at,
};
const MONEY = { amount: '5', proof: '/files/1', address: 'T1', coinId: 1, cid: 'one-intent' };
const { cid: _, ...WITHOUT_CID } = MONEY;

const lost: Result<unknown, CallError> = err({ kind: 'unanswered', reason: 'network' });
const broken: Result<unknown, CallError> = err({ kind: 'unanswered', reason: 'server' });
const refused = (code: number): Result<unknown, CallError> =>
  err({ kind: 'refused', code, message: 'no', facts: { field: 'amount' } });

/** Answers the nth call with the nth reply, later ones with the last reply; each takes its time. */
function setUp(replies: readonly Result<unknown, CallError>[], eachTakesMs = 10) {
  const calls: {
    readonly name: string;
    readonly request: object;
    readonly deadlineMs: number | undefined;
  }[] = [];
  let now = 0;
  const env = {
    ...workerEnv(),
    now: () => timestampMs(now),
    random: () => 0.5,
    after(delayMs: number, run: () => void) {
      now += delayMs;
      queueMicrotask(run);
      return () => {};
    },
  };
  const http: Http = {
    ...({} as Http),
    token: () => 'a-token',
    decoder: (name) =>
      ((value: unknown) => decode(ROUTES[name].answer as Schema<unknown>, value)) as Decoder<never>,
    async call(name, request, options) {
      const reply = replies[Math.min(calls.length, replies.length - 1)] ?? lost;
      calls.push({ name, request, deadlineMs: options?.deadlineMs });
      now += Math.min(eachTakesMs, options?.deadlineMs ?? Number.POSITIVE_INFINITY);
      return reply;
    },
  };
  return { env, http, calls, now: () => now };
}

describe('a call with a cid', () => {
  test.each([
    ['a lost reply', lost],
    ['a server that broke', broken],
  ])('is sent again with the same cid after %s', async (_what, fault) => {
    const { env, http, calls } = setUp([fault, fault, ok(DEPOSIT)]);
    expect(await ask(env, http, 'submitCoinDeposit', MONEY)).toEqual(ok(BOOKED));
    expect(calls.map(({ request }) => request)).toEqual([MONEY, MONEY, MONEY]);
  });

  test('has an unknown outcome, never "failed", without an answer in time', async () => {
    const { env, http, calls, now } = setUp([lost], 60_000);
    expect(await ask(env, http, 'submitCoinDeposit', MONEY)).toMatchObject({
      error: { code: LOCAL_CODE.unknown },
    });
    expect(calls).toHaveLength(2);
    expect(now()).toBeLessThan(10_500);
  });

  test.each([
    ['and is the stored reply', { state: 'done', reply: { code: 1, msg: '', data: DEPOSIT } }, ok(BOOKED)],
    [
      'and is that it was never carried out',
      { state: 'never' },
      { ok: false, error: { code: CODE.cidSealed } },
    ],
  ])('is sent for five seconds only; then its outcome is asked for, %s', async (_what, outcome, known) => {
    const { env, http, calls } = setUp([lost, lost, ok(outcome)], 2_500);
    expect(await ask(env, http, 'submitCoinDeposit', MONEY)).toMatchObject(known);
    expect(calls.map(({ request }) => request)).toEqual([MONEY, MONEY, { cid: MONEY.cid }]);
    expect(calls.map(({ name }) => name)).toEqual([
      'submitCoinDeposit',
      'submitCoinDeposit',
      'getPaymentOutcome',
    ]);
  });

  test('is repeated after a rate limit that follows a lost reply, but not after an immediate one', async () => {
    const late = setUp([lost, refused(CODE.tooMany), ok(DEPOSIT)]);
    expect(await ask(late.env, late.http, 'submitCoinDeposit', MONEY)).toEqual(ok(BOOKED));
    const atOnce = setUp([refused(CODE.tooMany), ok(DEPOSIT)]);
    expect(await ask(atOnce.env, atOnce.http, 'submitCoinDeposit', MONEY)).toMatchObject({
      error: { code: CODE.tooMany },
    });
    expect(atOnce.calls).toHaveLength(1);
  });

  test('takes a refusal as the answer, with the field it names', async () => {
    const { env, http, calls } = setUp([refused(CODE.badParameter)]);
    expect(await ask(env, http, 'submitCoinDeposit', MONEY)).toEqual(
      err({ code: CODE.badParameter, message: 'no', facts: { field: 'amount' } }),
    );
    expect(calls).toHaveLength(1);
  });
});

describe('a call without a cid', () => {
  test('is sent once, with the whole deadline', async () => {
    const { env, http, calls } = setUp([lost, ok(DEPOSIT)]);
    expect(await ask(env, http, 'submitCoinDeposit', WITHOUT_CID)).toMatchObject({
      error: { code: LOCAL_CODE.offline },
    });
    expect(calls).toEqual([{ name: 'submitCoinDeposit', request: WITHOUT_CID, deadlineMs: 9_500 }]);
  });

  test('an answer of another shape is malformed', async () => {
    const { env, http } = setUp([ok({ ...DEPOSIT, status: 'done' })]);
    expect(await ask(env, http, 'submitCoinDeposit', WITHOUT_CID)).toMatchObject({
      error: { code: LOCAL_CODE.malformed },
    });
  });
});
