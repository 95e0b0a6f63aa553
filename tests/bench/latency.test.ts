import { expect, it } from 'vitest';
import { ageFigures } from '../../bench/transport/latency.ts';

/** Frames of one turn: a hundred, all as old but for the oldest ten. */
const turn = (usual: number, oldest: number) =>
  Array.from({ length: 100 }, (_, at) => (at < 90 ? usual : oldest));

it('the age of ticks is held turn by turn beside messages, for half of the frames and for all but the oldest', () => {
  const [product, messages] = [
    [turn(3, 9), turn(4, 12)],
    [turn(6, 12), turn(5, 16)],
  ];
  const [half, most] = ageFigures(product, messages);
  expect([half?.name, most?.name]).toEqual([
    'tick to pixel p50, 10000 ticks/s',
    'tick to pixel p95, 10000 ticks/s',
  ]);
  expect(half?.ratio?.values).toEqual([0.5, 0.8]);
  expect(most?.ratio?.values).toEqual([0.75, 0.75]);
  expect(half?.histogram?.product.reduce((sum, one) => sum + one, 0)).toBe(200);
  expect(half?.details).toEqual({ 'frames of each': '200, 200' });
});
