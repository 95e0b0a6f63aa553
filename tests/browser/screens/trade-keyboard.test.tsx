import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { touch } from '../chart/candle-scene.ts';
import { position } from '../order/order-scene.tsx';
import * as script from '../scripted/script.ts';
import { boxOf, prepareTradeScene, show } from './trade-scene.tsx';

prepareTradeScene();

describe('on a screen that the keyboard leaves little of', () => {
  const lots = () => page.getByRole('textbox', { name: 'Lots', exact: true });
  const buy = () => boxOf('[data-variant="buy"]');
  const question = () => page.getByRole('dialog', { name: 'Please confirm your order' });

  async function showTyped(confirmed: boolean): Promise<void> {
    confirmOrders.value = confirmed;
    await show({ width: 360, height: 440 });
    await lots().fill('0.05');
    await expect.element(page.getByRole('button', { name: /^Buy 0\.05/ })).toBeEnabled();
    await expect.poll(() => innerHeight - buy().bottom).toBeLessThan(44);
  }
  async function tapBuy(): Promise<void> {
    const { left, top, width, height } = buy();
    await touch('touchStart', [left + width / 2, top + height / 2]);
    await touch('touchEnd');
  }

  it('asks at the first tap after the lots were typed, and leaves their field', async () => {
    await showTyped(true);
    await tapBuy();
    await expect.element(question()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question()).not.toBeInTheDocument();
    expect(document.activeElement).not.toBe(lots().element());
    await expect.poll(() => innerHeight - buy().bottom).toBeGreaterThan(56);
  });

  it('leaves the focus to the button that a mouse has pressed', async () => {
    confirmOrders.value = true;
    await show({ width: 360, height: 740 });
    await lots().fill('0.05');
    const button = page.getByRole('button', { name: /^Buy 0\.05/ });
    await userEvent.click(button);
    await expect.element(question()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question()).not.toBeInTheDocument();
    expect(document.activeElement).toBe(button.element());
  });

  it('sends at the first tap with one-tap trading, and moves no button before the next', async () => {
    await showTyped(false);
    const before = buy().top;
    await tapBuy();
    const call = await script.nextCall('submitOrder');
    expect(call.args[0]).toMatchObject({ side: 'buy', volume: 500 });
    expect(document.activeElement).toBe(lots().element());
    // While it is pressed it is a little smaller.
    expect(buy().top).toBeCloseTo(before, 0);
    call.answer({ ok: true, value: position(9) });
  });

  it('keeps Sell and Buy in their place when a choice is tapped', async () => {
    await show({ width: 360, height: 440 });
    const before = buy().top;
    await userEvent.click(page.getByRole('button', { name: 'Market' }));
    const pending = page.getByRole('radio', { name: 'Pending' });
    await userEvent.click(pending.element().closest('label') ?? pending);
    await expect.element(page.getByRole('textbox', { name: 'Price', exact: true })).toBeInTheDocument();
    expect([document.activeElement, buy().top]).toEqual([pending.element(), before]);
  });
});
