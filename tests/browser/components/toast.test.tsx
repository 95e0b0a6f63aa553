import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Dialog } from '../../../src/components/Modal.tsx';
import { Toasts } from '../../../src/components/Toasts.tsx';
import { dismissToast, holdToast, showToast, toasts } from '../../../src/components/toast-store.ts';
import { announcedTexts, listen } from '../announced.ts';
import { render } from './render.tsx';

afterEach(() => {
  for (const { id } of toasts.value) dismissToast(id);
});

const HEADER_PX = 52;
const TABS_PX = 56;

it('toasts leave header and tabs free, the newest on top', async () => {
  await render(<Toasts />);
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

it('a toast that waits for its end stays in sight below newer ones', async () => {
  await render(<Toasts />);
  const end = holdToast('Sent, waiting for the exchange');
  showToast('Bought 0.01 EUR/USD at 1.14061', 'ok');
  for (const name of [/^Sent/, /^Bought/])
    await vi.waitFor(() => {
      const toast = page.getByRole('button', { name }).element();
      const { left, top, width, height } = toast.getBoundingClientRect();
      expect(toast.contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true);
    });
  end();
});

it('says toasts in a region that was there before them, those of one moment together, errors at once', async () => {
  await listen();
  showToast('Bought', 'ok');
  await expect.poll(() => announcedTexts().length).toBe(1);
  showToast('Margin call', 'error');
  showToast('Sold', 'ok');
  await expect.poll(() => announcedTexts().length).toBe(3);
  expect(announcedTexts()).toEqual([
    { text: 'Bought', live: 'polite', isHearable: true },
    { text: 'Margin call', live: 'assertive', isHearable: true },
    { text: 'Sold', live: 'assertive', isHearable: true },
  ]);
});

it('says toasts inside an open dialog, and after one that is closing', async () => {
  await listen();
  const dialog = (open: boolean) => (
    <Dialog open={open} onClose={() => undefined} title="Your order" actions={null}>
      body
    </Dialog>
  );
  const view = await render(dialog(true));
  showToast('Filled');
  await expect.poll(() => announcedTexts().length).toBe(1);
  view.show(dialog(false));
  showToast('Closed');
  await expect.poll(() => announcedTexts().length).toBe(2);
  expect(announcedTexts()).toEqual([
    { text: 'Filled', live: 'polite', isHearable: true },
    { text: 'Closed', live: 'polite', isHearable: true },
  ]);
  expect(document.querySelector('[role="log"]')?.parentNode).toBe(document.body);
});

it('a toast that waits for its end or has the focus stays, however many follow it and however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await render(<Toasts />);
  const texts = () => toasts.value.map(({ text }) => text);
  const dismiss = holdToast('Half done');
  showToast('Read me');
  const [, read] = await vi.waitUntil(() => {
    const found = document.querySelectorAll<HTMLElement>('[data-kind]');
    return found.length === 2 && found;
  });
  read?.focus();
  for (let nth = 1; nth <= 8; nth++) showToast(`Order ${nth}`);
  expect(texts()).toEqual(['Half done', 'Read me', ...[3, 4, 5, 6, 7, 8].map((nth) => `Order ${nth}`)]);
  vi.advanceTimersByTime(20_000);
  expect(texts()).toEqual(['Half done', 'Read me']);
  read?.blur();
  vi.advanceTimersByTime(20_000);
  dismiss();
  expect(texts()).toEqual([]);
});

it('a toast stands above the line of positions where that lies at its place, and at its own place elsewhere', async () => {
  const view = await render(<Toasts />);
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
