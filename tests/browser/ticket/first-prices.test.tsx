import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

const PRICE = 108_533;

/** As the exchange writes it into the page. */
vi.hoisted(() => {
  document.documentElement.dataset['first'] = '';
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'first-data';
  data.textContent = JSON.stringify({ answers: {}, quotes: [[1, 108_533, 108_400, 12, 1, 1, 0, 108_533]] });
  document.head.append(data);
});

import { Ticket } from '../../../src/screens/Trade/ticket/Ticket.tsx';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { quoteOf } from '../../../src/state/quotes.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { render } from '../components/render.tsx';
import { prepareOrderScene } from '../order/order-scene.tsx';
import * as script from '../scripted/script.ts';

prepareOrderScene();

it('nothing can be dealt on the prices of the page, which stand until the worker knows one', async () => {
  confirmOrders.value = false;
  const { close, change, freshness } = quoteOf(eurusd.id);
  expect([close.value, change.value, freshness.value]).toEqual([PRICE, 12, 'live']);
  await render(<Ticket instrument={eurusd} />);
  const buy = page.getByRole('button', { name: /^Buy 0/ });
  await expect.poll(() => buy.element().textContent).toBe('Buy 0.011.08533');
  await expect.element(buy).toBeDisabled();
  script.putFrame({ quotes: [{ close: 108_540 }] });
  await expect.poll(() => buy.element().textContent).toBe('Buy 0.011.08540');
  await expect.element(buy).toBeEnabled();
});
