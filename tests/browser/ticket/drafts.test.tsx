import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { price } from '../../../shared/domain/price.ts';
import { refusal } from '../../../shared/result.ts';
import { dismissToast, toasts } from '../../../src/components/toast-store.ts';
import { Ticket } from '../../../src/screens/Trade/ticket/Ticket.tsx';
import { clearDrafts, formOf, offerPending } from '../../../src/screens/Trade/ticket/ticket-drafts.ts';
import { orderTaps } from '../../../src/state/order-taps.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { quoteOf } from '../../../src/state/quotes.ts';
import { isSignedIn } from '../../../src/state/session.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { fakeTimers, nextFrame, only, pass, type Rendered, render } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import { gbpusd, NOW, startTwoInstruments } from './two-instruments.ts';

let view: Rendered | undefined;

async function show(instrument = eurusd): Promise<void> {
  view = await render(<Ticket instrument={instrument} />);
  await vi.waitFor(() => expect(quoteOf(instrument.id).close.value).toBe(NOW));
  await nextFrame();
}
const leave = () => view?.remove();

const button = (name: string | RegExp) => page.getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const unfold = () => userEvent.click(button('SL, TP and tolerance'));
const confirm = () => page.getByRole('dialog').getByRole('button', { name: /^(Buy|Sell)/ });
const filled = (request: unknown) => ({
  ok: true,
  value: { ...Object(request), status: 'open', id: 1, showCode: 'EUR/USD', precision: 5, openPrice: NOW },
});

beforeAll(startTwoInstruments);
afterEach(() => {
  leave();
  confirmOrders.value = true;
  for (const toast of toasts.value) dismissToast(toast.id);
  for (const key of Object.keys(localStorage)) if (key.includes('ticket.')) localStorage.removeItem(key);
  clearDrafts();
});

describe('a half-filled ticket', () => {
  it('survives another screen and another instrument, which has its own', async () => {
    await show();
    await unfold();
    await field('Lots').fill('0.07');
    await field('Stop loss').fill('1.08');
    leave();
    await show(gbpusd);
    await expect.element(field('Lots')).toHaveValue('0.01');
    await expect.element(field('Stop loss')).not.toBeInTheDocument();
    leave();
    await show();
    await expect.element(field('Lots')).toHaveValue('0.07');
    await expect.element(field('Stop loss')).toHaveValue('1.08');
  });

  it('keeps the field of a stop that is emptied after another screen, for another price', async () => {
    await show();
    await unfold();
    await field('Stop loss').fill('1.08');
    leave();
    await show();
    await userEvent.fill(field('Stop loss'), '');
    await nextFrame();
    await expect.element(field('Stop loss')).toHaveFocus();
    await userEvent.keyboard('1.07');
    await expect.element(field('Stop loss')).toHaveValue('1.07');
    await userEvent.fill(field('Stop loss'), '');
    await unfold();
    await expect.element(field('Stop loss')).not.toBeInTheDocument();
  });

  it('is emptied by its own order, but for size and leverage', async () => {
    await show();
    await unfold();
    await field('Lots').fill('0.07');
    await field('Stop loss').fill('1.08');
    await userEvent.click(button('100×'));
    await userEvent.click(button(/^Buy/));
    await userEvent.click(confirm());
    const call = await script.nextCall('submitOrder');
    await expect.element(field('Stop loss')).toHaveValue('1.08');
    call.answer(filled(call.args[0]));
    await expect.element(field('Stop loss')).toHaveValue('');
    await expect.element(field('Lots')).toHaveValue('0.07');
    await expect.element(button('100×')).toHaveAttribute('aria-pressed', 'true');
  });

  it('is folded by its own order when it had come back unfolded from another screen', async () => {
    await show();
    await unfold();
    await field('Lots').fill('0.07');
    await field('Stop loss').fill('1.08');
    leave();
    await show();
    await userEvent.click(button(/^Buy/));
    await userEvent.click(confirm());
    const call = await script.nextCall('submitOrder');
    await expect.element(field('Stop loss')).toHaveValue('1.08');
    call.answer(filled(call.args[0]));
    await expect.element(field('Stop loss')).not.toBeInTheDocument();
    await unfold();
    await expect.element(field('Stop loss')).toHaveValue('');
    await expect.element(field('Lots')).toHaveValue('0.07');
  });

  it('keeps what was typed after its order was sent', async () => {
    await show();
    await unfold();
    await field('Stop loss').fill('1.08');
    await userEvent.click(button(/^Buy/));
    await userEvent.click(confirm());
    const call = await script.nextCall('submitOrder');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await field('Stop loss').fill('1.07');
    call.answer(filled(call.args[0]));
    await vi.waitFor(() => expect(toasts.value).toHaveLength(1));
    await expect.element(field('Stop loss')).toHaveValue('1.07');
  });

  it('stays as it is when its order is refused', async () => {
    await show();
    await unfold();
    await field('Stop loss').fill('1.08');
    await userEvent.click(button(/^Buy/));
    await userEvent.click(confirm());
    const call = await script.nextCall('submitOrder');
    call.answer({ ok: false, error: refusal(4102, 'no money') });
    await vi.waitFor(() => expect(button(/^Buy/).element().getAttribute('aria-busy')).toBeNull());
    await expect.element(field('Stop loss')).toHaveValue('1.08');
  });

  it('is emptied by a sign-out, not by an expired session', async () => {
    await show();
    await field('Lots').fill('0.07');
    leave();
    script.put('session', { status: 'anonymous', because: 'expired' });
    await vi.waitFor(() => expect(isSignedIn.value).toBe(false));
    script.putSignedIn();
    await vi.waitFor(() => expect(isSignedIn.value).toBe(true));
    await show();
    await expect.element(field('Lots')).toHaveValue('0.07');
    leave();
    script.put('session', { status: 'anonymous', because: 'signed-out' });
    await vi.waitFor(() => expect(isSignedIn.value).toBe(false));
    script.putSignedIn();
    await vi.waitFor(() => expect(isSignedIn.value).toBe(true));
    await show();
    await expect.element(field('Lots')).toHaveValue('0.01');
  });

  it('becomes a pending order at a price that was chosen elsewhere', async () => {
    await show();
    await field('Lots').fill('0.07');
    offerPending(eurusd, price(107_000));
    await expect.element(field('Price')).toHaveValue('1.07000');
    await expect.element(field('Lots')).toHaveValue('0.07');
    await expect.element(button(/^Buy/)).toHaveTextContent('Buy 0.07 lots1.07000');
  });
});

it('with one-tap trading keeps its stops until the burst of taps is over', async () => {
  confirmOrders.value = false;
  await show();
  await unfold();
  await field('Stop loss').fill('1.08');
  const buy = only('[data-variant="buy"]', view?.host);
  const typed = () => formOf(eurusd).draft.peek().stopLoss;
  fakeTimers();
  try {
    for (let tap = 0; tap < 2; tap++) {
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
