import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createMarket } from '../../bench/engine/bench-market.ts';
import { grownFigure } from '../../bench/growth/growth-figures.ts';
import { bytesOf } from '../../bench/growth/memory.ts';
import type { workerFigures } from '../../bench/growth/worker-figures.ts';
import { feedEngine, type Hearing } from '../../bench/recorder/fed-engine.ts';
import { root } from '../architecture/sources.ts';

const figure = (costs: readonly (readonly number[])[]) =>
  grownFigure({ name: 'a frame', of: 'rows', xs: [10, 100, 1_000], costs, unit: 'µs', goal: 1.15 });

describe('growth', () => {
  it('is the power of the varied quantity, repetition by repetition', () => {
    const { product, unit } = figure([
      [2, 20, 200],
      [5, 5, 5],
      [1, 100, 10_000],
    ]);
    expect(product.values.map((power) => Number(power.toFixed(6)))).toEqual([1, 0, 2]);
    expect(unit).toBe('power of rows');
  });

  it('has the cost at both ends', () => {
    expect(figure([[1.2345, 7, 98.76]]).details).toEqual({ µs: '1.23 at 10, 98.8 at 1000' });
  });

  it('is unknown if a cost is', () => {
    expect(figure([[1, Number.NaN, 3]]).product.median).toBeNaN();
  });
});

it('held memory is measured', () => {
  // So large that what other tests of this process free meanwhile is small beside it.
  const bytes = bytesOf(() => new Float64Array(2_500_000));
  expect(bytes).toBeGreaterThan(19_000_000);
  expect(bytes).toBeLessThan(21_000_000);
});

/** In a child process: the garbage of other tests would be measured too. */
function figuresAlone(): Awaited<ReturnType<typeof workerFigures>> {
  const module = JSON.stringify(pathToFileURL(join(root, 'bench', 'growth', 'worker-figures.ts')).href);
  const size = '{ instruments: [70, 2_000], positions: [10, 1_000], candles: [300, 20_000] }';
  const program = `const { workerFigures } = await import(${module});
    console.log(JSON.stringify(await workerFigures(${size}, { quick: false, repetitions: 1 })));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

it('the worker is measured with a growing number of each', { timeout: 180_000 }, () => {
  const figures = figuresAlone();
  expect(figures.map(({ unit }) => unit.replace('power of ', ''))).toEqual([
    'instruments',
    'positions',
    'candles',
    'candles',
  ]);
  for (const { product, details } of figures) {
    // JSON writes NaN as null.
    expect(product.median).toBeTypeOf('number');
    expect(details?.['bytes per additional item']).toBeGreaterThan(10);
  }
});

const ROWS = [[1, 1.1, 1, 1, 1_700_000_000_000]];

it.each<Hearing>(['silent', 'ring', 'long'])(
  'an engine with %s ears takes every frame and paints it',
  async (hearing) => {
    const { instruments, pricesAt } = createMarket(70);
    const id = instruments[0]?.id ?? 0;
    const engine = await feedEngine(instruments, pricesAt(0), hearing);
    const painted = engine.painted();
    for (let frame = 0; frame < 50; frame++)
      engine.take(
        `${engine.headOf(0)},"data":${JSON.stringify(ROWS.map((row) => [id, 1.1 + frame / 1e4, ...row.slice(2)]))}}`,
      );
    expect(engine.painted() - painted).toBe(50);
  },
);
