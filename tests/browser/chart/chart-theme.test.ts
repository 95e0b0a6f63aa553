import { expect, it } from 'vitest';
import { onThemeChange } from '../../../src/chart/chart-theme.ts';
import { collectGarbage } from './garbage.ts';

const another = (): void => {};

/** A chart subscribes, another listener follows, the chart unsubscribes. */
function visit() {
  const chart = { draw() {} };
  const leave = onThemeChange(() => chart.draw());
  const end = onThemeChange(another);
  leave();
  return { chart: new WeakRef(chart), end };
}

it('releases the first listener while others keep listening', async () => {
  const { chart, end } = visit();
  await collectGarbage();
  expect(chart.deref()).toBeUndefined();
  end();
});
