import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { orderId } from '../../../shared/domain/order.ts';
import { LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { positionSignals } from '../../../src/state/account.ts';
import { noteFill } from '../../../src/state/better-fills.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { replaySource } from '../../../src/state/replay-source.ts';
import * as script from '../scripted/script.ts';
import {
  answerPage,
  button,
  closed,
  hold,
  position,
  prepareOrderScene,
  sheet,
  showHeld,
  tab,
  textOf,
  tick,
  toastTexts,
} from './order-scene.tsx';

/* Closes at a better price than that on the screen at the tap, which is 1.08500. */

prepareOrderScene();
afterEach(async () => {
  for (const key of Object.keys(localStorage)) if (key.includes('.better.')) localStorage.removeItem(key);
});

async function tapClose(...ids: readonly number[]): Promise<script.ScriptedCall> {
  confirmOrders.value = false;
  await showHeld(ids.map((id) => position(id)));
  await userEvent.click(button('Close EUR/USD, 0.10 lots').first());
  return script.nextCall('closeOrder');
}
const better = () => page.getByText(/better than tapped$/);

it('a better close says so in its message, and in its row of the history as long as the account stays', async () => {
  const call = await tapClose(61);
  call.answer(ok(closed(61, { closePrice: 108_503, reason: 'manual' })));
  await hold([]);
  await vi.waitFor(() =>
    expect(toastTexts()).toEqual(['EUR/USD closed at 1.08503: +10.000000 · 3 points better than tapped']),
  );
  await userEvent.click(tab(/History/));
  await answerPage(1, [closed(61), closed(60)]);
  await expect
    .element(page.getByRole('article').first().getByText('3 points better than tapped'))
    .toBeVisible();
  await expect.poll(() => better().elements().length).toBe(2);
  await script.signOut();
  expect(Object.keys(localStorage).filter((key) => key.includes('.better.'))).toEqual([]);
  await script.signIn();
});

it('a worse close says nothing', async () => {
  const call = await tapClose(62);
  call.answer(ok(closed(62, { closePrice: 108_499, reason: 'manual' })));
  await hold([]);
  await vi.waitFor(() => expect(toastTexts()).toEqual(['EUR/USD closed at 1.08499: +10.000000']));
});

it('a close whose outcome was unknown says it once that is known', async () => {
  const call = await tapClose(63);
  call.answer({ ok: false, error: refusal(LOCAL_CODE.workerLost) });
  (await script.nextOf('orderOutcome')).answer(ok(closed(63, { closePrice: 108_510, reason: 'manual' })));
  await vi.waitFor(() => expect(toastTexts().join()).toMatch(/1\.08510.* · 10 points better than tapped/));
});

it('a position has it in its row, unless a recording is shown', async () => {
  const open = position(64);
  noteFill(
    42,
    {
      kind: 'submit',
      request: {
        ...open,
        cid: 'a-client-id',
        kind: { type: 'market', seenPrice: open.openPrice, deviationPoints: 5 },
      },
    },
    position(64, { openPrice: open.openPrice - 2 }),
  );
  await showHeld([open, position(65)]);
  await expect.element(better()).toHaveTextContent('2 points better than tapped');
  replaySource.value = { file: new Blob(), name: 'noon', atMs: 0, speed: 1, isPaused: false };
  await expect.element(better()).not.toBeInTheDocument();
});

it('nothing is noted when the account of the tap has signed out, or another one has signed in', async () => {
  const first = await tapClose(66);
  await script.signOut();
  first.answer(ok(closed(66, { closePrice: 108_503, reason: 'manual' })));
  await vi.waitFor(() => expect(toastTexts().join()).toContain('1.08503'));
  await script.signIn();
  const second = await tapClose(67);
  await script.signIn({ uid: 43 });
  second.answer(ok(closed(67, { closePrice: 108_504, reason: 'manual' })));
  await vi.waitFor(() => expect(toastTexts().join()).toContain('1.08504'));
  expect(Object.keys(localStorage).filter((key) => key.includes('.better.'))).toEqual([]);
  expect(toastTexts().join()).not.toContain('better');
  await script.signIn();
});

it('of a bulk action each close is compared with the price at the tap, also one that was sent later', async () => {
  const ids = [71, 72, 73, 74, 75];
  await showHeld(ids.map((id) => position(id)));
  await userEvent.click(button('Close all'));
  await userEvent.click(
    sheet()
      .getByRole('button', { name: /^Close/ })
      .last(),
  );
  const calls = [];
  for (let nth = 0; nth < 4; nth++) calls.push(await script.nextCall('closeOrder'));
  tick(ids, 108_400);
  await vi.waitFor(() => expect(positionSignals(orderId(75)).price.peek()).toBe(108_400));
  const done = (call: script.ScriptedCall | undefined, closePrice: number) =>
    call?.answer(ok(closed(Number(call.args[0]), { closePrice, reason: 'manual' })));
  for (const call of calls) done(call, 108_400);
  // Better than the price of its sending, worse than that of the tap.
  done(await script.nextCall('closeOrder'), 108_450);
  await textOf(sheet()).toMatch(/5 of 5 executed/);
  expect(Object.keys(localStorage).filter((key) => key.includes('.better.'))).toEqual([]);
});
