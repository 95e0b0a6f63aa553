import { expect, it } from 'vitest';
import { layoutLabels } from '../../../../src/chart/orders/label-layout.ts';
import { hitAt } from '../../../../src/chart/orders/line-hits.ts';
import { kindOf, orderLines } from '../../../../src/chart/orders/order-lines.ts';
import { aPosition } from '../../../helpers/orders.ts';

const position = aPosition({ openPrice: 108_500, stopLoss: 108_300, takeProfit: 108_700 });
const rowOf = (at: number) => 109_000 - at;
const RIGHT = 120;

/** What a finger takes hold of on the label of the take profit, and on its line. */
function hitsOfTarget(...drafts: NonNullable<Parameters<typeof orderLines>[1]>) {
  const lines = orderLines([position], drafts).map((of) => ({ of, kind: kindOf(of), y: rowOf(of.price) }));
  const labels = layoutLabels(lines, { top: 0, bottom: 1_000 }, 20).map((group) => ({
    group,
    parts: [],
    hasCross: true,
    right: RIGHT,
  }));
  const row = rowOf(108_700);
  return [RIGHT - 60, 300].map((x) => hitAt({ x, y: row }, labels, 400)?.on);
}

it('a line and its label can be taken hold of', () => {
  expect(hitsOfTarget()).toEqual(['label', 'line']);
});

it('none of an order of which another line is being removed', () => {
  const removal = { id: position.id, change: { what: 'removal', part: 'stop-loss' } } as const;
  expect(hitsOfTarget(removal)).toEqual([undefined, undefined]);
});
