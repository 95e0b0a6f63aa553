import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { aPosition } from '../../helpers/orders.ts';
import { textOf } from '../order/order-scene.tsx';
import { dialog, line, NOW, prepareTicketScene, send, show, tap, toastTexts } from './ticket-scene.tsx';

/* Fills at a better price than that on the screen at the tap. */

prepareTicketScene();

it.each([
  ['Buy', NOW - 3, ' · 3 points better than tapped'],
  ['Buy', NOW, ''],
  ['Buy', NOW + 3, ''],
  ['Sell', NOW + 1, ' · 1 point better than tapped'],
  ['Sell', NOW - 1, ''],
] as const)('the message of a %s at %i ends with "%s"', async (name, openPrice, better) => {
  await show();
  const call = await send(name);
  const side = name === 'Buy' ? 'buy' : 'sell';
  call.answer({ ok: true, value: aPosition({ id: openPrice, side, openPrice }) });
  const text = `${name === 'Buy' ? 'Bought' : 'Sold'} 0.10 EUR/USD at 1.${openPrice.toString().slice(1)}`;
  await vi.waitFor(() => expect(toastTexts()).toEqual([text + better]));
});

it('the row of a one-tap order says it', async () => {
  confirmOrders.value = false;
  await show();
  (await tap('Sell')).answer({ ok: true, value: aPosition({ id: 21, side: 'sell', openPrice: NOW + 12 }) });
  (await tap('Buy')).answer({ ok: true, value: aPosition({ id: 22, openPrice: NOW + 12 }) });
  await userEvent.click(line());
  const row = (nth: number) => textOf(dialog().getByRole('article').nth(nth));
  await row(0).toMatch(/Bought 0\.10 EUR\/USD at 1\.08512$/);
  await row(1).toMatch(/Sold 0\.10 EUR\/USD at 1\.08512 · 12 points better than tapped$/);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});
