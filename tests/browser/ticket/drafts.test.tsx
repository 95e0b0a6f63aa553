import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { price } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { refusal } from '../../../shared/result.ts';
import { toasts } from '../../../src/components/toast-store.ts';
import { formOf, offerPending } from '../../../src/screens/Trade/ticket/ticket-drafts.ts';
import { figures } from '../../../src/state/account.ts';
import { hasOpenTicket } from '../../../src/state/open-ticket.ts';
import { orderTaps } from '../../../src/state/order-taps.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { rememberTicket } from '../../../src/state/ticket-memory.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { fakeTimers, nextFrame, only, pass } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import {
  button,
  chooseMultiple,
  field,
  filled,
  fold,
  gbpusd,
  host,
  leave,
  openStop,
  prepareTicketScene,
  putPrices,
  send,
  show,
} from './ticket-scene.tsx';

prepareTicketScene();

describe('a half-filled ticket', () => {
  it('survives another screen and another instrument, which has its own', async () => {
    await show();
    await field('Lots').fill('0.07');
    await openStop();
    await field('Stop loss').fill('1.08');
    leave();
    await show(gbpusd);
    await expect.element(field('Lots')).toHaveValue('0.01');
    await expect.element(field('Stop loss')).not.toBeInTheDocument();
    leave();
    await show();
    await expect.element(field('Lots')).toHaveValue('0.07');
    await expect.element(button('SL 1.08')).toBeVisible();
  });

  it('keeps the field of a stop that is emptied, for another price', async () => {
    await show();
    await openStop();
    await userEvent.fill(field('Stop loss'), '');
    await nextFrame();
    await expect.element(field('Stop loss')).toHaveFocus();
    await userEvent.keyboard('1.07');
    await expect.element(field('Stop loss')).toHaveValue('1.07');
    await userEvent.click(button('Remove: Stop loss'));
    await fold();
    await expect.element(button('SL none')).toBeVisible();
  });

  it('is emptied by its own order, but for size and leverage', async () => {
    await show();
    await field('Lots').fill('0.07');
    await chooseMultiple('100×');
    await openStop();
    await field('Stop loss').fill('1.08');
    const call = await send('Buy');
    await expect.element(field('Stop loss')).toHaveValue('1.08');
    call.answer(filled(call.args[0]));
    await expect.element(field('Stop loss')).toHaveValue('');
    await fold();
    await expect.element(field('Lots')).toHaveValue('0.07');
    await expect.element(button('100×')).toBeVisible();
  });

  it('keeps what was typed after its order was sent', async () => {
    await show();
    await openStop();
    await field('Stop loss').fill('1.08');
    const call = await send('Buy');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await field('Stop loss').fill('1.07');
    call.answer(filled(call.args[0]));
    await vi.waitFor(() => expect(toasts.value).toHaveLength(1));
    await expect.element(field('Stop loss')).toHaveValue('1.07');
  });

  it('stays as it is when its order is refused', async () => {
    await show();
    await openStop();
    await field('Stop loss').fill('1.08');
    const call = await send('Buy');
    call.answer({ ok: false, error: refusal(4102, 'no money') });
    await vi.waitFor(() => expect(button(/^Buy/).element().getAttribute('aria-busy')).toBeNull());
    await expect.element(button('SL 1.08')).toBeVisible();
  });

  it('is emptied by a sign-out, not by an expired session', async () => {
    await show();
    await field('Lots').fill('0.07');
    leave();
    await script.signOut('expired');
    await script.signIn();
    await show();
    await expect.element(field('Lots')).toHaveValue('0.07');
    leave();
    await script.signOut();
    await script.signIn();
    await show();
    await expect.element(field('Lots')).toHaveValue('0.01');
  });

  it('becomes a pending order at a price that was chosen elsewhere', async () => {
    await show();
    await field('Lots').fill('0.07');
    offerPending(eurusd, price(107_000));
    await expect.element(field('Price')).toHaveValue('1.07000');
    await expect.element(field('Lots')).toHaveValue('0.07');
    await expect.element(button(/^Buy/)).toHaveTextContent('Buy 0.071.07000');
  });
});

it('with one-tap trading keeps its stops until the burst of taps is over', async () => {
  confirmOrders.value = false;
  await show();
  await openStop();
  await field('Stop loss').fill('1.08');
  const buy = only('[data-variant="buy"]', host());
  const typed = () => formOf(eurusd).draft.peek().stopLoss;
  fakeTimers();
  try {
    for (let tap = 0; tap < 2; tap++) {
      // A touch sooner is a bounce of the finger.
      for (const from = performance.now(); tap > 0 && performance.now() - from < 60; ) await nextFrame();
      buy.click();
      while (script.calls.length === 0) await nextFrame();
      const call = script.calls.shift();
      expect(call?.args[0]).toMatchObject({ stopLoss: 108_000 });
      call?.answer(filled(call.args[0]));
      while (orderTaps.value[0]?.fate.status !== 'executed') await nextFrame();
      pass(1_900);
      expect(typed()).toBe('1.08');
    }
    pass(200);
    expect(typed()).toBe('');
  } finally {
    vi.useRealTimers();
  }
});

describe('the first lots of an account with 1,000,000', () => {
  const chip = () => button('1% 1.84');
  const lots = () => expect.element(field('Lots'));
  async function withMoney(): Promise<void> {
    putPrices({}, { balance: 1e12 });
    await vi.waitFor(() => expect(figures.equity.value).toBe(1e12));
  }

  it('of a demo are those of 1 % as margin, until others were chosen or remembered', async () => {
    await show();
    // Another account begins with a form that nobody has changed.
    await field('Lots').fill('0.05');
    rememberTicket('GBPUSD', { volume: volume(700), multiple: 20 });
    await script.signOut();
    await script.signIn({ uid: 44 });
    await withMoney();
    await lots().toHaveValue('1.84');
    await expect.element(chip()).not.toBeInTheDocument();
    expect(hasOpenTicket()).toBe(false);
    await field('Lots').fill('0.01');
    leave();
    await show();
    await lots().toHaveValue('0.01');
    expect(hasOpenTicket()).toBe(false);
    leave();
    await show(gbpusd);
    await lots().toHaveValue('0.07');
    await script.signIn();
  });

  it('of real money are the smallest, with that size as a choice', async () => {
    await script.signIn({ uid: 45, isDemo: false });
    await show();
    await withMoney();
    await lots().toHaveValue('0.01');
    await userEvent.click(chip());
    await lots().toHaveValue('1.84');
    const call = await send('Buy');
    expect(call.args[0]).toMatchObject({ volume: 18_400 });
    call.answer(filled(call.args[0]));
    await expect.element(button('Last 1.84')).toBeVisible();
    await expect.element(chip()).not.toBeInTheDocument();
    await script.signIn();
  });
});
