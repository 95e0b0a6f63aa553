import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ok } from '../../../shared/result.ts';
import { Nearby } from '../../../src/screens/Trade/Nearby.tsx';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { priceAlert } from '../../helpers/alerts.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aClosed, aPending } from '../../helpers/orders.ts';
import * as script from '../scripted/script.ts';
import { NOW, prepareTicketScene, putPrices, show } from '../ticket/ticket-scene.tsx';

/* What stands below the ticket of a wide screen. */

prepareTicketScene();

const rows = (name: string) =>
  [...(page.getByRole('list', { name }).query()?.children ?? [])].map((row) => row.textContent);

it('has what waits for a price of the instrument, the nearest first, and takes it away', async () => {
  script.put('working', {
    status: 'ready',
    positions: [],
    pending: [
      aPending({ id: 1, targetPrice: NOW - 900 }),
      aPending({ id: 2, targetPrice: NOW + 400, side: 'sell' }),
      aPending({ id: 3, targetPrice: NOW - 1, instrumentId: 9 }),
    ],
  });
  await show(eurusd, <Nearby instrument={eurusd} />);
  (await script.nextCall('history')).answer(
    ok({
      orders: [aClosed({ id: 7, volume: 2_000, realisedPnl: 8_400_000, closedAt: 1_700_000_000_000 })],
      total: 1,
      balance: 0,
      realisedTotal: 0,
    }),
  );
  script.put('alerts', [priceAlert(4, { price: 1.091 })]);
  const near = () => rows('Waiting near the price');
  await expect
    .poll(near)
    .toEqual(['▼Sell 0.101.08900400 points', 'Alerts1.09100600 points', '▲Buy 0.101.07600900 points']);
  await expect.poll(() => rows('Last closed')).toHaveLength(1);
  expect(rows('Last closed')[0]).toMatch(/▲Buy 0\.20\+8\.40$/);
  // The price moves: only the distances change, until the order of the rows does.
  putPrices({ close: NOW - 800 });
  await expect
    .poll(near)
    .toEqual(['▲Buy 0.101.07600100 points', '▼Sell 0.101.089001,200 points', 'Alerts1.091001,400 points']);
  await userEvent.click(page.getByRole('button', { name: 'Cancel EUR/USD, 0.10 lots at 1.07600' }));
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }));
  expect((await script.nextCall('cancelOrder')).args[0]).toBe(1);
  confirmOrders.value = false;
  const cancel = page.getByRole('button', { name: 'Cancel EUR/USD, 0.10 lots at 1.08900' });
  await userEvent.click(cancel);
  expect((await script.nextCall('cancelOrder')).args[0]).toBe(2);
  await expect.element(cancel).toBeDisabled();
  await userEvent.click(page.getByRole('button', { name: 'Delete: 1.09100' }));
  expect((await script.nextCall('ask')).args).toEqual(['deleteAlert', { id: 4 }]);
});
