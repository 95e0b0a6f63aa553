import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdToast } from '../../../src/components/toast-store.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { only } from '../components/render.tsx';
import { position } from '../order/order-scene.tsx';
import * as script from '../scripted/script.ts';
import { boxOf, isReached, meets, prepareTradeScene, SIZES, show } from './trade-scene.tsx';

/* What may cover what on the trade screen, by the places of the boxes. */

prepareTradeScene();

describe.each(SIZES)('on a screen of $width x $height', (size) => {
  it.each([false, true])(
    'shows messages beside header, price, Sell and Buy (confirmations: %s)',
    async (on) => {
      confirmOrders.value = on;
      await show(size);
      holdToast('Gold has been closed at 2,418.40 by its take profit: +64.30', 'ok');
      const toast = () => only('[popover] button').getBoundingClientRect();
      await expect.poll(() => document.querySelectorAll('[popover] button').length).toBe(1);
      await vi.waitFor(() => {
        const parts = [
          'header',
          '[class*="periods"], [class*="row"]:has([data-period])',
          '[data-variant="sell"]',
          '[data-variant="buy"]',
        ];
        expect(parts.filter((part) => meets(toast(), boxOf(part)))).toEqual([]);
        expect(toast().top).toBeGreaterThanOrEqual(0);
        expect(toast().bottom).toBeLessThanOrEqual(innerHeight);
        expect(toast().left).toBeGreaterThanOrEqual(0);
        expect(toast().right).toBeLessThanOrEqual(innerWidth);
      });
    },
  );
});

describe.each([
  { width: 360, height: 740 },
  { width: 320, height: 568 },
])('above Sell and Buy on a phone of $width x $height', (size) => {
  const reached = async (): Promise<void> => {
    await vi.waitFor(() => {
      const controls = [...document.querySelectorAll('[class*="rows"] :is(button, label:has(input), input)')]
        .map((one) => one.closest('label') ?? one)
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 2);
      expect(controls.length).toBeGreaterThan(5);
      expect(controls.filter((one) => !isReached(one)).map((one) => one.textContent)).toEqual([]);
    });
  };

  it('a margin call leaves what is open in reach, and the problem of the lots in sight', async () => {
    confirmOrders.value = true;
    await show(size);
    script.putFrame({
      quotes: [{ close: 108_500, timeMs: 3 }],
      account: { margin: 2e10, marginLevel: 5_000 },
    });
    const note = () => page.getByRole('note').filter({ hasText: 'Margin call' });
    await expect.element(note()).toBeVisible();
    await reached();
    for (const part of ['Market', /×$/, /^SL/, /^TP/]) {
      await userEvent.click(page.getByRole('button', { name: part }));
      await expect.element(note()).toBeVisible();
      await reached();
    }
    await userEvent.click(page.getByRole('button', { name: 'Done' }));
    await page.getByRole('textbox', { name: 'Lots', exact: true }).fill('100.00');
    const problem = page.getByRole('alert').filter({ hasText: 'Not enough' });
    await expect.element(problem).toBeVisible();
    await vi.waitFor(() => expect(isReached(problem.element())).toBe(true));
    await userEvent.click(page.getByRole('button', { name: 'Tolerance and figures' }));
    const last = () => [...document.querySelectorAll('[class*="more"] dl > div')].at(-1) ?? document.body;
    await vi.waitFor(() => {
      scrollTo(0, document.documentElement.scrollHeight);
      expect(isReached(last())).toBe(true);
    });
  });

  it.each(['none', 'Market', /×$/, /^SL/])('messages lie on no control (open: %s)', async (part) => {
    confirmOrders.value = true;
    await show(size);
    if (part !== 'none') await userEvent.click(page.getByRole('button', { name: part }));
    holdToast('Margin call: equity is below the used margin. If losses grow, positions are closed.', 'error');
    await expect.poll(() => document.querySelectorAll('[popover] button').length).toBe(1);
    await vi.waitFor(() => {
      const toast = only('[popover] button').getBoundingClientRect();
      const controls = document.querySelectorAll(
        ':is([class*="rows"], [class*="strip"]) :is(button, label:has(input), input), [data-variant], [data-period], header *',
      );
      const covered = [...controls].filter(
        (one) => one.checkVisibility() && meets(toast, one.getBoundingClientRect()),
      );
      expect(covered.map((one) => one.outerHTML)).toEqual([]);
    });
  });
});

describe.each([
  { width: 360, height: 740 },
  { width: 360, height: 640 },
  { width: 320, height: 568 },
])('with one-tap trading on a phone of $width x $height', (size) => {
  it('has the line of fates over no control, whatever part of the ticket is open', async () => {
    confirmOrders.value = false;
    await show(size);
    await expect.poll(() => document.querySelector('[class*="taps"] button[hidden]')).not.toBeNull();
    for (const part of [/^SL/, /^TP/, /^Market/, /×$/, 'Tolerance and figures']) {
      await userEvent.click(page.getByRole('button', { name: part }));
      await userEvent.click(only('[data-variant="buy"]'));
      (await script.nextCall('submitOrder')).answer({ ok: true, value: position(9) });
      const fate = page.getByRole('button', { name: /^One-tap trading: .*Bought/ });
      await expect.element(fate).toBeVisible();
      const box = fate.element().getBoundingClientRect();
      const controls = [...document.querySelectorAll('button, input, a, header')]
        .filter((one) => one !== fate.element() && one.closest('[hidden]') === null)
        .filter((one) => meets(box, one.getBoundingClientRect()));
      expect(controls.map((one) => one.textContent)).toEqual([]);
      const chart = only('[class*="host"]:has(canvas)').getBoundingClientRect();
      expect(chart.height / size.height).toBeGreaterThanOrEqual(size.height < 600 ? 1 / 3 : 0.4);
      await userEvent.click(page.getByRole('button', { name: /^(Done|Tolerance and figures)$/ }));
    }
  });
});
