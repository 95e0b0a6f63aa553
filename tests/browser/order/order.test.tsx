import { describe, expect, it, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { money } from '../../../shared/domain/money.ts';
import { orderId, type Position } from '../../../shared/domain/order.ts';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { dismissToast, toasts } from '../../../src/components/toast-store.ts';
import { figures, working } from '../../../src/state/account.ts';
import { cancelOrder } from '../../../src/state/orders.ts';
import { balanceHidden, confirmOrders } from '../../../src/state/preferences.ts';
import { replaySource } from '../../../src/state/replay-source.ts';
import { announcedTexts, listen } from '../announced.ts';
import { nextFrame, untilStill } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import {
  answer,
  answerPage,
  ask,
  button,
  closed,
  closedOrders,
  historyPage,
  hold,
  mount,
  openHistory,
  pending,
  position,
  prepareOrderScene,
  renderCount,
  rows,
  sheet,
  show,
  showHeld,
  tab,
  textOf,
  tick,
  toastTexts,
} from './order-scene.tsx';

prepareOrderScene();

describe('the open positions', () => {
  it('show a skeleton until their first rows, and are empty only once that is known', async () => {
    await mount();
    expect(working.value.status).toBe('unknown');
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
    expect(page.getByText('No open positions').query()).toBeNull();
    await hold([]);
    await expect.element(page.getByText('No open positions')).toBeVisible();
  });
  // spec: 3.5 9.6
  it('update price and profit with each tick, six decimals and a sign, without a render', async () => {
    await showHeld([position(1)]);
    await textOf(page.getByRole('article')).toMatch(/\+50\.000000.*1\.08000 → 1\.08500/);
    const before = renderCount();
    for (let i = 1; i <= 10; i++) {
      tick([1], 107_000 + i);
      await nextFrame();
    }
    await textOf(page.getByRole('article')).toMatch(/-99\.000000.*1\.08000 → 1\.07010/);
    expect(renderCount()).toBe(before);
  });
  it('show the price on its way from stop to target: a tick moves one pip, and nothing else', async () => {
    await showHeld([position(1, { stopLoss: 107_000, takeProfit: 110_000 })]);
    await expect.poll(() => document.querySelector('article')?.textContent).toMatch(/SL 1\.07000TP 1\.10000/);
    const row = document.querySelector('article');
    const rail = row?.querySelector('[aria-hidden][dir=ltr]');
    const box = (node?: Element | null) => node?.getBoundingClientRect() ?? new DOMRect();
    const share = () => {
      const carrier = rail?.querySelector('span:last-child');
      return (box(carrier).left - box(rail).left) / (box(rail).width - 4);
    };
    await vi.waitFor(() => expect(share()).toBeCloseTo(0.5, 2));
    await textOf(page.getByText('1.08000 → 1.08500').first()).toBeTruthy();
    const before = { renders: await untilStill(renderCount), height: box(row).height };
    for (const [now, at, tone] of [
      [107_750, 0.25, 'down'],
      [109_000, 0.6667, 'up'],
      [120_000, 1, 'up'],
      [100_000, 0, 'down'],
    ] as const) {
      tick([1], now);
      await vi.waitFor(() => expect(share()).toBeCloseTo(at, 2));
      expect(rail?.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe(tone);
    }
    expect({ renders: renderCount(), height: box(row).height }).toEqual(before);
    await hold([position(2)]);
    await expect.poll(() => document.querySelector('article [aria-hidden][dir=ltr]')).toBeNull();
  });
  it('have their stops apart on a narrow screen with text of twice the size', async () => {
    const usual = { width: innerWidth, height: innerHeight };
    const textOfSize = (standard: number) =>
      cdp().send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
    await page.viewport(320, 568);
    await textOfSize(32);
    await showHeld([position(1, { stopLoss: 1_070_000_000, takeProfit: 1_100_000_000 })]);
    await expect.element(page.getByText('SL 10,700.00000')).toBeVisible();
    const lines = ['SL 10,700.00000', 'TP 11,000.00000'].flatMap((text) => {
      const node = page.getByText(text).element();
      const size = Number.parseFloat(getComputedStyle(node).fontSize);
      // Of the glyphs: a font's own box is higher.
      return [...node.getClientRects()].map(
        ({ x, y, width, height }) => new DOMRect(x, y + (height - size) / 2, width, size),
      );
    });
    expect(lines.length).toBeGreaterThan(1);
    for (const [i, one] of lines.entries())
      for (const other of lines.slice(i + 1))
        expect(one.right <= other.left || one.bottom <= other.top + 1, JSON.stringify(lines)).toBe(true);
    await textOfSize(16);
    await page.viewport(usual.width, usual.height);
  });
  it('cause no layout outside the viewport', async () => {
    const ids = Array.from({ length: 30 }, (_, at) => at + 1);
    await showHeld(ids.map((id) => position(id)));
    const isLaidOut = (row: 'first' | 'last') =>
      document.querySelector(`article:${row}-of-type p`)?.checkVisibility({ contentVisibilityAuto: true });
    await expect.poll(() => [isLaidOut('first'), isLaidOut('last')]).toEqual([true, false]);
    document.querySelector('article:last-of-type')?.scrollIntoView();
    await expect.poll(() => isLaidOut('last')).toBe(true);
  });
  // spec: 3.6
  it('are listed below the account, whose ratio is unknown without positions', async () => {
    await showHeld([position(1)]);
    const account = page.getByRole('region', { name: 'Account' });
    await textOf(account).toMatch(/10,050\.00.*\+50\.000000.*10,000\.00.*108\.000000.*>1,000%/);
    await hold([]);
    await textOf(account).toMatch(/Margin level--/);
  });
  // spec: 4.8
  it('close after a confirmation that names price and profit', async () => {
    await showHeld([position(1)]);
    await userEvent.click(button('Close EUR/USD, 0.10 lots'));
    await textOf(page.getByRole('alertdialog')).toMatch(/1\.08\d{3}.*\+50\.000000/);
    await userEvent.click(answer('Keep it'));
    await userEvent.click(button('Close EUR/USD, 0.10 lots'));
    await userEvent.click(answer('Close'));
    const call = await script.nextCall('closeOrder');
    expect([call.args[0], call.args[3]]).toEqual([1, undefined]);
    await expect.element(button('Close EUR/USD, 0.10 lots')).toHaveAttribute('aria-busy', 'true');
    call.answer({ ok: true, value: closed(1) });
    script.put('orderEvents', { kind: 'closed', ids: [1] });
    await hold([]);
    await vi.waitFor(() => expect(toastTexts()).toEqual(['EUR/USD closed at 1.08100: +10.000000']));
    expect(rows()).toBe(0);
  });
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
  it('close at once with confirmation off, and once for several taps', async () => {
    confirmOrders.value = false;
    await showHeld([position(1)]);
    const close = button('Close EUR/USD, 0.10 lots').element();
    if (close instanceof HTMLElement) for (let i = 0; i < 3; i++) close.click();
    const call = await script.nextCall('closeOrder');
    call.answer({ ok: false, error: refusal(4101, 'Der Markt ist zu') });
    await vi.waitFor(() => expect(toastTexts()).toEqual(['Der Markt ist zu']));
  });
  it('close all after a sheet with count and total: each with its fate, once for several taps', async () => {
    confirmOrders.value = false;
    await showHeld([1, 2, 3, 4, 5].map((id) => position(id)));
    await userEvent.click(button('Close all'));
    await textOf(sheet()).toMatch(/Total profit and loss\+250\.000000/);
    const go = sheet().getByRole('button', { name: 'Close 5' }).element();
    if (go instanceof HTMLElement) for (let i = 0; i < 3; i++) go.click();
    const cids = new Set<unknown>();
    for (let i = 0; i < 5; i++) {
      const call = await script.nextCall('closeOrder');
      const id = Number(call.args[0]);
      cids.add(call.args[1]);
      if (id === 3) call.answer(err(refusal(LOCAL_CODE.offline)));
      else call.answer(id === 2 ? err(refusal(4101, 'Zu')) : ok(closed(id)));
    }
    expect(cids.size).toBe(5);
    await textOf(sheet()).toMatch(/3 of 5 executed.*Realised profit and loss\+30\.000000/);
    await textOf(sheet()).toMatch(
      /0\.10\+10\.000000Closed at 1\.08100.*Not executedNo connection.*RefusedZu/,
    );
    await userEvent.click(sheet().getByRole('button', { name: 'Close' }).first());
    expect(toastTexts()).toEqual([]);
  });
  it('go on closing when the sheet is shut, and a toast tells the end', async () => {
    await showHeld([position(1), position(2)]);
    await userEvent.click(button('Close all'));
    await userEvent.click(sheet().getByRole('button', { name: 'Close 2' }));
    await userEvent.click(sheet().getByRole('button', { name: 'Close' }).first());
    await expect.element(button('Close EUR/USD, 0.10 lots').first()).toHaveAttribute('aria-busy', 'true');
    for (let i = 0; i < 2; i++) {
      const call = await script.nextCall('closeOrder');
      call.answer(ok(closed(Number(call.args[0]))));
    }
    await vi.waitFor(() => expect(toastTexts()).toEqual(['2 of 2 executed']));
  });
  it('close the winners, the losers or one instrument, with the live total of each group', async () => {
    const gold = { instrumentId: 2, code: 'XAUUSD', showCode: 'XAU/USD' };
    await showHeld([position(1), position(2), position(3, gold)]);
    const mixed = (...pnl: readonly number[]) =>
      script.putFrame({
        quotes: [],
        positions: pnl.map((amount, at) => ({ id: at + 1, price: 108_500, pnl: amount })),
      });
    mixed(12_000_000, -5_000_000, 3_500_000);
    await expect.element(button('Winners +15.50')).toBeVisible();
    await userEvent.click(button('Losers -5.00'));
    await expect.element(sheet().getByRole('button', { name: 'Close 1' })).toBeVisible();
    mixed(-12_000_000, -5_000_000, 3_500_000);
    await textOf(sheet()).toMatch(/Total profit and loss-17\.000000/);
    await expect.element(sheet().getByRole('button', { name: 'Close 2' })).toBeVisible();
    await userEvent.click(sheet().getByRole('button', { name: 'XAU/USD' }));
    await textOf(sheet()).toMatch(/Total profit and loss\+3\.500000/);
    await userEvent.click(sheet().getByRole('button', { name: 'Close 1' }));
    const call = await script.nextCall('closeOrder');
    expect(call.args[0]).toBe(3);
    call.answer(err(refusal(LOCAL_CODE.unknown)));
    await expect.element(sheet().getByText('Not confirmed yet')).toBeVisible();
    const asked = await vi.waitUntil(() => script.calls.shift());
    expect([asked.name, asked.args]).toEqual(['orderOutcome', [call.args[1]]]);
    asked.answer(ok(closed(3)));
    await expect.element(sheet().getByText('Closed at 1.08100')).toBeVisible();
    mixed(1, 1, -1);
  });
});

describe('a margin level below 100 %', () => {
  const level = async (marginLevel: number) => {
    script.putFrame({
      quotes: [{ close: 108_000 }],
      account: { margin: 1e10, marginLevel, riskRate: 1 },
      positions: [{ id: 1, price: 108_000, pnl: 0 }],
    });
    await vi.waitFor(() => expect(figures.marginLevel.value).toBe(marginLevel));
    await nextFrame();
  };
  const banner = () => page.getByRole('note').filter({ hasText: 'Margin call' });
  it('is a margin call: announced once, and shown until the level is above it', async () => {
    await showHeld([position(1)]);
    await level(10_000);
    await expect.element(banner()).not.toBeInTheDocument();
    await listen();
    await level(9_999);
    await expect.element(banner()).toBeVisible();
    expect(toastTexts()).toEqual([expect.stringMatching(/^Margin call/)]);
    await expect
      .poll(() => announcedTexts().map(({ text }) => text))
      .toEqual([expect.stringMatching(/^Margin call/)]);
    const spoken = [...document.querySelectorAll('[role=alert], [role=status], [aria-live]')];
    expect(spoken.filter(({ textContent }) => textContent.includes('Margin call'))).toEqual([]);
    for (const toast of toasts.value) dismissToast(toast.id);
    await level(10_050);
    await expect.element(banner()).not.toBeInTheDocument();
    await level(9_000);
    await expect.element(banner()).toBeVisible();
    expect(toastTexts()).toEqual([]);
    await level(11_000);
    await level(9_000);
    expect(toastTexts()).toEqual([expect.stringMatching(/^Margin call/)]);
  });
  it('below 150 % is a card that says what will happen and what to do, until it is well above again', async () => {
    await showHeld([position(1)]);
    const card = () => page.getByRole('region', { name: 'Margin level' });
    await level(17_000);
    await expect.element(card()).not.toBeInTheDocument();
    const calm = () => document.querySelector('[data-calm]');
    expect(calm()?.textContent).toMatch(/^Stop out: EUR\/USD/);
    expect(calm()?.querySelector('[class*="rail"]')).not.toBeNull();
    await level(15_000);
    await expect.element(card()).not.toBeInTheDocument();
    await level(14_999);
    await textOf(card()).toMatch(/Margin level is 149\.99%\. At 50% positions are closed for you\./);
    expect(card().element().querySelector('svg')).not.toBeNull();
    expect(calm()).toBeNull();
    const { backgroundColor } = getComputedStyle(card().element());
    expect(backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
    const renders = renderCount();
    await level(16_000);
    await textOf(card()).toMatch(/160\.00%/);
    expect(renderCount()).toBe(renders);
    await userEvent.click(card().getByRole('button', { name: 'Close positions' }));
    await expect.element(sheet().getByRole('button', { name: 'Losers', pressed: true })).toBeVisible();
    await userEvent.click(sheet().getByRole('button', { name: 'Keep it' }));
    await level(16_500);
    await expect.element(card()).not.toBeInTheDocument();
  });
});

describe("the account's figures", () => {
  it('are hidden with the balance, and shown again from here', async () => {
    await hold([position(1)]);
    balanceHidden.value = true;
    await show();
    const summary = () => page.getByRole('region', { name: 'Account' });
    await textOf(summary()).toMatch(/Equity••••••.*Total profit and loss••••••.*Balance••••••/);
    await textOf(summary()).not.toMatch(/10,000|10,050|9,942|108\.0|50\.00/);
    // The same profit in its row.
    const row = () => page.getByRole('article').first();
    await textOf(row()).toMatch(/EUR\/USD.*••••••/);
    await textOf(row()).not.toMatch(/50\.00/);
    await userEvent.click(button('Show balance'));
    await textOf(row()).toMatch(/\+50\.000000/);
    await textOf(summary()).toMatch(/10,050\.00.*\+50\.000000/);
    await userEvent.click(button('Hide balance'));
    await textOf(summary()).toMatch(/Equity••••••/);
    balanceHidden.value = false;
  });
  it('are hidden in the question about closing one, too', async () => {
    await hold([position(1)]);
    balanceHidden.value = true;
    await show();
    await userEvent.click(button(/^Close EUR/));
    await textOf(ask()).toContain('Market price1.08500Profit and loss••••••');
    await userEvent.click(ask().getByRole('button', { name: 'Keep it' }));
    balanceHidden.value = false;
  });
  it('are hidden in the question about closing several, too', async () => {
    await hold([position(1), position(2)]);
    balanceHidden.value = true;
    await show();
    await userEvent.click(button('Close all'));
    await textOf(sheet()).toMatch(/••••••.*EUR\/USD/);
    await textOf(sheet()).not.toMatch(/50\.00|100\.00/);
    await userEvent.click(sheet().getByRole('button', { name: 'Keep it' }));
    balanceHidden.value = false;
  });
});

describe('an order’s details', () => {
  // spec: 4.12
  it('close with a message when the order is closed elsewhere', async () => {
    await showHeld([position(11), position(12)]);
    await userEvent.click(button('EUR/USD, details').nth(1));
    await expect.element(sheet().getByText('Order number')).toBeVisible();
    script.put('orderEvents', { kind: 'closed', ids: [11] });
    await hold([position(12)]);
    await expect.element(sheet()).not.toBeInTheDocument();
    (await script.nextCall('history')).answer({ ok: false, error: refusal(5000, '') });
    await vi.waitFor(() => expect(toastTexts()).toEqual(['EUR/USD has been closed']));
    expect(rows()).toBe(1);
  });
  it('closed by the exchange: the notice has the reason, the price and the amount', async () => {
    await showHeld([position(21), position(22), position(23)]);
    script.put('orderEvents', { kind: 'closed', ids: [21, 22] });
    await hold([position(23)]);
    const history = await script.nextCall('history');
    expect(history.args).toEqual([1, { unfilled: 1 }]);
    const orders = [closed(21, { reason: 'stop-out', realisedPnl: -120_000_000 }), closed(22), closed(29)];
    history.answer({ ok: true, value: { orders, total: 3, realisedTotal: money(0) } });
    await vi.waitFor(() =>
      expect(toastTexts()).toEqual([
        'Stop out · EUR/USD closed at 1.08100: -120.000000',
        'Take profit · EUR/USD closed at 1.08100: +10.000000',
      ]),
    );
    expect(toasts.value.map(({ kind }) => kind)).toEqual(['error', 'info']);
  });
  it('cancelled by the exchange for missing margin, or by another device: a notice says so', async () => {
    await showHeld([], [pending(61), pending(62), pending(63)]);
    const cancelled = (id: number) => ({ ...pending(id), status: 'cancelled' as const });
    script.put('orderEvents', {
      kind: 'closed',
      ids: [61],
      cancelled: [{ ...cancelled(61), reason: 'no-margin' }],
    });
    await vi.waitFor(() =>
      expect(toastTexts()).toEqual(['EUR/USD: pending order of 0.10 lots cancelled, not enough free margin']),
    );
    expect(toasts.value[0]?.kind).toBe('error');
    const own = cancelOrder(orderId(62));
    const call = await script.nextCall('cancelOrder');
    script.put('orderEvents', { kind: 'closed', ids: [62], cancelled: [cancelled(62)] });
    call.answer(ok(undefined));
    expect(await own).toEqual(ok(undefined));
    script.put('orderEvents', { kind: 'closed', ids: [63], cancelled: [cancelled(63)] });
    await hold([]);
    await expect
      .poll(toastTexts)
      .toEqual([
        'EUR/USD: pending order of 0.10 lots cancelled, not enough free margin',
        'EUR/USD: order cancelled',
      ]);
  });
  it('that waited and are gone after a reconnect: filled and closed, or no longer active', async () => {
    await showHeld([position(71)], [pending(72), pending(73)]);
    script.put('orderEvents', { kind: 'closed', ids: [71, 72, 73] });
    await hold([]);
    (await script.nextCall('history')).answer({
      ok: true,
      value: { orders: [closed(72), closed(71)], total: 2, realisedTotal: money(0) },
    });
    await expect
      .poll(toastTexts)
      .toEqual(['EUR/USD: the pending order is no longer active', '2 orders have been closed']);
  });
  it('whose cancel from here was refused is news when it is gone', async () => {
    await showHeld([], [pending(81)]);
    const own = cancelOrder(orderId(81));
    (await script.nextCall('cancelOrder')).answer(err(refusal(4009, 'Weg')));
    expect((await own).ok).toBe(false);
    script.put('orderEvents', { kind: 'closed', ids: [81] });
    (await script.nextCall('history')).answer(err(refusal(5000, '')));
    await expect.poll(toastTexts).toEqual(['EUR/USD: the pending order is no longer active']);
  });
  it.each([
    [3, 3, []],
    [6, 6, []],
    [9, 5, ['4 orders have been closed']],
  ])(
    '%i stop outs at once: a screen reader interrupts for them, reads %i, and then %j',
    async (count, each, rest) => {
      const ids = Array.from({ length: count }, (_, i) => 40 + i);
      await showHeld(ids.map((id) => position(id)));
      await listen();
      script.put('orderEvents', { kind: 'closed', ids });
      await hold([]);
      const orders = ids.map((id) => ({
        ...closed(id),
        reason: 'stop-out' as const,
        realisedPnl: -id * 1e6,
      }));
      (await script.nextCall('history')).answer({
        ok: true,
        value: { orders, total: count, realisedTotal: money(0) },
      });
      await vi.waitFor(() => expect(announcedTexts()).not.toEqual([]));
      const words = ids.slice(0, each).map((id) => `Stop out · EUR/USD closed at 1.08100: -${id}.000000`);
      expect(announcedTexts()).toEqual(
        [...words, ...rest].map((text) => ({ text, live: 'assertive', isHearable: true })),
      );
    },
  );
  it('close a part, and refuse one that leaves an untradable rest', async () => {
    confirmOrders.value = false;
    await showHeld([position(1)]);
    await userEvent.click(button('EUR/USD, details'));
    const lots = sheet().getByRole('textbox', { name: 'Lots to close' });
    await expect.element(lots).toHaveValue('0.10');
    await userEvent.click(sheet().getByRole('button', { name: '25%' }));
    await expect.element(lots).toHaveValue('0.03');
    await userEvent.click(sheet().getByRole('button', { name: '100%' }));
    await expect.element(lots).toHaveValue('0.10');
    await lots.fill('0.095');
    await userEvent.click(sheet().getByRole('button', { name: 'Close position' }));
    await expect.element(sheet().getByText('Use steps of 0.01')).toBeVisible();
    await lots.fill('0.04');
    await userEvent.click(sheet().getByRole('button', { name: 'Close 0.04 lots' }));
    const call = await script.nextCall('closeOrder');
    expect([call.args[0], call.args[3]]).toEqual([1, 400]);
    call.answer({ ok: true, value: closed(9, { volume: 400 }) });
    await hold([position(1, { volume: 600 })]);
    await expect.element(lots).toHaveValue('0.06');
  });
  const openToClose = async (one: Position): Promise<void> => {
    confirmOrders.value = false;
    await showHeld([one]);
    await userEvent.click(button('EUR/USD, details'));
  };
  it('close a half of what the last close left, while the exchange pushes nothing', async () => {
    const whole = position(40);
    await openToClose(whole);
    const half = sheet().getByRole('button', { name: '50%' });
    const part = (size: number, share: number) =>
      ok(closed(41, { volume: size, margin: share * 1_080_000, fee: share * 540 }));
    await half.click();
    await sheet().getByRole('button', { name: 'Close 0.05 lots' }).click();
    (await script.nextCall('closeOrder')).answer(part(500, 50));
    await textOf(sheet()).toMatch(/0\.05.*54\.000000.*0\.027000/);
    // The row as it was: what was pushed of another order.
    await hold([whole, position(42)]);
    await half.click();
    await sheet()
      .getByRole('button', { name: /^Close 0\.0\d lots$/ })
      .click();
    const second = await script.nextCall('closeOrder');
    expect([second.args[0], second.args[3]]).toEqual([40, 300]);
    second.answer(part(300, 30));
    await textOf(sheet()).toMatch(/0\.02.*21\.600000.*0\.010800/);
    // A newer row ends it.
    await hold([position(40, { volume: 700 })]);
    await expect.element(sheet().getByRole('textbox', { name: 'Lots to close' })).toHaveValue('0.07');
  });
  it('close a part of what is left by now, not of what a late answer says', async () => {
    await openToClose(position(43));
    await sheet().getByRole('button', { name: '50%' }).click();
    await sheet().getByRole('button', { name: 'Close 0.05 lots' }).click();
    const call = await script.nextCall('closeOrder');
    await hold([position(43, { volume: 500 })]);
    call.answer(ok(closed(44, { volume: 500 })));
    await vi.waitFor(() => expect(toastTexts()).toHaveLength(1));
    await expect.element(sheet().getByRole('textbox', { name: 'Lots to close' })).toHaveValue('0.05');
  });
  it('close a part of what is left, not of what an earlier close says that is looked up', async () => {
    await openToClose(position(45));
    const lots = () => sheet().getByRole('textbox', { name: 'Lots to close' });
    await lots().fill('0.03');
    await sheet().getByRole('button', { name: 'Close 0.03 lots' }).click();
    (await script.nextCall('closeOrder')).answer(err(refusal(LOCAL_CODE.unknown)));
    await hold([position(45, { volume: 700 })]);
    const lookUp = await script.nextOf('orderOutcome');
    await lots().fill('0.03');
    await sheet().getByRole('button', { name: 'Close 0.03 lots' }).click();
    lookUp.answer(ok(closed(46, { volume: 300 })));
    await vi.waitFor(() => expect(toastTexts().length).toBeGreaterThan(0));
    await sheet().getByRole('button', { name: '100%' }).click();
    await expect.element(lots()).toHaveValue('0.07');
  });
  it('change the stops, checked against the current price; an empty field removes one', async () => {
    await showHeld([position(1, { stopLoss: 107_000 })]);
    await userEvent.click(button('EUR/USD, details'));
    await userEvent.click(sheet().getByRole('button', { name: 'Edit stop loss and take profit' }));
    const loss = sheet().getByRole('textbox', { name: 'Stop loss' });
    const profit = sheet().getByRole('textbox', { name: 'Take profit' });
    await expect.element(loss).toHaveValue('1.07000');
    await expect.element(sheet().getByText('-100.00 USD')).toBeVisible();
    await profit.fill('1,08');
    await userEvent.click(sheet().getByRole('button', { name: 'Save' }));
    await expect.element(sheet().getByText('For a buy order, it must be above the price')).toBeVisible();
    await profit.fill('1.09');
    await expect.element(sheet().getByText('+100.00 USD')).toBeVisible();
    await loss.fill('');
    await userEvent.click(sheet().getByRole('button', { name: 'Save' }));
    const call = await script.nextCall('setStops');
    expect(call.args).toEqual([1, { takeProfit: 109_000 }]);
    call.answer({ ok: true, value: position(1, { takeProfit: 109_000 }) });
    await expect.element(sheet().getByText('Order number')).toBeVisible();
  });
});

it.each([
  ['a position', [position(51, { stopLoss: 107_000, takeProfit: 110_000 })], []],
  ['a pending order', [], [pending(52, { targetPrice: 108_000, stopLoss: 107_000, takeProfit: 110_000 })]],
] as const)('the stops of %s have their money beside them', async (_, open, waiting) => {
  await showHeld(open, waiting);
  if (waiting.length > 0) await userEvent.click(tab(/Pending/));
  await userEvent.click(button('EUR/USD, details'));
  await textOf(sheet()).toMatch(/Stop loss1\.07000 -100\.00Take profit1\.10000 \+200\.00/);
});

describe('the stop loss of a position', () => {
  const edit = async (one: Position): Promise<void> => {
    await showHeld([one]);
    await userEvent.click(button('EUR/USD, details'));
    await userEvent.click(sheet().getByRole('button', { name: 'Edit stop loss and take profit' }));
  };
  const save = () => userEvent.click(sheet().getByRole('button', { name: 'Save' }));
  it('trails at a whole number of points, and ends trailing as a price', async () => {
    await edit(position(31));
    await userEvent.click(sheet().getByRole('switch', { name: 'Trailing stop' }));
    const points = sheet().getByRole('textbox', { name: 'Stop loss' });
    // A useful distance to begin with.
    await expect.element(points).toHaveValue('200');
    await points.fill('2.5');
    await save();
    await expect.element(sheet().getByText('Please enter a whole number of points')).toBeVisible();
    await points.fill('1,0,0');
    await save();
    await expect.element(sheet().getByText('Please enter a number such as 1,234')).toBeVisible();
    await points.fill('25e1');
    await save();
    const call = await script.nextCall('setStops');
    expect(call.args).toEqual([31, { trailPoints: 250 }]);
    const trailing = position(31, { stopLoss: 108_250, trailPoints: 250 });
    call.answer(ok(trailing));
    await hold([trailing]);
    await textOf(sheet()).toMatch(/Trailing stop1\.08250 \+25\.00.*Distance in points250/);
    await userEvent.click(sheet().getByRole('button', { name: 'Edit stop loss and take profit' }));
    await expect.element(sheet().getByRole('textbox', { name: 'Stop loss' })).toHaveValue('250');
    await userEvent.click(sheet().getByRole('switch', { name: 'Trailing stop' }));
    await save();
    const fixed = await script.nextCall('setStops');
    expect(fixed.args).toEqual([31, { stopLoss: 108_250 }]);
    fixed.answer(ok(position(31)));
    await expect.element(sheet().getByText('Order number')).toBeVisible();
  });
  it('goes to the opening price in one tap, offered only while the price allows it', async () => {
    await edit(position(32));
    const breakEven = sheet().getByRole('button', { name: /^Break-even/ });
    await userEvent.click(breakEven);
    await expect.element(sheet().getByRole('textbox', { name: 'Stop loss' })).toHaveValue('1.08000');
    tick([32], 107_900);
    await expect.element(breakEven).not.toBeInTheDocument();
  });
  it('that another device has moved while the form was open is sent as it is, unless it was typed', async () => {
    await edit(position(33, { stopLoss: 107_000 }));
    const profit = sheet().getByRole('textbox', { name: 'Take profit' });
    await profit.fill('1.1');
    await hold([position(33, { stopLoss: 107_900, takeProfit: 109_500 })]);
    await expect.element(sheet().getByRole('textbox', { name: 'Stop loss' })).toHaveValue('1.07900');
    await expect.element(profit).toHaveValue('1.1');
    await save();
    const moved = await script.nextCall('setStops');
    expect(moved.args).toEqual([33, { stopLoss: 107_900, takeProfit: 110_000 }]);
    moved.answer(err(refusal(4101, 'Zu')));
    await hold([position(33, { stopLoss: 108_250, trailPoints: 250 })]);
    await expect.element(sheet().getByRole('switch', { name: 'Trailing stop' })).toBeChecked();
    // In the unit in which the target was typed.
    await expect.element(sheet().getByRole('textbox', { name: 'Stop loss' })).toHaveValue('1.08250');
    await save();
    const trailing = await script.nextCall('setStops');
    expect(trailing.args).toEqual([33, { trailPoints: 250, takeProfit: 110_000 }]);
    trailing.answer(err(refusal(4101, 'Zu')));
  });
  it('is sent with the other stop that was just saved, while the exchange pushes nothing', async () => {
    const bare = position(36);
    await edit(bare);
    await sheet().getByRole('textbox', { name: 'Stop loss' }).fill('1.07');
    await save();
    (await script.nextCall('setStops')).answer(ok(position(bare.id, { stopLoss: 107_000 })));
    await expect.element(sheet().getByText('Order number')).toBeVisible();
    await userEvent.click(sheet().getByRole('button', { name: 'Edit stop loss and take profit' }));
    await expect.element(sheet().getByRole('textbox', { name: 'Stop loss' })).toHaveValue('1.07000');
    await sheet().getByRole('textbox', { name: 'Take profit' }).fill('1.1');
    // The row as it was: what was pushed of another order.
    await hold([bare, position(37)]);
    await save();
    const both = await script.nextCall('setStops');
    expect(both.args).toEqual([36, { stopLoss: 107_000, takeProfit: 110_000 }]);
    both.answer(ok(position(bare.id, { stopLoss: 107_000, takeProfit: 110_000 })));
    await expect.element(sheet().getByText('Order number')).toBeVisible();
    // A newer row ends it, also one that another device made as it was before.
    await hold([position(bare.id, { stopLoss: 106_000 })]);
    await hold([bare]);
    await userEvent.click(sheet().getByRole('button', { name: 'Edit stop loss and take profit' }));
    await expect.element(sheet().getByRole('textbox', { name: 'Stop loss' })).toHaveValue('');
  });
  it('that another device has moved since is shown, not what a late answer says', async () => {
    const bare = position(38);
    await edit(bare);
    await sheet().getByRole('textbox', { name: 'Stop loss' }).fill('1.07');
    await save();
    const call = await script.nextCall('setStops');
    await hold([position(bare.id, { stopLoss: 106_000 })]);
    call.answer(ok(position(bare.id, { stopLoss: 107_000 })));
    await expect.element(sheet().getByText('Order number')).toBeVisible();
    await userEvent.click(sheet().getByRole('button', { name: 'Edit stop loss and take profit' }));
    await expect.element(sheet().getByRole('textbox', { name: 'Stop loss' })).toHaveValue('1.06000');
  });
  it('that was typed as a price stays one while another device has it trail', async () => {
    await edit(position(34));
    await sheet().getByRole('textbox', { name: 'Stop loss' }).fill('1.07');
    await hold([position(34, { stopLoss: 108_250, trailPoints: 250 })]);
    await expect.element(sheet().getByRole('textbox', { name: 'Stop loss' })).toHaveValue('1.07');
    await save();
    const call = await script.nextCall('setStops');
    expect(call.args).toEqual([34, { stopLoss: 107_000 }]);
    call.answer(err(refusal(4101, 'Zu')));
  });
  it('is edited from the details again after the sheet was closed over the form', async () => {
    await edit(position(35));
    await sheet().getByRole('textbox', { name: 'Stop loss' }).fill('1.07');
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet()).not.toBeInTheDocument();
    await userEvent.click(button('EUR/USD, details'));
    await expect.element(sheet().getByText('Order number')).toBeVisible();
    await userEvent.click(sheet().getByRole('button', { name: 'Edit stop loss and take profit' }));
    await expect.element(sheet().getByRole('textbox', { name: 'Stop loss' })).toHaveValue('');
  });
});

it('amend the price of a pending order, checked beside its field, once for several taps', async () => {
  await hold([], [pending(3, { stopLoss: 106_000 })]);
  script.putFrame({ quotes: [{}] });
  await show();
  await userEvent.click(tab(/Pending/));
  await userEvent.click(button('EUR/USD, details'));
  await userEvent.click(sheet().getByRole('button', { name: 'Change price' }));
  const field = sheet().getByRole('textbox', { name: 'Order price' });
  await expect.element(field).toHaveValue('1.07000');
  // Moved on another device.
  await hold([], [pending(3, { targetPrice: 107_100, stopLoss: 106_000 })]);
  await expect.element(field).toHaveValue('1.07100');
  const save = sheet().getByRole('button', { name: 'Save' });
  for (const [text, problem] of [
    ['', 'Please enter the price'],
    ['1.085', 'This is the market price. Choose another one'],
    ['1,075', 'Did you mean 1,075 or 1.075?'],
    ['1.059', /^The stop loss or take profit does not fit/],
  ] as const) {
    await field.fill(text);
    await userEvent.click(save);
    await expect.element(sheet().getByText(problem)).toBeVisible();
  }
  await field.fill('1.075');
  const go = save.element();
  if (go instanceof HTMLElement) for (let i = 0; i < 3; i++) go.click();
  const call = await script.nextCall('amendOrder');
  expect([call.args[0], call.args[3]]).toEqual([3, 107_500]);
  call.answer(ok(pending(3, { targetPrice: 107_500 })));
  await vi.waitFor(() => expect(toastTexts()).toEqual(['EUR/USD: order price is now 1.07500']));
  await expect.element(sheet().getByText('Order number')).toBeVisible();
});

// spec: 4.7
it('cancel a pending order after a confirmation', async () => {
  await showHeld([], [pending(3)]);
  await userEvent.click(tab(/Pending/));
  await textOf(page.getByRole('article')).toMatch(/1\.07000.*Market price 1\.08500/);
  await userEvent.click(button(/^Cancel EUR\/USD/));
  await userEvent.click(answer('Cancel order'));
  const call = await script.nextCall('cancelOrder');
  expect(call.args).toEqual([3]);
  call.answer({ ok: true, value: undefined });
  await hold([]);
  await vi.waitFor(() => expect(toastTexts()).toEqual(['EUR/USD: order cancelled']));
  await expect.element(page.getByText('No pending orders')).toBeVisible();
});

it('cancel all pending orders after a sheet that counts them', async () => {
  await showHeld([], [pending(3), pending(4)]);
  await userEvent.click(tab(/Pending/));
  await userEvent.click(button('Cancel all'));
  await userEvent.click(sheet().getByRole('button', { name: 'Cancel 2' }));
  for (const answer of [ok(undefined), err(refusal(4009, 'Weg'))])
    (await script.nextCall('cancelOrder')).answer(answer);
  await textOf(sheet()).toMatch(/1 of 2 executed.*0\.10Cancelled.*RefusedWeg/);
});

describe('the history', () => {
  const realisedTotal = 10_000_000;
  // spec: 2.16 7.52 8.17
  it('loads page by page as its end comes into view, down to the last', async () => {
    await openHistory();
    await answerPage(1, closedOrders(30, 11), { total: 30, realisedTotal: 300_000_000 });
    await expect.poll(rows).toBe(20);
    await expect.element(page.getByText('+300.000000')).toBeVisible();
    document.querySelector('article:last-of-type')?.scrollIntoView();
    await answerPage(2, closedOrders(10, 1), { total: 30, realisedTotal: 300_000_000 });
    await expect.poll(rows).toBe(30);
    await expect.element(page.getByText('That is all')).toBeInTheDocument();
    expect(page.getByRole('article').first().element().textContent).toMatch(/\+10\.000000.*Take profit/);
  });
  // spec: 2.15 3.4 3.5
  it('shows all fields of a closed order', async () => {
    await openHistory();
    await answerPage(1, [closed(5)]);
    await userEvent.click(button('EUR/USD, details'));
    for (const text of ['+10.000000', '1.08000', '1.08100', '108.000000', '0.054000', '100×', 'Take profit'])
      await expect.element(sheet().getByText(text, { exact: true }).first()).toBeVisible();
  });
  it('asks the exchange for what a filter lets through, by day, and says why each closed', async () => {
    await openHistory();
    await answerPage(1, [closed(5)], { realisedTotal });
    await userEvent.click(button('Filter'));
    await userEvent.click(sheet().getByRole('button', { name: 'Losers' }));
    const filtered = await script.nextOf('history');
    expect(filtered.args).toEqual([1, { result: 'loss', unfilled: 1 }]);
    const lost = closed(6, { reason: 'stop-loss', stopLoss: 108_150, realisedPnl: -2_000_000 });
    filtered.answer(historyPage([lost], { realisedTotal }));
    await userEvent.click(sheet().getByRole('button', { name: 'Show' }));
    await textOf(page.getByRole('article')).toMatch(/-2\.000000.*Stop loss 1\.08150, gap 0\.00050/);
    await expect.element(page.getByRole('heading', { name: /1 · -2\.00$/ })).toBeVisible();
    await expect.element(button('Filter · 1')).toBeVisible();
    await userEvent.click(button('EUR/USD, details'));
    await textOf(sheet()).toMatch(/Closing price1\.08100.*Trigger price1\.08150/);
    // The gap stands in the headline; the story says it in points.
    await textOf(sheet()).toMatch(/^EUR\/USDStop loss 1\.08150, gap 0\.00050Profit and loss/);
  });
  it('asks for a shorter period when a statement would have too many orders', async () => {
    await openHistory();
    const many = { total: 100_001, realisedTotal };
    await answerPage(1, [closed(5)], many);
    await answerPage(2, [], many);
    await userEvent.click(button('Download orders as CSV'));
    const read = await script.nextOf('history');
    expect(read.args).toEqual([1, { limit: 200 }]);
    read.answer(historyPage([closed(5)], many));
    await vi.waitFor(() =>
      expect(toastTexts()).toEqual([
        'More than 100,000 orders match. Choose a shorter period or another filter',
      ]),
    );
    await userEvent.click(button('Print statement'));
    await answerPage(1, [closed(5)], { ...many, total: 5_001 });
    await vi.waitFor(() => expect(toastTexts()[1]).toMatch(/^More than 5,000 orders match/));
  });
  it('offers no statement of a filter that nothing matches', async () => {
    await hold([]);
    await show();
    await userEvent.click(tab(/History/));
    const value = { orders: [closed(5)], total: 1, balance: 0, realisedTotal: money(10_000_000) };
    (await script.nextOf('history')).answer({ ok: true, value });
    await expect.element(button('Print statement')).toBeVisible();
    await userEvent.click(button('Filter'));
    await userEvent.click(sheet().getByRole('button', { name: 'Losers' }));
    (await script.nextOf('history')).answer({ ok: true, value: { ...value, orders: [], total: 0 } });
    await userEvent.click(sheet().getByRole('button', { name: 'Show' }));
    await expect.element(page.getByText('No closed orders match this filter')).toBeVisible();
    expect(button('Print statement').elements()).toEqual([]);
    await expect.element(sheet()).not.toBeInTheDocument();
    await userEvent.click(button('Reset'));
    (await script.nextOf('history')).answer({ ok: true, value });
    await expect.poll(rows).toBe(1);
  });
  it('says at which margin level a position was stopped out', async () => {
    await hold([]);
    await show();
    await userEvent.click(tab(/History/));
    const orders = [{ ...closed(5), reason: 'stop-out', marginLevel: 4_000 }];
    const value = { orders, total: 1, balance: 0, realisedTotal: money(10_000_000) };
    (await script.nextOf('history')).answer({ ok: true, value });
    await textOf(page.getByRole('article')).toMatch(/Stopped out, margin level 40\.00%/);
    await userEvent.click(button('EUR/USD, details'));
    const why = sheet().getByRole('region', { name: 'Why it closed' });
    await expect.element(why.getByText(/^The equity had fallen to the share of the margin/)).toBeVisible();
    await textOf(sheet()).toMatch(/Margin level40\.00%/);
    await textOf(sheet()).toMatch(/Closed byStop out/);
  });
  it('shows the error and retries', async () => {
    await openHistory();
    (await script.nextOf('history')).answer({ ok: false, error: refusal(-1) });
    await expect
      .element(page.getByText('No connection. This loads by itself once you are online.'))
      .toBeVisible();
    await userEvent.click(button('Try again'));
    await answerPage(1, []);
    await expect.element(page.getByText('No closed orders yet')).toBeVisible();
  });
});

describe('during a replay', () => {
  const deeds = /^Close /;
  const disabledOnes = () =>
    page
      .getByRole('button', { name: deeds })
      .all()
      .map((one) => (one.element() as HTMLButtonElement).disabled);

  it('nothing that changes an order can be tapped, in lists or sheets, and each screen shows the reason', async () => {
    replaySource.value = { file: new Blob(), name: 'noon', atMs: 0, speed: 1, isPaused: false };
    await showHeld([position(1), position(2)], [pending(3)]);
    expect(disabledOnes()).toEqual([true, true, true]);
    await userEvent.click(tab(/Pending/));
    await expect.element(button(/^Cancel EUR/)).toBeDisabled();
    await userEvent.click(tab(/Open/));
    await expect.element(button('Close all')).toBeDisabled();
    await expect.element(page.getByText(/This is a replay/)).toBeVisible();
    await userEvent.click(button('EUR/USD, details').first());
    await expect.element(sheet().getByText(/This is a replay/)).toBeVisible();
    await expect
      .element(sheet().getByRole('button', { name: 'Edit stop loss and take profit' }))
      .toBeDisabled();
    await expect.element(sheet().getByRole('button', { name: 'Close 0.10 lots' })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    replaySource.value = undefined;
    await expect.element(button('Close all')).toBeEnabled();
    expect(page.getByText(/This is a replay/).query()).toBeNull();
  });
});
