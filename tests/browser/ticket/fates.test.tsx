import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderRequest } from '../../../shared/bridge/worker-api.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { price } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { err, LOCAL_CODE, refusal } from '../../../shared/result.ts';
import { MOST_ON_THE_WAY } from '../../../src/state/order-sender.ts';
import { submitOrder } from '../../../src/state/orders.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { accountId } from '../../../src/state/session.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aPosition } from '../../helpers/orders.ts';
import { textOf } from '../order/order-scene.tsx';
import * as script from '../scripted/script.ts';
import {
  button,
  dialog,
  fates,
  fold,
  line,
  prepareTicketScene,
  show,
  tap,
  toastTexts,
} from './ticket-scene.tsx';

/* What becomes of taps whose answer does not come, and whose they are. */

prepareTicketScene();
beforeEach(async () => {
  confirmOrders.value = false;
  await show();
});

it('a tap without an answer is marked, and gets its fate when that becomes known', async () => {
  const call = await tap('Buy');
  await expect.element(line()).not.toHaveAttribute('data-trouble');
  call.answer({ ok: false, error: refusal(LOCAL_CODE.workerLost) });
  const asked = await script.nextOf('orderOutcome');
  expect(fates()).toEqual(['unknown']);
  await expect.element(line()).toHaveAttribute('data-trouble');
  asked.answer({ ok: true, value: aPosition({ id: 7 }) });
  await vi.waitFor(() => expect(fates()).toEqual(['executed']));
  await expect.element(line()).not.toHaveAttribute('data-trouble');
});

it('a tap that did not reach the exchange in time is listed as not executed', async () => {
  const call = await tap('Buy');
  call.answer({ ok: false, error: refusal(CODE.cidSealed) });
  await vi.waitFor(() => expect(fates()).toEqual(['not-executed']));
  await userEvent.click(line());
  const list = dialog();
  await textOf(list.getByRole('article')).toMatch(
    /^Buy 0\.01 EUR\/USD[\d:]+Not executed: it did not reach the exchange in time\.$/,
  );
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
});

it('one-tap trading ends at its switch in the list, and the next tap asks', async () => {
  (await tap('Buy')).answer({ ok: true, value: aPosition({ id: 7 }) });
  await userEvent.click(line());
  const toggle = dialog().getByRole('switch', { name: /^One-tap trading/ });
  await expect.element(toggle).toBeChecked();
  await userEvent.click(toggle);
  await expect.element(toggle).not.toBeChecked();
  // The list stays until it is closed.
  await userEvent.click(dialog().getByRole('button', { name: 'Close' }).last());
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(line()).not.toBeInTheDocument();
  // What has opened the list is gone.
  await expect.element(button('One-tap trading')).toHaveFocus();
  await expect.element(button('One-tap trading')).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(page.getByRole('button', { name: /^Buy 0/ }));
  await expect.element(page.getByRole('dialog', { name: 'Please confirm your order' })).toBeVisible();
  expect(script.calls).toEqual([]);
  await userEvent.keyboard('{Escape}');
});

it('the switch in the list says what one tap does before it is on again, as every other', async () => {
  (await tap('Buy')).answer({ ok: true, value: aPosition({ id: 7 }) });
  confirmOrders.value = true;
  await userEvent.click(button('Tolerance and figures'));
  await userEvent.click(button(/^One-tap trading · /));
  await userEvent.click(dialog().getByRole('switch', { name: /^One-tap trading/ }));
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  expect(confirmOrders.value).toBe(true);
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  expect(confirmOrders.value).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});

it('beyond what the exchange takes in time both buttons say so, and a tap sends nothing', async () => {
  const request = (nth: number): OrderRequest => ({
    side: 'buy',
    volume: volume(100),
    multiple: 20,
    kind: { type: 'pending', targetPrice: price(100_000 + nth) },
    cid: `waits-${nth}-for-its-turn`,
    instrumentId: eurusd.id,
  });
  const sent = Array.from({ length: MOST_ON_THE_WAY - 1 }, (_, nth) => submitOrder(request(nth)));
  await expect.element(button(/^Buy 0\.01/)).toBeEnabled();
  await userEvent.click(button(/^Buy/));
  for (const side of ['Buy', 'Sell']) {
    await expect
      .element(button(new RegExp(`^${side} 0\\.01\\s*Wait: ${MOST_ON_THE_WAY} sent`)))
      .toBeDisabled();
    await userEvent.click(button(new RegExp(`^${side}`)), { force: true });
  }
  await userEvent.keyboard('b');
  expect(fates()).toEqual(['sent']);
  const next = async () => (await script.nextCall('submitOrder')).answer(err(refusal(CODE.marketClosed)));
  await next();
  await expect.element(button(/^Buy 0\.01\s*1\.08500/)).toBeEnabled();
  for (let nth = 1; nth < MOST_ON_THE_WAY; nth++) await next();
  await Promise.all(sent);
  await vi.waitFor(() => expect(fates()).toEqual(['refused']));
});

it.each(['SL none', 'Market', '20×'])(
  'while "%s" is open a fate has the line, and no message',
  async (name) => {
    await userEvent.click(button(name));
    const call = await tap('Buy');
    await expect.element(line()).toBeVisible();
    call.answer({ ok: true, value: aPosition({ id: 7 }) });
    await textOf(line()).toMatch(/Bought/);
    expect(toastTexts()).toEqual([]);
    await fold();
    await textOf(line()).toMatch(/Bought/);
  },
);

it('the list goes with its account, not with a session that expired', async () => {
  const call = await tap('Sell');
  call.answer({ ok: true, value: aPosition({ id: 8, side: 'sell' }) });
  await vi.waitFor(() => expect(fates()).toEqual(['executed']));
  await script.signOut('expired');
  await script.signIn();
  expect(fates()).toEqual(['executed']);
  await script.signIn({ uid: 43 }, 'another-token');
  await vi.waitFor(() => expect(fates()).toEqual([]));
  await script.signIn();
});

it('an order whose outcome is unknown is remembered over an expired session, but not over a logout', async () => {
  const call = await tap('Buy');
  call.answer({ ok: false, error: refusal(LOCAL_CODE.workerLost) });
  await script.nextOf('orderOutcome');
  // The list of this account that a page before noted.
  const KEPT = `pipstream.taps.${accountId.peek()} of a build`;
  sessionStorage.setItem(KEPT, '[]');
  const remembered = () => Object.keys(localStorage).filter((key) => key.includes('.intent.')).length;
  expect(remembered()).toBe(1);
  for (const because of ['expired', 'start', 'signed-out'] as const) {
    await script.signOut(because);
    expect(remembered()).toBe(because === 'signed-out' ? 0 : 1);
    expect(sessionStorage.getItem(KEPT)).toBe(because === 'signed-out' ? null : '[]');
  }
  await script.signIn();
});
