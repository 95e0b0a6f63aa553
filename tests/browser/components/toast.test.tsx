import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Toasts } from '../../../src/components/Toasts.tsx';
import { dismissToast, showToast, toasts } from '../../../src/components/toast-store.ts';
import { type Rendered, render } from './render.tsx';

let view: Rendered | undefined;
afterEach(() => {
  for (const { id } of toasts.value) dismissToast(id);
  view?.remove();
});

const HEADER_PX = 52;
const TABS_PX = 56;

it('toasts leave header and tabs free, the newest on top', async () => {
  view = await render(<Toasts />);
  for (const text of ['Bought 0.01 EUR/USD at 1.14061', 'Sold 0.01 EUR/USD at 1.14051'])
    showToast(text, 'ok');
  const newest = page.getByRole('button', { name: /^Sold/ });
  await expect.element(newest).toBeVisible();
  // They slide in.
  await vi.waitFor(() => {
    for (const toast of document.querySelectorAll('[data-kind]')) {
      const { top, bottom } = toast.getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(HEADER_PX);
      expect(bottom).toBeLessThanOrEqual(innerHeight - TABS_PX);
    }
  });
  const { left, top, width, height } = newest.element().getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  expect(newest.element().contains(hit)).toBe(true);
});

it('toasts are added to a region that is there before them, and errors interrupt what is being read', async () => {
  view = await render(<Toasts />);
  const region = document.querySelector<HTMLElement>('[role="status"]');
  expect(region?.checkVisibility()).toBe(true);
  expect(region?.ariaLive).toBe('polite');
  showToast('Margin call', 'error');
  await expect.element(page.getByText('Margin call')).toBeVisible();
  expect(document.querySelector('[role="status"]')).toBe(region);
  expect(region?.ariaLive).toBe('assertive');
});
