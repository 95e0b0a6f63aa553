import { describe, expect, it } from 'vitest';
import { grownFigure } from '../../bench/growth/figures.ts';
import { bytesOf } from '../../bench/growth/memory.ts';
import { workerFigures } from '../../bench/growth/worker.ts';

const figure = (costs: readonly (readonly number[])[]) =>
  grownFigure({ name: 'a frame', of: 'rows', xs: [10, 100, 1_000], costs, unit: 'µs', goal: 1.15 });

describe('growth', () => {
  it('is the power of what there is more of, repetition by repetition', () => {
    const { product, growth, unit } = figure([
      [2, 20, 200],
      [5, 5, 5],
      [1, 100, 10_000],
    ]);
    expect(product.values.map((power) => Number(power.toFixed(6)))).toEqual([1, 0, 2]);
    expect(unit).toBe('power of rows');
    expect(growth).toEqual({ of: 'rows', xs: [10, 100, 1_000], product: [2, 20, 200] });
  });

  it('says what it cost at both ends', () => {
    expect(figure([[1.2345, 7, 98.76]]).details).toEqual({ µs: '1.23 at 10, 98.8 at 1000' });
  });

  it('is unknown where a cost is', () => {
    expect(figure([[1, Number.NaN, 3]]).product.median).toBeNaN();
  });
});

it('what is held is weighed', () => {
  const bytes = bytesOf(() => new Float64Array(100_000));
  expect(bytes).toBeGreaterThan(700_000);
  expect(bytes).toBeLessThan(1_000_000);
});

it('the worker is measured with more of each', () => {
  const figures = workerFigures(
    { instruments: [70, 2_000], positions: [10, 1_000], candles: [300, 20_000] },
    1,
  );
  expect(figures.map(({ growth }) => growth?.of)).toEqual(['instruments', 'positions', 'candles']);
  for (const { product, details } of figures) {
    expect(product.median).not.toBeNaN();
    // How much it is shows in a heap that nothing else uses: in a bench, not beside other tests.
    expect(details?.['bytes for one more']).toBeTypeOf('number');
  }
});
