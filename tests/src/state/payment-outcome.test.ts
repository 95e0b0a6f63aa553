import { expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import type { Outcome } from '../../../shared/contract/orders.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../../shared/result.ts';
import { followPayment, type PaymentOutcome } from '../../../src/state/payment-outcome.ts';
import { manualClock } from '../manual-clock.ts';

const booked: Result<Outcome> = ok({ state: 'done', reply: { code: 1, msg: '', data: { id: 31 } } });

function follow(...answers: readonly Result<Outcome>[]) {
  const clock = manualClock();
  const started = clock.nowMs();
  const asked: number[] = [];
  const told: PaymentOutcome[] = [];
  const ask = async () => {
    asked.push(clock.nowMs() - started);
    return answers[asked.length - 1] ?? err(refusal(LOCAL_CODE.offline));
  };
  const stop = followPayment({ clock, ask, onKnown: (outcome) => told.push(outcome) }, 'a-payment');
  return { clock, asked, told, stop };
}

it('asks for a payment at longer and longer intervals until its outcome is known', async () => {
  const unknown = err(refusal(LOCAL_CODE.unknown));
  const deciding: Result<Outcome> = ok({ state: 'deciding' });
  const { clock, asked, told } = follow(unknown, deciding, unknown, unknown, unknown, unknown, booked);
  await clock.pass(120_000);
  expect(asked).toEqual([0, 1_000, 3_000, 7_000, 15_000, 30_000, 45_000]);
  expect(told).toEqual([{ ok: true, value: 31 }]);
});

it.each([
  ['that never arrived', ok({ state: 'never' } as const), refusal(CODE.cidSealed)],
  [
    'that was refused',
    ok({ state: 'done', reply: { code: 4002, msg: 'Not enough', data: null } } as const),
    refusal(4002, 'Not enough'),
  ],
])('a payment %s was not executed', async (_, answer, error) => {
  const { clock, told } = follow(answer);
  await clock.pass(1);
  expect(told).toEqual([{ ok: false, error }]);
});

it('nothing is asked or told after a stop', async () => {
  const { clock, asked, told, stop } = follow(err(refusal(LOCAL_CODE.unknown)), booked);
  await clock.pass(10);
  stop();
  await clock.pass(60_000);
  expect([asked, told]).toEqual([[0], []]);
});
