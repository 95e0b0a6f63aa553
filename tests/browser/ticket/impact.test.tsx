import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { figures, working } from '../../../src/state/account.ts';
import { aPosition } from '../../helpers/orders.ts';
import { only } from '../components/render.tsx';
import * as script from '../scripted/script.ts';

import {
  button,
  chooseMultiple,
  field,
  fold,
  NOW,
  openStop,
  prepareTicketScene,
  putPrices,
  show,
  showFigures,
} from './ticket-scene.tsx';

/** 10,000 with 1,000 of margin: a lot was bought at the present price. */
const ACCOUNT = { margin: 1e9, marginLevel: 100_000 };

const showTicket = async () => {
  await show();
  await vi.waitFor(() => {
    expect([working.value.status, figures.margin.value]).toEqual(['ready', ACCOUNT.margin]);
  });
  await chooseMultiple('100×');
  await showFigures();
};
const lots = (text: string) => field('Lots').fill(text);
const fact = (label: string) =>
  [...document.querySelectorAll('dt')].find((one) => one.textContent === label)?.nextElementSibling
    ?.textContent;

prepareTicketScene();
beforeEach(() => {
  putPrices({}, ACCOUNT);
  const position = aPosition({ volume: 10_000, openPrice: NOW, margin: ACCOUNT.margin });
  script.put('working', { status: 'ready', positions: [position], pending: [] });
});

describe('the account with the order', () => {
  it('stands beside the account as it is', async () => {
    await showTicket();
    await lots('1');
    // Margin 1,085, fee 0.5425.
    await vi.waitFor(() => expect(fact('Margin')).toBe('1,085.000000'));
    expect(fact('Fee')).toBe('0.542500');
    expect(fact('Used margin')).toBe('1,000.00 → 2,085.00');
    expect(fact('Free margin')).toBe('9,000.00 → 7,914.46');
    expect(fact('Margin level')).toBe('1,000.00% → 479.59%');
    await expect
      .element(page.getByRole('img', { name: 'Margin level 1,000.00%, after the order 479.59%' }))
      .toBeVisible();
  });

  it('warns of a level below the margin call, and moves its pips as the account changes', async () => {
    await showTicket();
    await lots('1');
    const level = () => document.querySelector('[class*="change"]');
    const pips = () =>
      [...only('[role=img]').children].slice(-2).map((pip) => pip.getBoundingClientRect().left);
    await vi.waitFor(() => expect(fact('Margin level')).toContain('479.59%'));
    expect(level()?.hasAttribute('data-alarming')).toBe(false);
    const [before = 0, after = 0] = pips();
    putPrices({}, { ...ACCOUNT, floatingPnl: -8e9, marginLevel: 20_000 });
    await vi.waitFor(() => expect(level()?.hasAttribute('data-alarming')).toBe(true));
    await vi.waitFor(() => {
      const [hollow = 0, full = 0] = pips();
      expect([hollow < before, full < after, full < hollow]).toEqual([true, true, true]);
    });
    const fills = [...only('[role=img]').children].slice(-2).map((pip) => pip.hasAttribute('data-hollow'));
    expect(fills).toEqual([true, false]);
    putPrices({}, ACCOUNT);
    await vi.waitFor(() => expect(fact('Margin level')).toContain('479.59%'));
  });

  it('has the price of the stop out for each side', async () => {
    await showTicket();
    await lots('1');
    // Of 9,999.46 stays 1,042.50: 8,956.96 may be lost, at 2 a point with the lot that is open.
    await vi.waitFor(() => expect(fact('Stopped out at, if bought')).toContain('1.04021'));
    expect(fact('Stopped out at, if bought')).toContain('-4.13%');
    expect(fact('Stopped out at, if sold')).toBeUndefined();
    await lots('2');
    await vi.waitFor(() => expect(fact('Stopped out at, if sold')).toContain('1.16'));
  });

  it('is unknown while the size is no size', async () => {
    await showTicket();
    await lots('');
    await vi.waitFor(() => expect(fact('Used margin')).toBe('1,000.00 → --'));
    expect(fact('Margin level')).toBe('1,000.00% → --');
    expect(fact('Stopped out at, if bought')).toBe('--');
    const pips = [...only('[role=img]').children].slice(-2);
    expect(pips.map((pip) => getComputedStyle(pip).display)).toEqual(['block', 'none']);
  });

  it('has its pip left of the one before, and the marks of stop out and call left of both', async () => {
    await showTicket();
    await lots('1');
    await vi.waitFor(() => expect(fact('Margin level')).toContain('479.59%'));
    const [, stopOut, call, before, after] = [...only('[role=img]').children];
    const left = (node: Element | undefined) => node?.getBoundingClientRect().left ?? Number.NaN;
    await vi.waitFor(() => {
      const places = [stopOut, call, after, before].map(left);
      expect(places).toEqual([...places].sort((a, b) => a - b));
    });
  });

  it('is by its stop what the field of the stop says, as long as the size is one', async () => {
    await showTicket();
    await lots('1');
    await openStop();
    await field('Stop loss').fill('1.08');
    const stake = () => only('[class*="means"]').textContent;
    await vi.waitFor(() => expect(stake()).toMatch(/^-500\.00 USD/));
    await fold();
    await lots('');
    await userEvent.click(button('SL 1.08'));
    await vi.waitFor(() => expect(stake()).toBe(''));
  });

  it('moves nothing when its figures arrive', async () => {
    await showTicket();
    await lots('');
    await vi.waitFor(() => expect(fact('Used margin')).toContain('--'));
    const below = () => only('dl:last-of-type').getBoundingClientRect().bottom;
    const empty = below();
    await lots('7.99');
    await vi.waitFor(() => expect(fact('Used margin')).not.toContain('--'));
    expect(below()).toBe(empty);
  });
});
