import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../../shared/result.ts';
import { lasting } from '../../../src/link/storage.ts';
import { paymentIntent } from '../../../src/state/payment-intent.ts';

const ask = vi.hoisted(() => vi.fn<() => Promise<Result<unknown>>>());
vi.mock('../../../src/state/ask.ts', () => {
  let last = 0;
  return { ask, newCid: () => `payment-${++last}` };
});

const order = { amount: '100', methodId: 7 };
const refused = (code: number) => err(refusal(code));
/** A payment whose answer is lost, sent again and answered so. */
function repeated(answer: Result<unknown>) {
  const intent = paymentIntent<typeof order>('draw', 42);
  const cid = intent.cidOf(order);
  intent.settle(cid, refused(LOCAL_CODE.unknown));
  expect(intent.cidOf(order)).toBe(cid);
  intent.settle(cid, answer);
  return { intent, cid };
}

beforeEach(() => {
  for (const key of lasting.keys('intent.')) lasting.remove(key);
});

describe('a payment whose answer was lost', () => {
  it.each([
    ['sign in again', CODE.sessionExpired],
    ['slow down', CODE.tooMany],
    ['a second factor is needed', CODE.factorNeeded],
    ['the id was used', CODE.cidReused],
    ['internal error', CODE.internal],
  ])('keeps its id when the next try is refused: %s', (_, code) => {
    const { intent, cid } = repeated(refused(code));
    expect(intent.open()).toEqual([order]);
    expect(intent.cidOf(order)).toBe(cid);
  });

  it('keeps its id after the app was ended before any answer, too', () => {
    const cid = paymentIntent('draw', 42).cidOf(order);
    const intent = paymentIntent('draw', 42);
    intent.settle(intent.cidOf(order), refused(CODE.sessionExpired));
    expect(intent.cidOf(order)).toBe(cid);
  });

  it.each([
    ['accepted', ok({ id: 31 })],
    ['sealed', refused(CODE.cidSealed)],
  ])('is settled when the next try is %s', (_, answer) => {
    const { intent, cid } = repeated(answer);
    expect(intent.open()).toEqual([]);
    expect(intent.cidOf(order)).not.toBe(cid);
  });

  it('is settled by its outcome, whatever that is', async () => {
    const { intent } = repeated(refused(CODE.tooMany));
    ask.mockResolvedValue(ok({ state: 'done', reply: { code: CODE.tooMany, msg: 'Too many', data: null } }));
    const stop = intent.follow((outcome) => expect(outcome).toEqual(err(refusal(CODE.tooMany, 'Too many'))));
    await expect.poll(() => intent.open()).toEqual([]);
    stop();
  });
});

it.each([CODE.sessionExpired, CODE.tooMany, CODE.factorNeeded, CODE.insufficientBalance])(
  'the first try is settled by refusal %d',
  (code) => {
    const intent = paymentIntent<typeof order>('draw', 42);
    intent.settle(intent.cidOf(order), refused(code));
    expect(intent.open()).toEqual([]);
  },
);
