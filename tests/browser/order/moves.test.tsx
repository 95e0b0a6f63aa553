import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CODE } from '../../../shared/contract/codes.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { toasts } from '../../../src/components/toast-store.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { rememberTicket } from '../../../src/state/ticket-memory.ts';
import * as script from '../scripted/script.ts';
import {
  answer,
  ask,
  button,
  closed,
  hold,
  position,
  prepareOrderScene,
  sheet,
  showHeld,
  textOf,
  toastTexts,
} from './order-scene.tsx';

prepareOrderScene();

const open = async (id: number): Promise<void> => {
  await showHeld([position(id)]);
  await userEvent.click(button('EUR/USD, details'));
};
const tap = (name: string) => userEvent.click(sheet().getByRole('button', { name, exact: true }));
const other = position(99, { side: 'sell', openPrice: 108_090 });

describe('reversing a position', () => {
  it('asks, closes it, and only then opens the same lots on the other side', async () => {
    await open(51);
    await tap('Reverse');
    await textOf(ask()).toMatch(/Buy 0\.10 EUR\/USD is closed .* Then Sell 0\.10 is opened.*[+-]\d+\.\d{6}/);
    await userEvent.click(answer('Keep it'));
    await tap('Reverse');
    await userEvent.click(answer('Reverse'));
    const closing = await script.nextCall('closeOrder');
    expect(closing.args[0]).toBe(51);
    await hold([position(51)]);
    expect(script.calls).toEqual([]);
    closing.answer(ok(closed(51)));
    const opening = await script.nextCall('submitOrder');
    expect(opening.args[0]).toMatchObject({ side: 'sell', volume: 1_000, multiple: 100 });
    opening.answer(ok(other));
    await vi.waitFor(() =>
      expect(toastTexts()).toEqual(['EUR/USD closed at 1.08100 (+10.000000), Sell 0.10 opened at 1.08090']),
    );
  });

  it('says what is done and what is not when the second half is refused, until that is dismissed', async () => {
    confirmOrders.value = false;
    await open(52);
    await tap('Reverse');
    (await script.nextCall('closeOrder')).answer(ok(closed(52)));
    (await script.nextCall('submitOrder')).answer(
      err(refusal(CODE.notEnoughMargin, 'Not enough free margin')),
    );
    const words =
      'EUR/USD closed at 1.08100 (+10.000000). The other side was not opened: Not enough free margin';
    await vi.waitFor(() => expect(toasts.value).toMatchObject([{ text: words, kind: 'error' }]));
  });

  it('opens nothing while nobody knows whether it was closed, also when that is known later', async () => {
    confirmOrders.value = false;
    await open(53);
    await tap('Reverse');
    (await script.nextCall('closeOrder')).answer(err(refusal(LOCAL_CODE.unknown)));
    await vi.waitFor(() => expect(toastTexts()).toContainEqual(expect.stringContaining('not known yet')));
    const asked = await vi.waitUntil(() => script.calls.shift(), { timeout: 30_000 });
    expect(asked.name).toBe('orderOutcome');
    asked.answer(ok(closed(53)));
    await vi.waitFor(() =>
      expect(toastTexts()).toContainEqual(
        expect.stringMatching(/executed at 1\.08100.*The other side was not opened\.$/),
      ),
    );
    expect(script.calls).toEqual([]);
  });

  it('sends nothing while its market is closed', async () => {
    confirmOrders.value = false;
    await open(54);
    script.putFrame({ quotes: [{ marketOpen: false }], positions: [{ id: 54, price: 108_500, pnl: 0 }] });
    await expect.element(page.getByText('+0.000000').or(page.getByText('0.000000')).first()).toBeVisible();
    await tap('Reverse');
    await vi.waitFor(() => expect(toastTexts()).toEqual(['The market is closed']));
  });
});

it.each(['Reverse', 'Add 0.03'])('%s opens nothing at a price that is too old', async (move) => {
  confirmOrders.value = false;
  rememberTicket('EURUSD', { volume: volume(300), multiple: 100 });
  await open(58);
  script.putFrame({ quotes: [{ freshness: 'old' }], positions: [{ id: 58, price: 108_500, pnl: 0 }] });
  await expect.element(page.getByText('+0.000000').or(page.getByText('0.000000')).first()).toBeVisible();
  await tap(move);
  await vi.waitFor(() => expect(toastTexts()).toEqual([expect.stringMatching(/price/i)]));
  expect(script.calls).toEqual([]);
});

it.each([
  ['Add 0.03', 108_520],
  ['Reverse', 108_500],
] as const)('%s sees the price at which its side opens', async (move, seenPrice) => {
  confirmOrders.value = false;
  rememberTicket('EURUSD', { volume: volume(300), multiple: 100 });
  await open(59);
  script.putFrame({
    quotes: [{ close: 108_500, ask: 108_520 }],
    positions: [{ id: 59, price: 108_500, pnl: 0 }],
  });
  await expect.element(page.getByText('+0.000000').or(page.getByText('0.000000')).first()).toBeVisible();
  await tap(move);
  if (move === 'Reverse') (await script.nextCall('closeOrder')).answer(ok(closed(59)));
  const opening = await script.nextCall('submitOrder');
  expect(opening.args[0]).toMatchObject({ kind: { seenPrice } });
  opening.answer(ok(position(97)));
  await vi.waitFor(() => expect(toastTexts()).not.toEqual([]));
});

describe('adding to a position', () => {
  it('opens the lots last used for the instrument on its side, after a question that can change them', async () => {
    rememberTicket('EURUSD', { volume: volume(300), multiple: 100 });
    await open(55);
    await tap('Add 0.03');
    await ask().getByRole('textbox', { name: 'Lots' }).fill('0.005');
    await userEvent.click(answer('Buy'));
    await expect.element(ask().getByText('At least 0.01')).toBeVisible();
    await ask().getByRole('textbox', { name: 'Lots' }).fill('0.05');
    await userEvent.click(answer('Buy 0.05'));
    const opening = await script.nextCall('submitOrder');
    expect(opening.args[0]).toMatchObject({ side: 'buy', volume: 500, multiple: 100 });
    opening.answer(ok(position(98, { volume: 500 })));
    await vi.waitFor(() =>
      expect(toastTexts()).toEqual(['EUR/USD: Buy 0.05 opened at 1.08000 · 500 points better than tapped']),
    );
  });

  it('asks with the lots of its button, whatever was typed in an earlier question', async () => {
    rememberTicket('EURUSD', { volume: volume(300), multiple: 100 });
    await open(56);
    await tap('Add 0.03');
    await ask().getByRole('textbox', { name: 'Lots' }).fill('5');
    await userEvent.click(answer('Cancel'));
    await expect.element(ask()).not.toBeInTheDocument();
    await tap('Add 0.03');
    await expect.element(ask().getByRole('textbox', { name: 'Lots' })).toHaveValue('0.03');
    await expect.element(answer('Buy 0.03')).toBeVisible();
  });
});
