import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showLanguage } from '../../../src/i18n/texts.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { only } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import { boxOf, isReached, meets, prepareTradeScene, type Size, show, strip } from './trade-scene.tsx';

/* What is in sight on the trade screen, by the places of the boxes. */

prepareTradeScene();

/** Of the rows above Sell and Buy, each of which has a height of its own. */
const ROWS =
  '[class*="lots"], [class*="stop"]:not([class*="stops"]), [class*="opts"], [class*="fig"]:not([class*="figures"]), [class*="unit"]';

/** Everything that an order needs is in sight, and nothing lies on anything else. */
async function expectFrame({ width, height }: Size): Promise<void> {
  const dock = () => boxOf('[class*="bar"]:has([data-variant="buy"])');
  await vi.waitFor(() => {
    expect(document.documentElement.scrollHeight, 'scrolls').toBe(height);
    expect(document.documentElement.scrollWidth, 'is wider').toBe(width);
    const chart = only('[class*="host"]:has(canvas)').getBoundingClientRect();
    expect(chart.height / height, 'chart').toBeGreaterThanOrEqual(height < 600 ? 1 / 3 : 0.4);
    if (width >= 1100) expect(chart.width / width, 'chart').toBeGreaterThanOrEqual(0.55);
    const rows = [...document.querySelectorAll(ROWS)]
      .map((row) => row.getBoundingClientRect())
      .filter((row) => row.height > 0 && row.top < dock().top);
    // On a phone in landscape the figures scroll under the bar.
    const seen = width > height && height < 481 ? rows.slice(0, 2) : rows;
    const head = height < 481 ? [] : [boxOf('header')];
    const stack = [...head, chart, strip().element().getBoundingClientRect(), ...seen, dock()];
    stack.forEach((box, at) => {
      expect(box.bottom, `${at}`).toBeLessThanOrEqual(height);
      expect([box.left >= 0, box.right <= width], `${at}`).toEqual([true, true]);
      for (const other of stack.slice(at + 1)) expect(meets(box, other), `${at}`).toBe(false);
    });
    for (const sizes of document.querySelectorAll('[class*="quick"]'))
      expect(sizes.getBoundingClientRect().bottom, 'sizes').toBeLessThanOrEqual(
        boxOf('[class*="lots"]').bottom + 1,
      );
    for (const button of document.querySelectorAll('[class*="quick"] > button, [class*="opts"] > button'))
      expect(button.scrollWidth, button.textContent).toBeLessThanOrEqual(button.clientWidth + 1);
    for (const side of ['sell', 'buy']) {
      const button = only(`[data-variant="${side}"]`);
      expect(isReached(button), side).toBe(true);
      const { left, right } = button.getBoundingClientRect();
      for (const word of button.querySelectorAll('[class*="words"], [class*="price"]')) {
        const range = document.createRange();
        range.selectNodeContents(word);
        const text = range.getBoundingClientRect();
        expect([text.left >= left, text.right <= right], word.textContent).toEqual([true, true]);
      }
    }
    expect(isReached(strip().element())).toBe(true);
  });
}

describe.each([
  { width: 360, height: 740 },
  { width: 360, height: 640 },
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 740, height: 360 },
  { width: 1100, height: 700 },
  { width: 1280, height: 800 },
])('at $width x $height', (size) => {
  it.each(['en', 'hk', 'ar', 'de'] as const)(
    'has the whole ticket in sight with the chart, for one price and for two, and with a stop open, in %s',
    async (language) => {
      confirmOrders.value = true;
      await showLanguage(language);
      await show(size);
      await expectFrame(size);
      script.putFrame({ quotes: [{ close: 108_500, ask: 108_512 }] });
      await expect.poll(() => document.querySelector('[class*="costs"]')).not.toBeNull();
      await expectFrame(size);
      await userEvent.click(page.elementLocator(only('[class*="opts"] > button:nth-of-type(3)')));
      await expect.poll(() => document.querySelector('[class*="unit"]')).not.toBeNull();
      await expectFrame(size);
    },
  );

  it('has price, change, profit, Sell and Buy around a chart that fills the screen', async () => {
    confirmOrders.value = true;
    await show(size);
    await userEvent.click(page.getByRole('button', { name: 'Full screen' }));
    const facts = () => only('[class*="facts"]');
    await vi.waitFor(() => {
      expect(facts().textContent).toMatch(/1\.08500.*%.*\+200\.00$/);
      const chart = only('[class*="host"]:has(canvas)').getBoundingClientRect();
      const [head, periods, dock] = [
        facts().getBoundingClientRect(),
        boxOf('[class*="row"]:has([data-period])'),
        boxOf('[class*="bar"]:has([data-variant="buy"])'),
      ];
      expect(chart.width).toBeGreaterThan(size.width - 50);
      expect(chart.height / size.height).toBeGreaterThan(0.6);
      const stack = [head, periods, chart, dock];
      stack.forEach((box, at) => {
        expect([box.left >= 0, box.right <= size.width, box.bottom <= size.height]).toEqual([
          true,
          true,
          true,
        ]);
        for (const other of stack.slice(at + 1)) expect(meets(box, other), `${at}`).toBe(false);
      });
      for (const side of ['sell', 'buy'])
        expect(isReached(only(`[data-variant="${side}"]`)), side).toBe(true);
    });
    await userEvent.click(page.getByRole('button', { name: 'Full screen' }));
    expect(document.querySelector('[class*="facts"]')).toBeNull();
  });
});
