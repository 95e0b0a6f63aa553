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

it('a toast stands above the line of positions where that lies at its place, and at its own place elsewhere', async () => {
  view = await render(<Toasts />);
  const line = document.createElement('div');
  line.dataset['uncovered'] = '';
  line.style.cssText = 'position: fixed; inset-inline: 0; block-size: 44px';
  view.host.append(line);
  const rectOf = (text: string) => page.getByRole('button', { name: text }).element().getBoundingClientRect();
  showToast('Bought');
  await expect.element(page.getByText('Bought')).toBeVisible();
  const own = rectOf('Bought').bottom;
  line.style.insetBlockStart = `${own - 60}px`;
  showToast('Sold');
  await expect.element(page.getByText('Sold')).toBeVisible();
  // They slide in.
  await vi.waitFor(() => expect(rectOf('Sold').bottom).toBeLessThanOrEqual(line.getBoundingClientRect().top));
  expect(rectOf('Sold').bottom).toBeGreaterThan(line.getBoundingClientRect().top - 20);
  line.style.insetBlockStart = '0';
  showToast('Closed');
  await expect.element(page.getByText('Closed')).toBeVisible();
  await vi.waitFor(() => expect(rectOf('Closed').bottom).toBeCloseTo(own, 0));
});
