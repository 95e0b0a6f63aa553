import { signal } from '@preact/signals-react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSparkPlot } from '../../../src/chart/spark-plot.ts';
import { createSparkPool } from '../../../src/chart/spark-pool.ts';
import { pageClock } from '../../../src/link/clock.ts';
import { frames, pause } from './stage.ts';

const SIZE = { width: 72, height: 32 };
const minutes = (closes: readonly number[]): Float64Array =>
  Float64Array.from([...closes.map((_, i) => i * 60), ...closes]);
const rising = minutes([1, 2, 3, 4, 9]);
const falling = minutes([9, 4, 3, 2, 1]);

function box(): HTMLElement {
  const host = document.createElement('div');
  host.className = 'spark-host';
  document.body.append(host);
  return host;
}

const settled = () =>
  vi.waitFor(() => expect(document.querySelectorAll('.spark-host:empty')).toHaveLength(0), 5_000);

afterEach(() => {
  for (const host of document.querySelectorAll('.spark-host')) host.remove();
  vi.restoreAllMocks();
});

describe('mini charts', () => {
  it('are made when the page is idle, and drawn in the colour of their direction', async () => {
    const pool = createSparkPool(pageClock);
    const [up, down] = [box(), box()];
    const stops = [pool.hang(up, SIZE, signal(rising)), pool.hang(down, SIZE, signal(falling))];
    expect(pool.size).toBe(0);
    await settled();
    const strongest = (host: HTMLElement) => {
      const canvas = host.querySelector('canvas');
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let [red, green] = [0, 0];
      for (let i = 0; i < pixels.length; i += 4) {
        red += pixels[i] ?? 0;
        green += pixels[i + 1] ?? 0;
      }
      return green > red ? 'green' : 'red';
    };
    expect([strongest(up), strongest(down)]).toEqual(['green', 'red']);
    for (const stop of stops) stop();
    expect(document.querySelectorAll('.uplot')).toHaveLength(0);
  });

  it('are drawn again only when a point has come', async () => {
    const pool = createSparkPool(pageClock);
    const points = signal<Float64Array | undefined>(rising);
    const host = box();
    const stop = pool.hang(host, SIZE, points);
    await settled();
    const clear = vi.spyOn(CanvasRenderingContext2D.prototype, 'clearRect');
    const drawn = () =>
      clear.mock.contexts.filter(
        (one) => one instanceof CanvasRenderingContext2D && host.contains(one.canvas),
      ).length;
    await frames(5);
    expect(drawn()).toBe(0);
    points.value = falling;
    await frames(6);
    expect(drawn()).toBe(1);
    stop();
  });

  it('of rows that leave go to the rows that come: a long scroll makes no more of them', async () => {
    const made = vi.fn(createSparkPlot);
    const pool = createSparkPool(pageClock, made);
    const window = Array.from({ length: 10 }, () => pool.hang(box(), SIZE, signal(rising)));
    await settled();
    await pause(200);
    const before = made.mock.calls.length;
    for (let i = 0; i < 200; i++) {
      window.shift()?.();
      window.push(pool.hang(box(), SIZE, signal(i % 2 ? rising : falling)));
      if (i % 20 === 0) await frames(1);
    }
    await pause(200);
    expect(made.mock.calls.length - before).toBeLessThanOrEqual(1);
    expect(pool.size).toBeLessThanOrEqual(10 + 6 + 1);
    for (const stop of window) stop();
  });

  it('are never made while the page scrolls', async () => {
    const made = vi.fn(createSparkPlot);
    const pool = createSparkPool(pageClock, made);
    const stop = pool.hang(box(), SIZE, signal(rising));
    for (let i = 0; i < 20; i++) {
      document.dispatchEvent(new Event('scroll'));
      await pause(20);
      expect(made).not.toHaveBeenCalled();
    }
    await settled();
    expect(made).toHaveBeenCalled();
    stop();
  });

  it('show nothing of the last row while they wait for their own points', async () => {
    const pool = createSparkPool(pageClock);
    const first = pool.hang(box(), SIZE, signal(rising));
    await settled();
    await pause(200);
    first();
    const host = box();
    const stop = pool.hang(host, SIZE, signal<Float64Array | undefined>(undefined));
    await frames(3);
    const canvas = host.querySelector('canvas');
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    expect(data.some((value) => value !== 0)).toBe(false);
    stop();
  });

  it('leave nothing behind after a hundred rows but a few plots for the next ones', async () => {
    const pool = createSparkPool(pageClock);
    for (let round = 0; round < 5; round++) {
      const stops = Array.from({ length: 20 }, () => pool.hang(box(), SIZE, signal(rising)));
      await settled();
      for (const stop of stops) stop();
      expect(document.querySelectorAll('.uplot')).toHaveLength(0);
      for (const host of document.querySelectorAll('.spark-host')) host.remove();
    }
    expect(pool.size).toBeLessThanOrEqual(24 + 2);
  });
});
