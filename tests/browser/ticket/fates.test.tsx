import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CODE } from '../../../shared/contract/codes.ts';
import { LOCAL_CODE, refusal } from '../../../shared/result.ts';
import { Ticket } from '../../../src/screens/Trade/ticket/Ticket.tsx';
import { clearOrderTaps, orderTaps } from '../../../src/state/order-taps.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { accountId, session } from '../../../src/state/session.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { type Rendered, render } from '../components/render.tsx';
import { hold, position, prepareOrderStage, textOf } from '../order/order-stage.tsx';
import * as script from '../scripted/script.ts';

/* What becomes of taps whose answer does not come, and whose they are. */

prepareOrderStage();

let view: Rendered | undefined;
afterEach(() => {
  view?.remove();
  clearOrderTaps();
});

const fates = () => orderTaps.value.map(({ fate }) => fate.status);
const line = () => page.getByRole('button', { name: /^One-tap trading/ });

async function tap(side: 'Buy' | 'Sell') {
  await userEvent.click(page.getByRole('button', { name: new RegExp(`^${side} 0`) }));
  return script.nextCall('submitOrder');
}

async function show(): Promise<void> {
  confirmOrders.value = false;
  view = await render(<Ticket instrument={eurusd} />);
  await hold([]);
}

it('a tap without an answer is marked, and gets its fate when that becomes known', async () => {
  await show();
  const call = await tap('Buy');
  await expect.element(line()).not.toHaveAttribute('data-trouble');
  call.answer({ ok: false, error: refusal(LOCAL_CODE.workerLost) });
  const asked = await script.nextOf('orderOutcome');
  expect(fates()).toEqual(['unknown']);
  await expect.element(line()).toHaveAttribute('data-trouble');
  asked.answer({ ok: true, value: position(7) });
  await vi.waitFor(() => expect(fates()).toEqual(['executed']));
  await expect.element(line()).not.toHaveAttribute('data-trouble');
});

it('a tap that did not reach the exchange in time is listed as not executed', async () => {
  await show();
  const call = await tap('Buy');
  call.answer({ ok: false, error: refusal(CODE.cidSealed) });
  await vi.waitFor(() => expect(fates()).toEqual(['not-executed']));
  await userEvent.click(line());
  const list = page.getByRole('dialog');
  await textOf(list.getByRole('article')).toMatch(
    /^Buy 0\.01 EUR\/USD[\d:]+Not executed: it did not reach the exchange in time\.$/,
  );
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
});

it('one-tap trading ends at its switch in the list, and the next tap asks', async () => {
  await show();
  await userEvent.click(line());
  const toggle = page.getByRole('dialog').getByRole('switch', { name: /^One-tap trading/ });
  await expect.element(toggle).toBeChecked();
  await userEvent.click(toggle);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(line()).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: /^Buy 0/ }));
  await expect.element(page.getByRole('dialog', { name: 'Please confirm your order' })).toBeVisible();
  expect(script.calls).toEqual([]);
  await userEvent.keyboard('{Escape}');
});

it('the list goes with its account, not with a session that expired', async () => {
  await show();
  const call = await tap('Sell');
  call.answer({ ok: true, value: position(8, { side: 'sell' }) });
  await vi.waitFor(() => expect(fates()).toEqual(['executed']));
  script.put('session', { status: 'anonymous', because: 'expired' });
  await vi.waitFor(() => expect(session.value.status).toBe('anonymous'));
  script.putSignedIn();
  await vi.waitFor(() => expect(session.value.status).toBe('signed-in'));
  expect(fates()).toEqual(['executed']);
  script.put('session', {
    status: 'signed-in',
    token: 'another-token',
    user: { uid: 43, email: '', phone: '', isDemo: true, inviteCode: '' },
  });
  await vi.waitFor(() => expect(fates()).toEqual([]));
  script.putSignedIn();
});

it('an order whose outcome is unknown is remembered over an expired session, but not over a logout', async () => {
  await show();
  const call = await tap('Buy');
  call.answer({ ok: false, error: refusal(LOCAL_CODE.workerLost) });
  await script.nextOf('orderOutcome');
  // The list of this account that a page before noted.
  const KEPT = `pipstream.taps.${accountId.peek()} of a build`;
  sessionStorage.setItem(KEPT, '[]');
  const remembered = () => Object.keys(localStorage).filter((key) => key.includes('.intent.')).length;
  expect(remembered()).toBe(1);
  for (const because of ['expired', 'start', 'signed-out']) {
    script.put('session', { status: 'anonymous', because });
    await vi.waitFor(() => expect(session.value).toEqual({ status: 'anonymous', because }));
    expect(remembered()).toBe(because === 'signed-out' ? 0 : 1);
    expect(sessionStorage.getItem(KEPT)).toBe(because === 'signed-out' ? null : '[]');
  }
  script.putSignedIn();
  await vi.waitFor(() => expect(session.value.status).toBe('signed-in'));
});
