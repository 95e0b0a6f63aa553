import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Position } from '../../../shared/domain/order.ts';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import * as script from '../scripted/script.ts';
import {
  answer,
  button,
  closed,
  hold,
  position,
  prepareOrderScene,
  rows,
  sheet,
  showHeld,
  textOf,
  toastTexts,
} from './order-scene.tsx';

prepareOrderScene();

describe('the open positions', () => {
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

describe('an order’s details', () => {
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
});
