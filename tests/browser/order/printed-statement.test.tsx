import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { money } from '../../../shared/domain/money.ts';
import { PrintedStatement } from '../../../src/screens/Order/PrintedStatement.tsx';
import { only, render } from '../components/render.tsx';
import { closed } from './order-scene.tsx';

const usual = { width: innerWidth, height: innerHeight };

beforeEach(() => cdp().send('Emulation.setEmulatedMedia', { media: 'print' }));
afterEach(async () => {
  vi.restoreAllMocks();
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  await page.viewport(usual.width, usual.height);
});

it.each([360, 718, 1047])('all columns of the statement of orders are on paper of %i px', async (width) => {
  await page.viewport(width, 740);
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const profit = money(-12_345_678_901_234);
  const orders = [closed(1_234_567, { closePrice: 7_699_884, realisedPnl: profit, financing: 1_230_001 })];
  const statement = { orders, fees: money(54_000), nights: money(-1_230_001), profit };
  await render(<PrintedStatement statement={statement} onDone={() => {}} />);
  await expect.poll(() => print.mock.calls.length).toBe(1);
  const { left, right } = only('[data-print-sheet] table').getBoundingClientRect();
  expect([Math.round(left), Math.round(right)]).toEqual([0, width]);
  expect(only('[data-print-sheet]').textContent).toContain('-12,345,678.901234');
  expect(only('[data-print-sheet]').textContent?.split('-1.230001')).toHaveLength(3);
});
