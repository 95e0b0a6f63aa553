import { expect, it } from 'vitest';
import { instrumentId } from '../../../../shared/domain/instrument.ts';
import { money } from '../../../../shared/domain/money.ts';
import { orderId, type Position } from '../../../../shared/domain/order.ts';
import { price } from '../../../../shared/domain/price.ts';
import { timestampMs } from '../../../../shared/domain/time.ts';
import { volumeFromWire } from '../../../../shared/domain/volume.ts';
import { layoutLabels } from '../../../../src/chart/orders/label-layout.ts';
import { hitAt } from '../../../../src/chart/orders/line-hits.ts';
import { kindOf, orderLines } from '../../../../src/chart/orders/order-lines.ts';

const position: Position = {
  instrumentId: instrumentId(1),
  code: 'EURUSD',
  showCode: 'EUR/USD',
  precision: 5,
  volume: volumeFromWire(0.1),
  multiple: 100,
  createdAt: timestampMs(0),
  id: orderId(1),
  status: 'open',
  side: 'buy',
  openPrice: price(108_500),
  stopLoss: price(108_300),
  takeProfit: price(108_700),
  margin: money(0),
  fee: money(0),
};
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
