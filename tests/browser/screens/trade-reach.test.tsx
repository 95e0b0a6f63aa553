import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { only } from '../components/render.tsx';
import { boxOf, isReached, meets, prepareTradeScene, SIZES, show, strip } from './trade-scene.tsx';

/* What is in reach on the trade screen, by the places of the boxes. */

prepareTradeScene();

describe.each(SIZES)('on a screen of $width x $height', (size) => {
  it.each([
    ['with one-tap trading', false, '100%'],
    ['with confirmations', true, '100%'],
    ['with large text', false, '130%'],
  ])('unfolds the strip clear of the bar with Sell and Buy, %s', async (_, confirmed, text) => {
    confirmOrders.value = confirmed;
    document.documentElement.style.fontSize = text;
    await show(size);
    await userEvent.click(strip().getByRole('button').first());
    await expect.poll(() => strip().getByRole('article').elements().length).toBe(4);
    const rows = strip().getByRole('article').elements();
    const box = () => rows[0]?.parentElement?.getBoundingClientRect() ?? new DOMRect();
    await vi.waitFor(() => {
      expect(box().height).toBeGreaterThan(70);
      expect(meets(box(), boxOf('[class*="bar"]:has([data-variant="buy"])'))).toBe(false);
    });
    for (const button of [rows[0], rows.at(-1)].flatMap((row) => [
      ...(row?.querySelectorAll('button') ?? []),
    ])) {
      button.scrollIntoView({ block: 'nearest' });
      await vi.waitFor(() => expect(isReached(button), button.textContent).toBe(true));
    }
  });

  it('with text of twice the size is no wider, has a chart of two fifths or a third, and Sell and Buy in reach', async () => {
    confirmOrders.value = false;
    document.documentElement.style.fontSize = '200%';
    await show(size);
    // The scripted engine has no candles.
    const legend = only('[class*="legend"]:empty');
    legend.textContent = 'O 1.06666  H 1.06672  L 1.06666  C 1.06672';
    const { lineHeight, fontSize } = getComputedStyle(legend);
    // It has two lines, which would overlap.
    expect(Number.parseFloat(lineHeight)).toBeGreaterThan(1.2 * Number.parseFloat(fontSize));
    await expect.element(page.getByText(/^1 point = /)).toBeInTheDocument();
    expect(document.documentElement.scrollWidth).toBe(size.width);
    const chart = only('[class*="host"]:has(canvas)').parentElement?.getBoundingClientRect();
    expect((chart?.width ?? 0) * (chart?.height ?? 0)).toBeGreaterThanOrEqual(
      (size.height < 600 ? 1 / 3 : 0.4) * size.width * size.height,
    );
    for (const side of ['sell', 'buy']) expect(isReached(only(`[data-variant="${side}"]`)), side).toBe(true);
  });
});

describe.each([
  { width: 360, height: 740 },
  { width: 320, height: 568 },
])('above Sell and Buy on a phone of $width x $height', (size) => {
  it('all digits of many lots are in sight', async () => {
    confirmOrders.value = true;
    await show(size);
    const lots = page.getByRole('textbox', { name: 'Lots', exact: true });
    await lots.fill('100.00');
    const field = lots.element();
    expect(field.scrollWidth).toBeLessThanOrEqual(field.clientWidth);
  });
});
