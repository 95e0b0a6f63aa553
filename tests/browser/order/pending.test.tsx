import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { err, ok, refusal } from '../../../shared/result.ts';
import * as script from '../scripted/script.ts';
import {
  answer,
  button,
  hold,
  pending,
  prepareOrderScene,
  sheet,
  showHeld,
  tab,
  textOf,
  toastTexts,
} from './order-scene.tsx';

prepareOrderScene();

it('amend the price of a pending order, checked beside its field, once for several taps', async () => {
  await showHeld([], [pending(3, { stopLoss: 106_000 })]);
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
