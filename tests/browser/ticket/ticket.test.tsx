import { Profiler } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type BaseLocationHook, Router } from 'wouter';
import type { OrderRequest } from '../../../shared/bridge/worker-api.ts';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { LOCAL_CODE, refusal } from '../../../shared/result.ts';
import { Toasts } from '../../../src/components/Toasts.tsx';
import { toasts } from '../../../src/components/toast-store.ts';
import { Ticket } from '../../../src/screens/Trade/ticket/Ticket.tsx';
import { clearDrafts } from '../../../src/screens/Trade/ticket/ticket-drafts.ts';
import { figures } from '../../../src/state/account.ts';
import { balanceHidden, confirmOrders, priceTolerance } from '../../../src/state/preferences.ts';
import { quoteOf } from '../../../src/state/quotes.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aPending, aPosition } from '../../helpers/orders.ts';
import { announcedTexts } from '../announced.ts';
import { nextFrame, untilStill } from '../components/render.tsx';
import type { ScriptedQuote } from '../scripted/protocol.ts';
import * as script from '../scripted/script.ts';
import {
  button,
  choose,
  chooseMultiple,
  choosePending,
  confirm,
  dialog,
  fates,
  field,
  filled,
  fold,
  host,
  leave,
  line,
  mount,
  NOW,
  openStop,
  prepareTicketScene,
  putPrices,
  send,
  showFigures,
  show as showTicket,
  tap,
  textsOf,
  toastTexts,
} from './ticket-scene.tsx';

/** A touch of the same button within it is a bounce of the finger. */
const BOUNCE_MS = 25;
const TIME = 1_700_000_000_000;

let renders = 0;
const visited: string[] = [];
/** The page is at /trade?id=1; navigations are only recorded. */
const place: BaseLocationHook = () => ['/trade', (to: string) => visited.push(to)];
place.searchHook = () => '?id=1';

const show = (instrument: Instrument = eurusd): Promise<void> => {
  renders = 0;
  return showTicket(
    instrument,
    <Router hook={place}>
      <Profiler id="ticket" onRender={() => renders++}>
        <Ticket instrument={instrument} />
      </Profiler>
      <Toasts />
    </Router>,
  );
};
const showWithStops = async (): Promise<void> => {
  await show();
  await openStop();
};

async function tick(patch: Partial<ScriptedQuote>): Promise<void> {
  putPrices(patch);
  const wanted = patch.close ?? NOW;
  await vi.waitFor(() => {
    expect(quoteOf(eurusd.id).close.value).toBe(wanted);
    expect(quoteOf(eurusd.id).freshness.value).toBe(patch.freshness ?? 'live');
    expect(quoteOf(eurusd.id).marketOpen.value).toBe(patch.marketOpen ?? true);
  });
  await nextFrame();
}

prepareTicketScene();
beforeEach(() => {
  priceTolerance.value = 5;
});

describe('the size', () => {
  // spec: 5.9
  it('steps up and down, and stops at one lot step', async () => {
    await show();
    await expect.element(field('Lots')).toHaveValue('0.01');
    await expect.element(button('Decrease Lots')).toBeDisabled();
    await userEvent.click(button('Increase Lots'));
    await userEvent.click(button('Increase Lots'));
    await expect.element(field('Lots')).toHaveValue('0.03');
    await userEvent.click(button('Decrease Lots'));
    await expect.element(field('Lots')).toHaveValue('0.02');
  });
  it('is set by the chips to a share of the largest size that the free margin allows', async () => {
    await show();
    await vi.waitFor(() => expect(figures.freeMargin.value).toBe(1e10));
    await chooseMultiple('100×');
    await userEvent.click(button('Max'));
    await expect.element(field('Lots')).toHaveValue('9.21');
    await userEvent.click(button('25%'));
    await expect.element(field('Lots')).toHaveValue('2.30');
  });
  // spec: 5.9
  it('shows its error at the tap, and sends nothing', async () => {
    await show();
    await field('Lots').fill('0.015');
    await userEvent.click(button(/^Buy/));
    await expect.element(page.getByText('Use steps of 0.01')).toBeVisible();
    await expect.element(field('Lots')).toHaveAttribute('aria-invalid', 'true');
    await field('Lots').fill('0');
    await expect.element(page.getByText('Use steps of 0.01')).not.toBeInTheDocument();
    await userEvent.click(button(/^Buy/));
    await expect.element(page.getByText('Please enter the number of lots')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });
  it.each(['-1', '\u22121'])('refuses %s and does not drop its sign', async (typed) => {
    await show();
    await field('Lots').fill(typed);
    await expect.element(field('Lots')).toHaveValue(typed);
    await userEvent.click(button(/^Buy/));
    await expect.element(page.getByText('Please enter a number')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });
  it.each([
    ['1,500', 'Did you mean 1,500 or 1.5?'],
    ['1,23,456.5', 'Please enter a number such as 1,234.5'],
  ])('of %s opens no order: %s', async (typed, problem) => {
    await show();
    await field('Lots').fill(typed);
    await userEvent.click(button(/^Buy/));
    await expect.element(page.getByText(problem)).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });
  it('is the one that the trader chooses of two', async () => {
    await show();
    await field('Lots').fill('1,500');
    await page.getByRole('button', { name: '1.5', exact: true }).click();
    await userEvent.click(button(/^Buy 1\.50/));
    await expect.element(confirm()).toBeVisible();
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  });
});

describe('a hidden balance', () => {
  it('stays hidden in the costs and in the confirmation', async () => {
    balanceHidden.value = true;
    await show();
    await chooseMultiple('100×');
    await vi.waitFor(() => expect(figures.freeMargin.value).toBe(1e10));
    await showFigures();
    await userEvent.click(button(/^Buy/));
    await expect.element(confirm()).toBeVisible();
    expect(document.body.textContent).not.toMatch(/10,000|9,989|9,988/);
    await expect.poll(() => host().textContent).toContain('Free margin•••••• → ••••••');
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    balanceHidden.value = false;
    await expect.element(page.getByText(/^10,000\.00 → /)).toBeVisible();
  });
});

describe('stops', () => {
  it('are folded until opened, and their words say what is set', async () => {
    await show();
    await expect.element(field('Stop loss')).not.toBeInTheDocument();
    await openStop();
    await field('Stop loss').fill('1.08');
    await fold();
    await expect.element(field('Stop loss')).not.toBeInTheDocument();
    await userEvent.click(button('SL 1.08'));
    await userEvent.click(button('Remove: Stop loss'));
    await expect.element(button('SL none')).toBeVisible();
  });
  it('show the money at risk, and what share of the equity that is', async () => {
    await show();
    await field('Lots').fill('1');
    await openStop();
    await field('Stop loss').fill('1.08');
    await expect.element(page.getByText('-500.00 USD')).toBeVisible();
    await expect.element(page.getByText('5.00% of equity')).toBeVisible();
    balanceHidden.value = true;
    await expect.poll(() => host().textContent).toMatch(/-500\.00 USD(?!.*of equity)/);
    await expect.element(page.getByText('-500.00 USD')).toBeVisible();
    balanceHidden.value = false;
    await expect.element(page.getByText('5.00% of equity')).toBeVisible();
  });
  it('start at a useful distance from the price, and step from there', async () => {
    await show();
    await openStop('TP');
    await expect.element(field('Take profit')).toHaveValue('1.08900');
    await userEvent.click(button('Increase Take profit'));
    await expect.element(field('Take profit')).toHaveValue('1.08910');
    await openStop();
    await expect.element(field('Stop loss')).toHaveValue('1.08300');
    await expect.element(page.getByText('1 : 2.1')).toBeVisible();
  });
  it('in points, money or percent fit both sides, and are sent as the prices that were shown', async () => {
    await show();
    await field('Lots').fill('1');
    await openStop();
    await field('Stop loss').fill('1.08320');
    await choose('Points');
    await expect.element(field('Stop loss')).toHaveValue('180');
    await expect.element(page.getByText('-180.00 USD')).toBeVisible();
    await expect.element(page.getByText('1.08680')).toBeVisible();
    await choose('Money');
    await expect.element(field('Stop loss')).toHaveValue('180.00');
    await userEvent.click(button(/^TP /));
    await field('Take profit').fill('430');
    await expect.element(page.getByText('1.08070')).toBeVisible();
    await expect.element(page.getByText('1 : 2.4')).toBeVisible();
    const call = await send('Sell');
    expect(call.args[0]).toMatchObject({ side: 'sell', stopLoss: 108_680, takeProfit: 108_070 });
    call.answer(filled(call.args[0]));
    await vi.waitFor(() => expect(toastTexts()).toHaveLength(1));
  });
  it('that trail are confirmed with their distance and money, and sent as that', async () => {
    await show();
    await userEvent.click(button('SL none'));
    await userEvent.click(page.getByRole('switch', { name: 'Trailing stop' }));
    await userEvent.click(button(/^Buy/));
    await expect.element(dialog().getByText('200 points')).toBeVisible();
    await expect.element(dialog().getByText('-2.00', { exact: true })).toBeVisible();
    await userEvent.click(confirm());
    const call = await script.nextCall('submitOrder');
    expect(call.args[0]).toMatchObject({ trailPoints: 200 });
    expect(call.args[0]).not.toHaveProperty('stopLoss');
    call.answer(filled(call.args[0]));
    await vi.waitFor(() => expect(toastTexts()).toHaveLength(1));
  });
  it('that cannot be computed or reached are refused beside their field', async () => {
    await showWithStops();
    await choose('Money');
    await field('Stop loss').fill('0.001');
    await userEvent.click(button(/^Buy/));
    await expect.element(page.getByText('At most 2 decimal places')).toBeVisible();
    await choose('Points');
    await field('Stop loss').fill('200000');
    await userEvent.click(button(/^Buy/));
    await expect.element(page.getByText(/So far from the price/)).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });
  it('that the price passed while the confirmation was open are refused beside their field', async () => {
    await showWithStops();
    await field('Stop loss').fill('1.08499');
    await userEvent.click(button(/^Buy/));
    await tick({ close: NOW - 1, timeMs: TIME + 1 });
    await userEvent.click(confirm());
    await expect.element(page.getByText('For a buy order, it must be below the price')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });
  // spec: 5.10
  it('on the wrong side block the tap on that side only', async () => {
    await showWithStops();
    await field('Stop loss').fill('1.09');
    await userEvent.click(button(/^Buy/));
    await expect.element(page.getByText('For a buy order, it must be below the price')).toBeVisible();
    await userEvent.click(button(/^Sell/));
    await expect.element(confirm()).toBeVisible();
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  });
});

describe('a pending order', () => {
  // spec: 4.5 5.11
  it('requires its price', async () => {
    await show();
    await choosePending();
    await field('Price').fill('');
    await userEvent.click(button(/^Buy/));
    await expect.element(page.getByText('Please enter the price')).toBeVisible();
    await field('Price').fill('1.085');
    await userEvent.click(button(/^Buy/));
    await expect.element(page.getByText(/It is the current price/)).toBeVisible();
    // Only a price near the market can be meant.
    await field('Price').fill('1,07e0');
    await expect.element(page.getByText('Please enter the price')).not.toBeInTheDocument();
    await userEvent.click(button(/^Buy 0\.01\s*1\.07000/));
    await userEvent.click(confirm());
    const call = await script.nextCall('submitOrder');
    expect(call.args[0]).toMatchObject({ kind: { type: 'pending', targetPrice: 107_000 } });
    call.answer({
      ok: true,
      value: aPending(),
    });
    await vi.waitFor(() => expect(toastTexts()).toEqual(['EUR/USD: pending order placed at 1.07000']));
  });
});

describe('an order without the money for it', () => {
  const enough = () => dialog().getByText('Not enough free margin for this size');
  it('says so in its confirmation, and offers a deposit instead', async () => {
    visited.splice(0);
    await script.signIn({ isDemo: false });
    await show();
    await field('Lots').fill('100');
    await userEvent.click(button(/^Buy/));
    await expect.element(enough()).toBeVisible();
    await expect.element(confirm()).toBeDisabled();
    await userEvent.click(dialog().getByRole('button', { name: 'Deposit' }));
    expect(visited).toEqual(['/mine/charge']);
    await expect.element(dialog()).not.toBeInTheDocument();
    await script.signIn();
  });
  it('offers no deposit to a demo account', async () => {
    await show();
    await field('Lots').fill('100');
    await userEvent.click(button(/^Buy/));
    await expect.element(enough()).toBeVisible();
    await expect.element(confirm()).toBeDisabled();
    await expect.element(dialog().getByRole('button', { name: 'Deposit' })).not.toBeInTheDocument();
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  });
});

describe('opening a position', () => {
  // spec: 4.19
  it('is blocked with a reason while the market is closed', async () => {
    await show();
    await tick({ marketOpen: false });
    await expect.element(page.getByText('The market is closed')).toBeVisible();
    await expect.element(button(/^Buy/)).toBeDisabled();
    await expect.element(button(/^Sell/)).toBeDisabled();
    await tick({});
    await expect.element(button(/^Buy/)).toBeEnabled();
  });
  it('is blocked while the price is too old, also in the open confirmation', async () => {
    await show();
    await userEvent.click(button(/^Buy/));
    await expect.element(confirm()).toBeEnabled();
    await tick({ freshness: 'old' });
    await expect.element(confirm()).toBeDisabled();
    await tick({ freshness: 'stale' });
    await expect.element(confirm()).toBeEnabled();
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  });
  it('is blocked with a reason while there are as many orders as the exchange takes', async () => {
    await show();
    const positions = Array.from({ length: 1_000 }, (_, i) => aPosition({ id: i + 1 }));
    script.put('working', { status: 'ready', positions, pending: [] });
    await expect.element(page.getByText(/^You have 1,000 positions and pending orders/)).toBeVisible();
    await expect.element(button(/^Buy/)).toBeDisabled();
    script.put('working', { status: 'ready', positions: positions.slice(1), pending: [] });
    await expect.element(button(/^Buy/)).toBeEnabled();
    script.put('working', { status: 'ready', positions: [], pending: [] });
  });
  // spec: 5.8
  it('is blocked where no multiple is configured', async () => {
    await show({ ...eurusd, multiples: [] });
    await expect.element(button(/^Buy/)).toBeDisabled();
    await expect
      .element(page.getByRole('status').filter({ hasText: 'No lever configured' }).first())
      .toBeVisible();
  });
  // spec: 5.7
  it('leads a visitor to the login and back', async () => {
    await script.signOut('start');
    await show();
    await userEvent.click(button(/^Sell/));
    expect(visited.at(-1)).toBe('/login?from=%2Ftrade%3Fid%3D1');
    await script.signIn();
  });
});

describe('an order', () => {
  // spec: 8.19
  it('is confirmed with all its terms, sent once, and its price reported', async () => {
    await show();
    await field('Lots').fill('0.10');
    await openStop();
    await field('Stop loss').fill('1.08');
    await userEvent.click(button(/^Buy/));
    for (const text of [
      'Please confirm your order',
      '0.10',
      '20×',
      '1.08000',
      '-50.00',
      '0.10 USD',
      '542.500000',
    ])
      await expect.element(dialog().getByText(text, { exact: true })).toBeVisible();
    await tick({ close: NOW + 2, timeMs: TIME + 1 });
    await expect.element(confirm()).toHaveTextContent('Buy 0.10 at 1.08502');
    await userEvent.click(confirm());
    const call = await script.nextCall('submitOrder');
    expect(call.args).toEqual([
      {
        cid: expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/),
        instrumentId: 1,
        side: 'buy',
        volume: 1_000,
        multiple: 20,
        stopLoss: 108_000,
        kind: { type: 'market', seenPrice: NOW + 2, deviationPoints: 54 },
      },
      expect.any(Number),
    ]);
    call.answer(filled(call.args[0], NOW + 2));
    await vi.waitFor(() => expect(toastTexts()).toEqual(['Bought 0.10 EUR/USD at 1.08502']));
  });
  it('with confirmation off is sent at once, each tap as an order of its own; a bounce of the finger sends nothing', async () => {
    confirmOrders.value = false;
    await show();
    const buy = host().querySelector<HTMLElement>('[data-variant="buy"]');
    const sell = host().querySelector<HTMLElement>('[data-variant="sell"]');
    const tapLater = async () => {
      // The next tap of a thumb is a matter of time.
      await new Promise((done) => setTimeout(done, BOUNCE_MS));
      buy?.click();
    };
    // The same click twice: both have the time at which it was made.
    const bounce = new MouseEvent('click', { bubbles: true });
    for (let nth = 0; nth < 2; nth++) buy?.dispatchEvent(bounce);
    sell?.click();
    await expect.element(button(/^Buy/)).not.toHaveAttribute('aria-busy');
    await tapLater();
    await tapLater();
    await field('Lots').fill('0.02');
    const shown = textsOf(line().element());
    buy?.click();
    expect(fates()).toEqual(['sent', 'sent', 'sent', 'sent', 'bounced', 'sent']);
    const calls = [];
    for (let nth = 0; nth < 4; nth++) calls.push(await script.nextCall('submitOrder'));
    // A fifth order waits until one of them is answered.
    expect(script.calls).toEqual([]);
    calls[1]?.answer(filled(calls[1].args[0]));
    calls.push(await script.nextCall('submitOrder'));
    const requests = calls.map((call) => call.args[0] as OrderRequest);
    expect(requests).toMatchObject([
      { side: 'buy', volume: 100 },
      { side: 'sell', volume: 100 },
      { side: 'buy', volume: 100 },
      { side: 'buy', volume: 100 },
      { side: 'buy', volume: 200 },
    ]);
    expect(new Set(requests.map(({ cid }) => cid)).size).toBe(5);
    for (const call of calls) call.answer(filled(call.args[0]));
    await vi.waitFor(() =>
      expect(fates()).toEqual(['executed', 'executed', 'executed', 'executed', 'bounced', 'executed']),
    );
    // It is shown for seconds, in which a busy machine may not look.
    await vi.waitFor(() =>
      expect(shown).toContain('One-tap trading: 5 of 6 executed · Bought 0.02 EUR/USD at 1.08500'),
    );
    expect(toasts.value).toEqual([]);
  });
  it('with confirmation off is in a list that stays until it is cleared, without those still under way', async () => {
    confirmOrders.value = false;
    await show();
    const first = await tap('Sell');
    first.answer({ ok: false, error: refusal(4107, 'The price has moved') });
    const second = await tap('Buy');
    await userEvent.click(line());
    const rows = () => dialog().getByRole('article').elements();
    await expect.poll(() => rows().map((row) => row.getAttribute('data-fate'))).toEqual(['sent', 'refused']);
    expect(rows()[1]?.textContent).toMatch(/^Sell 0\.01 EUR\/USD.*Refused: The price has moved$/);
    await userEvent.click(dialog().getByRole('button', { name: 'Clear list' }));
    await expect.poll(() => rows().map((row) => row.getAttribute('data-fate'))).toEqual(['sent']);
    second.answer(filled(second.args[0]));
    await expect.poll(() => rows().map((row) => row.getAttribute('data-fate'))).toEqual(['executed']);
    await userEvent.click(dialog().getByRole('button', { name: 'Close' }).last());
    await expect.element(dialog()).not.toBeInTheDocument();
    // A screen reader hears it once the taps pause.
    await expect
      .poll(() => announcedTexts().map(({ text }) => text))
      .toContainEqual(expect.stringMatching(/^Bought/));
  });
  it('is offered again at the current price when the price has moved', async () => {
    await show();
    const first = await send('Buy');
    await tick({ close: NOW + 500, timeMs: TIME + 9 });
    first.answer({ ok: false, error: refusal(4107, 'moved', { price: 1.09 }) });
    await expect.element(dialog().getByText(/The price moved/)).toBeVisible();
    await expect.element(confirm()).toHaveTextContent('Buy 0.01 at 1.09000');
    await userEvent.click(confirm());
    const second = await script.nextCall('submitOrder');
    expect(second.args[0]).toMatchObject({ kind: { seenPrice: NOW + 500 } });
    expect(second.args[0]).not.toHaveProperty('cid', Reflect.get(Object(first.args[0]), 'cid'));
    second.answer(filled(second.args[0], NOW + 500));
    await vi.waitFor(() => expect(toastTexts()).toEqual(['Bought 0.01 EUR/USD at 1.09000']));
  });
  it('with confirmation off is not sent without the money for it', async () => {
    confirmOrders.value = false;
    await show();
    await field('Lots').fill('100');
    await expect.element(page.getByText('Not enough free margin for this size')).toBeVisible();
    await userEvent.click(button(/^Buy/));
    expect(fates()).toEqual(['refused']);
    expect(script.calls).toEqual([]);
  });
  // spec: 8.1
  it.each([
    ['in the words of the server', refusal(4101, 'Markt zu'), 'Markt zu'],
    [
      'in our words when nothing left the phone',
      refusal(LOCAL_CODE.offline),
      'No connection. Nothing was sent.',
    ],
  ])('that is refused shows the reason, %s', async (_, error, text) => {
    await show();
    (await send('Sell')).answer({ ok: false, error });
    await vi.waitFor(() => expect(toastTexts()).toEqual([text]));
  });
  it.each([
    ['for want of money, at its size', 4102, 'Lots', {}],
    ['for its size, there', 4104, 'Lots', {}],
    ['for its stop, there', 4105, 'Take profit', { takeProfit: '1.09' }],
    ['for its price, there', 4105, 'Price', { target: '1.07' }],
  ])('that is refused %s, says so beside the field until that changes', async (_, code, name, typed) => {
    await show();
    if ('takeProfit' in typed) {
      await openStop('TP');
      await field('Take profit').fill(typed.takeProfit);
    }
    if ('target' in typed) {
      await choosePending();
      await field('Price').fill(typed.target);
    }
    const call = await send('Buy');
    document.body.style.paddingBlockEnd = '3000px';
    window.scrollTo(0, 2_000);
    call.answer({ ok: false, error: refusal(code, 'Geht nicht') });
    await expect.element(field(name)).toHaveAccessibleDescription('Geht nicht');
    await vi.waitFor(() => expect(field(name).element().getBoundingClientRect().top).toBeGreaterThan(0));
    document.body.style.paddingBlockEnd = '';
    expect(toastTexts()).toEqual([]);
    await expect.element(dialog()).not.toBeInTheDocument();
    await field(name).fill('1.06');
    await expect.element(page.getByText('Geht nicht')).not.toBeInTheDocument();
  });
  it('stores its size and multiple for the next one', async () => {
    confirmOrders.value = false;
    await show();
    await chooseMultiple('100×');
    await field('Lots').fill('0.25');
    const call = await tap('Sell');
    call.answer(filled(call.args[0]));
    await vi.waitFor(() => expect(fates()).toEqual(['executed']));
    leave();
    await show();
    await expect.element(field('Lots')).toHaveValue('0.25');
    await expect.element(button('100×')).toBeVisible();
  });
});

it.each([
  [320, ['25%', '50%', 'Max']],
  [360, ['25%', '50%', 'Max']],
  [1280, ['25%', '50%', 'Max']],
])('has the quick sizes in sight beside the lots, %d px wide', async (width, sizes) => {
  const [before, high] = [innerWidth, innerHeight];
  await page.viewport(width, 740);
  await show();
  const box = page.getByRole('group', { name: 'Quick sizes' });
  await expect.element(box).toBeVisible();
  expect(
    box
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(sizes);
  const group = box.element();
  expect(group.scrollWidth).toBeLessThanOrEqual(group.clientWidth);
  const field = page.getByRole('textbox', { name: 'Lots' }).element().getBoundingClientRect();
  expect(Math.abs(group.getBoundingClientRect().bottom - field.bottom)).toBeLessThan(10);
  await page.viewport(before, high);
});

it('offers the size that was traded last, and none that was refused', async () => {
  confirmOrders.value = false;
  await show();
  const last = () => button(/^Last/);
  const trade = async (lots: string, answer: (request: unknown) => unknown) => {
    await field('Lots').fill(lots);
    const call = await tap('Buy');
    call.answer(answer(call.args[0]));
  };
  await expect.element(button('Max')).toBeVisible();
  expect(last().elements()).toEqual([]);
  await trade('0.25', (request) => filled(request));
  await expect.element(last()).toHaveTextContent('Last 0.25');
  await trade('0.5', () => ({ ok: false, error: refusal(4107, 'The price has moved') }));
  await vi.waitFor(() => expect(fates()).toEqual(['refused', 'executed']));
  leave();
  clearDrafts();
  await show();
  await field('Lots').fill('3');
  await userEvent.click(last());
  await expect.element(field('Lots')).toHaveValue('0.25');
});

it('shows every tick without a render', async () => {
  await showWithStops();
  await field('Stop loss').fill('1.08');
  await expect.element(page.getByText('-5.00 USD')).toBeVisible();
  const before = await untilStill(() => renders);
  for (let i = 1; i <= 10; i++) await tick({ close: NOW + i });
  await expect.element(button(/^Buy/)).toHaveTextContent('Buy 0.011.08510');
  await expect.element(page.getByText('-5.10 USD')).toBeVisible();
  expect(renders).toBe(before);
});

it('has its bar first, then its fields, and stays the same form', async () => {
  const seen: (readonly [isOutlined: boolean, hasLots: boolean, buy: Element | null])[] = [];
  const look = () => {
    const form = document.querySelector('section[aria-label="Order form"]');
    const lots = form?.querySelector('input:not([type="radio"])');
    const buy = form?.querySelector('[aria-keyshortcuts="b"]') ?? null;
    if (form) seen.push([form.textContent.includes('outline'), Boolean(lots), buy]);
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true });
  await mount(<Ticket instrument={eurusd} outline={<p>outline</p>} />);
  await expect.element(field('Lots')).toBeVisible();
  look();
  watch.disconnect();
  const [first, last] = [seen[0], seen.at(-1)];
  expect(first?.slice(0, 2)).toEqual([true, false]);
  expect(last?.slice(0, 2)).toEqual([false, true]);
  expect(first?.[2]).toBeInstanceOf(HTMLButtonElement);
  expect(last?.[2]).toBe(first?.[2]);
});

it('tells the page its height only if that changes: each time restyles everything', async () => {
  await show();
  const root = document.documentElement;
  const height = () => Number.parseInt(getComputedStyle(root).getPropertyValue('--dock-h'), 10);
  const bar = () =>
    button(/^Buy/).element().parentElement?.parentElement?.getBoundingClientRect().height ?? 0;
  await vi.waitFor(() => expect(height()).toBe(Math.ceil(bar())));
  await untilStill(height);
  const told: MutationRecord[] = [];
  const watch = new MutationObserver((records) => told.push(...records));
  watch.observe(root, { attributeFilter: ['style'] });
  for (let visit = 0; visit < 2; visit++) {
    leave();
    await nextFrame();
    await show();
    await untilStill(() => told.length);
  }
  watch.disconnect();
  expect(told).toEqual([]);
});
