import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showLanguage } from '../../../src/i18n/texts.ts';
import { figures } from '../../../src/state/account.ts';
import {
  button,
  choose,
  confirm,
  dialog,
  field,
  filled,
  fold,
  NOW,
  prepareTicketScene,
  putPrices,
  send,
  show,
  toastTexts,
} from './ticket-scene.tsx';

/* What the form says of its terms, and what the question about them says. */

/** Between both prices: 12 points. */
const ASK = NOW + 12;

prepareTicketScene();
beforeEach(() => putPrices({ ask: ASK }));

describe('the money of a stop in the question', () => {
  const asked = (label: string) =>
    [...dialog().element().querySelectorAll('dt')].find((one) => one.textContent === label)
      ?.nextElementSibling?.textContent;

  it('is that of the price beside it, also when the market moves', async () => {
    await show();
    await field('Lots').fill('1');
    await userEvent.click(button('SL none'));
    await userEvent.click(button('TP none'));
    await userEvent.click(button(/^Buy/));
    await vi.waitFor(() => expect(asked('Stop loss')).toBe('1.08300 -212.00'));
    expect(asked('Take profit')).toBe('1.08900 +388.00');
    putPrices({ close: NOW + 50, ask: ASK + 50 });
    await vi.waitFor(() => expect(asked('Stop loss')).toBe('1.08300 -262.00'));
    expect(asked('Take profit')).toBe('1.08900 +338.00');
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  });

  it('stays the same for a stop that follows the price', async () => {
    await show();
    await field('Lots').fill('1');
    await userEvent.click(button('SL none'));
    await userEvent.click(page.getByRole('switch', { name: 'Trailing stop' }));
    await userEvent.click(button(/^Buy/));
    await vi.waitFor(() => expect(asked('Trailing stop')).toBe('200 points -212.00'));
    putPrices({ close: NOW + 50, ask: ASK + 50 });
    await expect.poll(() => confirm().element().textContent).toContain('1.08562');
    expect(asked('Trailing stop')).toBe('200 points -212.00');
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  });
});

describe('a trailing stop', () => {
  const trail = () => page.getByRole('switch', { name: 'Trailing stop' });

  it('has its own word, and ends with its stop', async () => {
    await show();
    await userEvent.click(button('SL none'));
    await userEvent.click(trail());
    await expect.element(button('Trail 200')).toBeVisible();
    await userEvent.click(button('Remove: Stop loss'));
    await fold();
    await userEvent.click(button('SL none'));
    await expect.element(trail()).not.toBeChecked();
    await expect.element(button('SL 200')).toBeVisible();
  });

  it('that was switched on after its order was sent stays for the next', async () => {
    await show();
    await userEvent.click(button('SL none'));
    const call = await send('Buy');
    await userEvent.click(trail());
    call.answer(filled(call.args[0]));
    await vi.waitFor(() => expect(toastTexts()).toHaveLength(1));
    await expect.element(button('Trail 200')).toBeVisible();
  });
});

describe('the words of the form', () => {
  it('show a stop as its field does, with the sign of a percentage', async () => {
    await show();
    await vi.waitFor(() => expect(figures.freeMargin.value).toBe(1e10));
    await userEvent.click(button('SL none'));
    await field('Stop loss').fill('1,2.3');
    await expect.element(button('SL 1,2.3')).toBeVisible();
    await field('Stop loss').fill('200');
    await choose('%');
    await expect.element(button(/^SL [\d.]+%$/)).toBeVisible();
    await choose('Price');
    await fold();
    await showLanguage('de');
    await expect.element(button('SL 1,08300')).toBeVisible();
    await showLanguage('en');
  });
});
