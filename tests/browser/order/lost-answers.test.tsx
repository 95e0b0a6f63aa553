import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import * as script from '../scripted/script.ts';
import { button, closed, position, prepareOrderScene, showHeld, toastTexts } from './order-scene.tsx';

prepareOrderScene();

describe('the open positions', () => {
  it.each([
    [ok(closed(1, { closedAt: Date.now() })), /^EUR\/USD: executed at 1\.08100, \d\d:\d\d:\d\d$/],
    [ok(closed(1)), /^EUR\/USD: executed at 1\.08100, Nov 1\d, 2023, \d\d:\d\d:\d\d$/],
    [err(refusal(4109)), /^Not executed: it did not reach the exchange in time\.$/],
    [err(refusal(4101, 'The market is closed')), /^Not executed: The market is closed$/],
  ])('whose answer is lost are "sent, waiting" until their outcome is known', async (outcome, words) => {
    confirmOrders.value = false;
    await showHeld([position(1)]);
    await userEvent.click(button('Close EUR/USD, 0.10 lots'));
    const call = await script.nextCall('closeOrder');
    await vi.waitFor(() => expect(toastTexts()).toEqual(['Sent, waiting']));
    call.answer(err(refusal(LOCAL_CODE.unknown)));
    const asked = await vi.waitUntil(() => script.calls.shift());
    expect([asked.name, asked.args]).toEqual(['orderOutcome', [call.args[1]]]);
    expect(toastTexts()).toContain('Sent, waiting');
    asked.answer(outcome);
    await vi.waitFor(() => expect(toastTexts().at(-1)).toMatch(words));
    expect(toastTexts()).not.toContain('Sent, waiting');
  });
});
