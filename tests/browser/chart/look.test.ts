import { expect, it } from 'vitest';
import { onLookChange } from '../../../src/chart/look.ts';
import { collectGarbage } from './garbage.ts';

const another = (): void => {};

/** A chart that listens while it is there; somebody else comes before it goes, and stays. */
function visit() {
  const chart = { draw() {} };
  const leave = onLookChange(() => chart.draw());
  const end = onLookChange(another);
  leave();
  return { chart: new WeakRef(chart), end };
}

it('who listened first for another look is let go, though others listen on', async () => {
  const { chart, end } = visit();
  await collectGarbage();
  expect(chart.deref()).toBeUndefined();
  end();
});
