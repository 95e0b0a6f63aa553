import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Ticket } from '../../../src/screens/Trade/ticket/Ticket.tsx';
import { clearDrafts } from '../../../src/screens/Trade/ticket/ticket-drafts.ts';
import { working } from '../../../src/state/account.ts';
import { baseData } from '../../../src/state/market.ts';
import { isSignedIn } from '../../../src/state/session.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { only, type Rendered, render } from '../components/render.tsx';
import * as script from '../scripted/script.ts';

const NOW = 108_500;
const quotes = [
  { id: eurusd.id, close: NOW, marketOpen: true, timeMs: 1_700_000_000_000, freshness: 'live' as const },
];
/** 10,000 with 1,000 of margin: a lot was bought at the present price. */
const account = {
  balance: 1e10,
  floatingPnl: 0,
  equity: 1e10,
  margin: 1e9,
  freeMargin: 9e9,
  marginLevel: 100_000,
};
const position = {
  status: 'open',
  id: 1,
  instrumentId: eurusd.id,
  code: 'EURUSD',
  showCode: 'EUR/USD',
  precision: 5,
  side: 'buy',
  volume: 10_000,
  multiple: 100,
  createdAt: 1_700_000_000_000,
  openPrice: NOW,
  margin: 1e9,
  fee: 0,
};

let view: Rendered | undefined;
const show = async () => {
  view = await render(<Ticket instrument={eurusd} />);
  await page.getByRole('button', { name: '100×' }).click();
};
const lots = (text: string) => page.getByRole('textbox', { name: 'Lots', exact: true }).fill(text);
const fact = (label: string) =>
  [...document.querySelectorAll('dt')].find((one) => one.textContent === label)?.nextElementSibling
    ?.textContent;

beforeAll(async () => {
  localStorage.clear();
  await script.startScripted();
  script.put('connection', { status: 'live' });
  script.putMarket(eurusd);
  script.putBaseData();
  script.putSignedIn();
  script.put('working', { status: 'ready', positions: [position], pending: [] });
  script.putFrame({ quotes, account, positions: [] });
  await vi.waitFor(() => expect([isSignedIn.value, baseData.value?.feeType]).toEqual([true, 2]));
  await vi.waitFor(() => expect(working.value.status).toBe('ready'));
});
afterEach(() => {
  view?.remove();
  clearDrafts();
});

describe('the account with the order', () => {
  it('stands beside the account as it is', async () => {
    await show();
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
    await show();
    await lots('1');
    const level = () => document.querySelector('[class*="change"]');
    const pips = () =>
      [...only('[role=img]').children].slice(-2).map((pip) => pip.getBoundingClientRect().left);
    await vi.waitFor(() => expect(fact('Margin level')).toContain('479.59%'));
    expect(level()?.hasAttribute('data-alarming')).toBe(false);
    const [before = 0, after = 0] = pips();
    script.putFrame({
      quotes,
      account: { ...account, floatingPnl: -8e9, equity: 2e9, freeMargin: 1e9, marginLevel: 20_000 },
      positions: [],
    });
    await vi.waitFor(() => expect(level()?.hasAttribute('data-alarming')).toBe(true));
    await vi.waitFor(() => {
      const [hollow = 0, full = 0] = pips();
      expect([hollow < before, full < after, full < hollow]).toEqual([true, true, true]);
    });
    const fills = [...only('[role=img]').children].slice(-2).map((pip) => pip.hasAttribute('data-hollow'));
    expect(fills).toEqual([true, false]);
    script.putFrame({ quotes, account, positions: [] });
    await vi.waitFor(() => expect(fact('Margin level')).toContain('479.59%'));
  });

  it('has the price of the stop out for each side', async () => {
    await show();
    await lots('1');
    // Of 9,999.46 stays 1,042.50: 8,956.96 may be lost, at 2 a point with the lot that is open.
    await vi.waitFor(() => expect(fact('Stopped out at, if bought')).toContain('1.04021'));
    expect(fact('Stopped out at, if bought')).toContain('-4.13%');
    expect(fact('Stopped out at, if sold')).toBe('--');
    await lots('2');
    await vi.waitFor(() => expect(fact('Stopped out at, if sold')).toContain('1.16'));
  });

  it('is unknown while the size is no size', async () => {
    await show();
    await lots('');
    await vi.waitFor(() => expect(fact('Used margin')).toBe('1,000.00 → --'));
    expect(fact('Margin level')).toBe('1,000.00% → --');
    expect(fact('Stopped out at, if bought')).toBe('--');
    const pips = [...only('[role=img]').children].slice(-2);
    expect(pips.map((pip) => getComputedStyle(pip).display)).toEqual(['block', 'none']);
  });

  it('has its pip left of the one before, and the marks of stop out and call left of both', async () => {
    await show();
    await lots('1');
    await vi.waitFor(() => expect(fact('Margin level')).toContain('479.59%'));
    const [, stopOut, call, before, after] = [...only('[role=img]').children];
    const left = (node: Element | undefined) => node?.getBoundingClientRect().left ?? Number.NaN;
    await vi.waitFor(() => {
      const places = [stopOut, call, after, before].map(left);
      expect(places).toEqual([...places].sort((a, b) => a - b));
    });
  });

  it('moves nothing when its figures arrive', async () => {
    await show();
    await lots('');
    const below = () => only('dl:last-of-type').getBoundingClientRect().bottom;
    const empty = below();
    await lots('7.99');
    await vi.waitFor(() => expect(fact('Used margin')).not.toContain('--'));
    expect(below()).toBe(empty);
  });
});
