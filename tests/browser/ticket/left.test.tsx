import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '../../../shared/result.ts';
import { QuickTicket } from '../../../src/screens/Trade/ticket/QuickTicket.tsx';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { closeQuickOrder, openQuickOrder, quickOrder } from '../../../src/state/quick-order.ts';
import { quoteOf } from '../../../src/state/quotes.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aPending, aPosition } from '../../helpers/orders.ts';
import * as script from '../scripted/script.ts';
import {
  button,
  choosePending,
  dialog,
  field,
  gbpusd,
  leave,
  mount,
  NOW,
  openStop,
  prepareTicketScene,
  putPrices,
  show,
  toastTexts,
} from './ticket-scene.tsx';

/* Answers to orders whose form is no longer in sight, or has become another. */

const sheet = (name: string) => page.getByRole('dialog', { name });

const question = () => sheet('Please confirm your order');

/** Confirms an order to buy; its call waits for an answer. */
async function buy(): Promise<script.ScriptedCall> {
  await vi.waitFor(() => expect(quoteOf(eurusd.id).close.value).toBe(NOW));
  await userEvent.click(button(/^Buy/));
  const asked = question();
  await userEvent.click(asked.getByRole('button', { name: /^Buy/ }));
  const call = await script.nextCall('submitOrder');
  await expect.element(asked).not.toBeInTheDocument();
  return call;
}

async function openQuick(): Promise<void> {
  await mount(<QuickTicket />);
  openQuickOrder(eurusd);
  await expect.element(sheet('EUR/USD')).toBeVisible();
}

prepareTicketScene();
afterEach(closeQuickOrder);

describe.each([
  ['since its price has moved', 4107],
  ['for want of money', 4102],
])('an order that is refused %s', (_, code) => {
  it('says so in a toast when another instrument is on the screen', async () => {
    await show();
    const call = await buy();
    await show(gbpusd);
    call.answer({ ok: false, error: refusal(code, 'Geht nicht') });
    await vi.waitFor(() => expect(toastTexts()).toEqual(['Buy 0.01 EUR/USD · Refused: Geht nicht']));
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByText('Geht nicht')).not.toBeInTheDocument();
  });

  it('says so in a toast when its short ticket is closing', async () => {
    await openQuick();
    const call = await buy();
    closeQuickOrder();
    call.answer({ ok: false, error: refusal(code, 'Geht nicht') });
    await vi.waitFor(() => expect(toastTexts()).toEqual(['Buy 0.01 EUR/USD · Refused: Geht nicht']));
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});

describe.each([
  ['since its price has moved', 4107],
  ['for want of money', 4102],
])('the question about one order, when another is refused %s,', (_, code) => {
  it('stays as it is', async () => {
    await show();
    const call = await buy();
    await userEvent.click(button(/^Sell/));
    await expect.element(question()).toBeVisible();
    call.answer({ ok: false, error: refusal(code, 'Geht nicht') });
    await vi.waitFor(() => expect(toastTexts()).toEqual(['Buy 0.01 EUR/USD · Refused: Geht nicht']));
    await userEvent.click(question().getByRole('button', { name: /^Sell/ }));
    const own = await script.nextCall('submitOrder');
    expect(own.args[0]).toMatchObject({ side: 'sell' });
    own.answer({ ok: true, value: aPosition({ id: 3, side: 'sell' }) });
    await vi.waitFor(() => expect(toastTexts()).toHaveLength(2));
  });
});

it('the question about one order stays in its short ticket when another is accepted', async () => {
  await openQuick();
  const call = await buy();
  await userEvent.click(button(/^Sell/));
  await expect.element(question()).toBeVisible();
  call.answer({ ok: true, value: aPosition({ id: 4 }) });
  await vi.waitFor(() => expect(toastTexts()).toEqual([expect.stringMatching(/^Bought/)]));
  expect(quickOrder.value?.id).toBe(eurusd.id);
});

describe('the question about a pending order, when the one before it is accepted,', () => {
  /**
   * One order is accepted while the question about another, of other lots, is open.
   * @returns what the question said before
   */
  async function acceptBelow(): Promise<string | null> {
    await show();
    await choosePending();
    await field('Price').fill('1.075');
    const call = await buy();
    await field('Lots').fill('0.05');
    await userEvent.click(button(/^Buy/));
    await expect.poll(() => question().element().textContent).toMatch(/1\.07500$/);
    const asked = question().element().textContent;
    call.answer({ ok: true, value: aPending({ id: 6, targetPrice: 107_500 }) });
    await vi.waitFor(() => expect(toastTexts()).toHaveLength(1));
    return asked;
  }

  it('keeps its price, what it costs and the check of the money, and empties the form once it is left', async () => {
    const asked = await acceptBelow();
    const answer = question().getByRole('button', { name: /^Buy/ });
    await expect.poll(() => question().element().textContent).toBe(asked);
    await expect.element(answer).toBeEnabled();
    putPrices({}, { freeMargin: 1 });
    await expect.element(answer).toBeDisabled();
    putPrices();
    await expect.element(answer).toBeEnabled();
    await userEvent.keyboard('{Escape}');
    await expect.element(field('Price')).toHaveValue('');
  });

  it('keeps the form for its own order, which empties it', async () => {
    await acceptBelow();
    await userEvent.click(question().getByRole('button', { name: /^Buy/ }));
    const own = await script.nextCall('submitOrder');
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(field('Price')).toHaveValue('1.075');
    own.answer({ ok: true, value: aPending({ id: 7, targetPrice: 107_500 }) });
    await expect.element(field('Price')).toHaveValue('');
  });

  it('empties the form also when another screen takes its place', async () => {
    await acceptBelow();
    leave();
    await show();
    await userEvent.click(button('Pending'));
    await expect.element(field('Price')).toHaveValue('');
  });
});

it('an order of a short ticket has no stops of the half-filled ticket on the trade screen, which stays so', async () => {
  await show();
  await field('Lots').fill('0.05');
  await openStop();
  await field('Stop loss').fill('1.08');
  leave();
  await openQuick();
  const call = await buy();
  expect(call.args[0]).toMatchObject({ volume: 100 });
  expect(call.args[0]).not.toHaveProperty('stopLoss');
  call.answer({ ok: true, value: aPosition({ id: 5 }) });
  await vi.waitFor(() => expect(quickOrder.value).toBeUndefined());
  leave();
  await show();
  await expect.element(field('Lots')).toHaveValue('0.05');
  await expect.element(button('SL 1.08')).toBeVisible();
});

describe('an order whose price has moved', () => {
  it('is not offered again with the figures of a form that has changed', async () => {
    await show();
    const call = await buy();
    await field('Lots').fill('0.50');
    call.answer({ ok: false, error: refusal(4107, 'Geht nicht') });
    await vi.waitFor(() => expect(toastTexts()).toEqual(['Buy 0.01 EUR/USD · Refused: Geht nicht']));
    await expect.element(question()).not.toBeInTheDocument();
  });

  it('is not offered again by a short ticket with one-tap trading, where the next tap could answer', async () => {
    confirmOrders.value = false;
    await openQuick();
    await vi.waitFor(() => expect(quoteOf(eurusd.id).close.value).toBe(NOW));
    await userEvent.click(button(/^Buy/));
    const call = await script.nextCall('submitOrder');
    call.answer({ ok: false, error: refusal(4107, 'Geht nicht') });
    await vi.waitFor(() => expect(toastTexts()).toEqual(['Geht nicht']));
    await expect.element(question()).not.toBeInTheDocument();
  });
});

it('with one-tap trading a short ticket says that the money does not suffice', async () => {
  confirmOrders.value = false;
  await openQuick();
  await field('Lots').fill('500');
  await expect.element(page.getByText('Not enough free margin for this size')).toBeVisible();
  await userEvent.click(button(/^Buy/));
  expect(toastTexts()).toEqual(['Buy 500.00 EUR/USD · Refused: Not enough free margin for this size']);
});

it('an accepted order closes its own short ticket, not that of another instrument', async () => {
  await openQuick();
  const left = await buy();
  openQuickOrder(gbpusd);
  await expect.element(sheet('GBP/USD')).toBeVisible();
  left.answer({ ok: true, value: aPosition({ id: 1 }) });
  await vi.waitFor(() => expect(toastTexts()).toEqual([expect.stringMatching(/^Bought .* EUR/)]));
  expect(quickOrder.value?.id).toBe(gbpusd.id);
  const own = await buy();
  own.answer({ ok: true, value: aPosition({ id: 2, showCode: 'GBP/USD' }) });
  await vi.waitFor(() => expect(quickOrder.value).toBeUndefined());
});
