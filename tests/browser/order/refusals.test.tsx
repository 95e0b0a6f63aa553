import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ok } from '../../../shared/result.ts';
import * as script from '../scripted/script.ts';
import {
  answer,
  ask,
  button,
  pending,
  position,
  prepareOrderScene,
  sheet,
  showHeld,
  tab,
} from './order-scene.tsx';

/* What the exchange would refuse is said beside its field, and not sent: the scene fails with calls that no test expects. */

prepareOrderScene();

const save = () => userEvent.click(sheet().getByRole('button', { name: 'Save' }));

/** A market price of 1.08500, and an account that could pay for about 0.10 lots at 1.07000. */
const frame = (patch: {
  readonly freeMargin?: number;
  readonly marketOpen?: boolean;
  readonly positions?: readonly number[];
}): void => {
  const { freeMargin = 107_100_000, marketOpen = true, positions = [] } = patch;
  script.putFrame({
    quotes: [{ marketOpen }],
    account: { margin: 1e10 - freeMargin },
    positions: positions.map((id) => ({ id, price: 108_500, pnl: 0 })),
  });
};

describe('a new price of a pending order', () => {
  const field = () => sheet().getByRole('textbox', { name: 'Order price' });
  const tooDear = () => sheet().getByText('Not enough free margin for this size');

  beforeEach(async () => {
    await showHeld([], [pending(3)]);
    frame({});
    await userEvent.click(tab(/Pending/));
    await userEvent.click(button('EUR/USD, details'));
    await userEvent.click(sheet().getByRole('button', { name: 'Change price' }));
  });

  it('that the free margin does not cover with its fee is refused at its field until it does', async () => {
    // Margin 107.10 and fee 0.05 are more than 107.10.
    await field().fill('1.071');
    await expect.element(tooDear()).toBeVisible();
    await save();
    await expect.element(tooDear()).toBeVisible();
    frame({ freeMargin: 107_153_550 });
    await expect.element(tooDear()).not.toBeInTheDocument();
    await save();
    const call = await script.nextCall('amendOrder');
    expect([call.args[0], call.args[3]]).toEqual([3, 107_100]);
    call.answer(ok(pending(3, { targetPrice: 107_100 })));
  });

  it('is refused at its field while the market is closed', async () => {
    frame({ marketOpen: false });
    await expect.element(sheet().getByText('The market is closed')).toBeVisible();
    await field().fill('1.06');
    await save();
    await expect.element(sheet().getByText('The market is closed')).toBeVisible();
    frame({});
    await expect.element(sheet().getByText('The market is closed')).not.toBeInTheDocument();
  });
});

it('lots to add are refused at their field while the free margin does not cover them, or the market is closed', async () => {
  const dear = () => ask().getByText('Not enough free margin for this size');
  await showHeld([position(1)]);
  frame({ freeMargin: 32_550_000, positions: [1] });
  await userEvent.click(button('EUR/USD, details'));
  await userEvent.click(sheet().getByRole('button', { name: /^Add/ }));
  const lots = ask().getByRole('textbox', { name: 'Lots' });
  // Margin 32.55 and a fee of 0.016275.
  await lots.fill('0.03');
  await userEvent.click(answer('Buy 0.03'));
  await expect.element(dear()).toBeVisible();
  frame({ freeMargin: 32_566_275, positions: [1], marketOpen: false });
  await expect.element(ask().getByText('The market is closed')).toBeVisible();
  await userEvent.click(answer('Buy 0.03'));
  frame({ freeMargin: 32_566_275, positions: [1] });
  await expect.element(ask().getByText('The market is closed')).not.toBeInTheDocument();
  await userEvent.click(answer('Buy 0.03'));
  const call = await script.nextCall('submitOrder');
  expect(call.args[0]).toMatchObject({ volume: 300 });
  call.answer(ok(position(2, { volume: 300 })));
});

it('a distance that puts a trailing stop below zero is refused at its field', async () => {
  await showHeld([position(1)]);
  await userEvent.click(button('EUR/USD, details'));
  await userEvent.click(sheet().getByRole('button', { name: 'Edit stop loss and take profit' }));
  await userEvent.click(sheet().getByRole('switch', { name: 'Trailing stop' }));
  const points = sheet().getByRole('textbox', { name: 'Stop loss' });
  await points.fill('108500');
  await save();
  await expect.element(sheet().getByText(/^So far from the price/)).toBeVisible();
  await points.fill('108499');
  await save();
  const call = await script.nextCall('setStops');
  expect(call.args).toEqual([1, { trailPoints: 108_499 }]);
  call.answer(ok(position(1)));
});
