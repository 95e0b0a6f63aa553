import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ChartSheet } from '../../../src/screens/Trade/ChartSheet.tsx';
import { chartSettings } from '../../../src/state/chart-settings.ts';
import { render } from '../components/render.tsx';

afterEach(() => {
  chartSettings.indicators.value = [];
});

it('the length of an indicator counts, also when the sheet is left at once', async () => {
  chartSettings.indicators.value = ['sma:20', 'rsi:14'];
  const view = await render(<ChartSheet open onClose={() => undefined} onDraw={() => undefined} />);
  const length = (nth: number) => page.getByRole('textbox', { name: 'Length' }).nth(nth);
  await length(0).fill('35');
  await expect.poll(() => chartSettings.indicators.value).toEqual(['sma:35', 'rsi:14']);
  await length(0).fill('３６');
  await length(1).fill('7');
  view.show(null);
  expect(chartSettings.indicators.value).toEqual(['sma:36', 'rsi:7']);
});
