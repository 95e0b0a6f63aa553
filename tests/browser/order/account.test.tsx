import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dismissToast, toasts } from '../../../src/components/toast-store.ts';
import { figures } from '../../../src/state/account.ts';
import { balanceHidden } from '../../../src/state/preferences.ts';
import { announcedTexts, listen } from '../announced.ts';
import { nextFrame } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import {
  ask,
  button,
  hold,
  position,
  prepareOrderScene,
  renderCount,
  sheet,
  show,
  showHeld,
  textOf,
  toastTexts,
} from './order-scene.tsx';

prepareOrderScene();

describe('a margin level below 100 %', () => {
  const level = async (marginLevel: number) => {
    script.putFrame({
      quotes: [{ close: 108_000 }],
      account: { margin: 1e10, marginLevel, riskRate: 1 },
      positions: [{ id: 1, price: 108_000, pnl: 0 }],
    });
    await vi.waitFor(() => expect(figures.marginLevel.value).toBe(marginLevel));
    await nextFrame();
  };
  const banner = () => page.getByRole('note').filter({ hasText: 'Margin call' });
  it('is a margin call: announced once, and shown until the level is above it', async () => {
    await showHeld([position(1)]);
    await level(10_000);
    await expect.element(banner()).not.toBeInTheDocument();
    await listen();
    await level(9_999);
    await expect.element(banner()).toBeVisible();
    expect(toastTexts()).toEqual([expect.stringMatching(/^Margin call/)]);
    await expect
      .poll(() => announcedTexts().map(({ text }) => text))
      .toEqual([expect.stringMatching(/^Margin call/)]);
    const spoken = [...document.querySelectorAll('[role=alert], [role=status], [aria-live]')];
    expect(spoken.filter(({ textContent }) => textContent.includes('Margin call'))).toEqual([]);
    for (const toast of toasts.value) dismissToast(toast.id);
    await level(10_050);
    await expect.element(banner()).not.toBeInTheDocument();
    await level(9_000);
    await expect.element(banner()).toBeVisible();
    expect(toastTexts()).toEqual([]);
    await level(11_000);
    await level(9_000);
    expect(toastTexts()).toEqual([expect.stringMatching(/^Margin call/)]);
  });
  it('below 150 % is a card that says what will happen and what to do, until it is well above again', async () => {
    await showHeld([position(1)]);
    const card = () => page.getByRole('region', { name: 'Margin level' });
    await level(17_000);
    await expect.element(card()).not.toBeInTheDocument();
    const calm = () => document.querySelector('[data-calm]');
    expect(calm()?.textContent).toMatch(/^Stop out: EUR\/USD/);
    expect(calm()?.querySelector('[class*="rail"]')).not.toBeNull();
    await level(15_000);
    await expect.element(card()).not.toBeInTheDocument();
    await level(14_999);
    await textOf(card()).toMatch(/Margin level is 149\.99%\. At 50% positions are closed for you\./);
    expect(card().element().querySelector('svg')).not.toBeNull();
    expect(calm()).toBeNull();
    const { backgroundColor } = getComputedStyle(card().element());
    expect(backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
    const renders = renderCount();
    await level(16_000);
    await textOf(card()).toMatch(/160\.00%/);
    expect(renderCount()).toBe(renders);
    await userEvent.click(card().getByRole('button', { name: 'Close positions' }));
    await expect.element(sheet().getByRole('button', { name: 'Losers', pressed: true })).toBeVisible();
    await userEvent.click(sheet().getByRole('button', { name: 'Keep it' }));
    await level(16_500);
    await expect.element(card()).not.toBeInTheDocument();
  });
});

describe("the account's figures", () => {
  it('are hidden with the balance, and shown again from here', async () => {
    await hold([position(1)]);
    balanceHidden.value = true;
    await show();
    const summary = () => page.getByRole('region', { name: 'Account' });
    await textOf(summary()).toMatch(/Equity••••••.*Total profit and loss••••••.*Balance••••••/);
    await textOf(summary()).not.toMatch(/10,000|10,050|9,942|108\.0|50\.00/);
    // The same profit in its row.
    const row = () => page.getByRole('article').first();
    await textOf(row()).toMatch(/EUR\/USD.*••••••/);
    await textOf(row()).not.toMatch(/50\.00/);
    await userEvent.click(button('Show balance'));
    await textOf(row()).toMatch(/\+50\.000000/);
    await textOf(summary()).toMatch(/10,050\.00.*\+50\.000000/);
    await userEvent.click(button('Hide balance'));
    await textOf(summary()).toMatch(/Equity••••••/);
    balanceHidden.value = false;
  });
  it('are hidden in the question about closing one, too', async () => {
    await hold([position(1)]);
    balanceHidden.value = true;
    await show();
    await userEvent.click(button(/^Close EUR/));
    await textOf(ask()).toContain('Market price1.08500Profit and loss••••••');
    await userEvent.click(ask().getByRole('button', { name: 'Keep it' }));
    balanceHidden.value = false;
  });
  it('are hidden in the question about closing several, too', async () => {
    await hold([position(1), position(2)]);
    balanceHidden.value = true;
    await show();
    await userEvent.click(button('Close all'));
    await textOf(sheet()).toMatch(/••••••.*EUR\/USD/);
    await textOf(sheet()).not.toMatch(/50\.00|100\.00/);
    await userEvent.click(sheet().getByRole('button', { name: 'Keep it' }));
    balanceHidden.value = false;
  });
});
