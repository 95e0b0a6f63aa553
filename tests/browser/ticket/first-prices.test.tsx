import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

const PRICE = 108_533;

/** As the exchange writes it into the page. */
vi.hoisted(() => {
  document.documentElement.dataset['first'] = '';
  const QUOTES = [
    [2, 241_835, null, null, 1, 1, 0, 241_835],
    [1, 108_533, 108_400, 12, 1, 1, 0, 108_533],
  ];
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'first-data';
  data.textContent = JSON.stringify({ answers: {}, quotes: QUOTES });
  document.head.append(data);
});

import { Ticket } from '../../../src/screens/Trade/ticket/Ticket.tsx';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { quietDigits } from '../../../src/state/quiet-digits.ts';
import { quoteOf } from '../../../src/state/quotes.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { render } from '../components/render.tsx';
import { prepareOrderScene } from '../order/order-scene.tsx';
import * as script from '../scripted/script.ts';

prepareOrderScene();

it('nothing can be dealt on the prices of the page, which stand until the worker knows one', async () => {
  confirmOrders.value = false;
  const { close, change, freshness, low, high } = quoteOf(eurusd.id);
  expect([close.value, change.value, freshness.value]).toEqual([PRICE, 12, 'live']);
  expect([low.value, high.value, quietDigits(quoteOf(eurusd.id), 5)]).toEqual([undefined, undefined, 3]);
  await render(<Ticket instrument={eurusd} />);
  const buy = page.getByRole('button', { name: /^Buy 0/ });
  await expect.poll(() => buy.element().textContent).toBe('Buy 0.011.08533');
  await expect.element(buy).toBeDisabled();
  script.putFrame({ quotes: [{ close: 108_540 }] });
  await expect.poll(() => buy.element().textContent).toBe('Buy 0.011.08540');
  await expect.element(buy).toBeEnabled();
});
