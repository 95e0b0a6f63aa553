import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Position } from '../../../shared/domain/order.ts';
import { err, ok, refusal } from '../../../shared/result.ts';
import * as script from '../scripted/script.ts';
import {
  button,
  hold,
  pending,
  position,
  prepareOrderScene,
  sheet,
  showHeld,
  tab,
  textOf,
  tick,
} from './order-scene.tsx';

prepareOrderScene();

describe('an order’s details', () => {
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
