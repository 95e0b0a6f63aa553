import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { LONG_PRESS_MS } from '../../../src/chart/gesture-machine.ts';
import { type CandleScene, candleScene, reset, rows, swipe, touch } from './candle-scene.ts';

afterEach(() => {
  window.scrollTo(0, 0);
});

/** A chart in a page that scrolls, with something between y = 100 and y = 200 that can be dragged. */
async function begin(claim?: 'handle'): Promise<{ on: CandleScene; told: string[]; release: () => void }> {
  const on = await candleScene({ candles: 300 });
  const tall = document.createElement('div');
  tall.style.blockSize = '3000px';
  document.body.append(tall);
  onTestFinished(() => tall.remove());
  const told: string[] = [];
  const release = on.chart.addGrabber(({ x, y }) => {
    if (y < 100 || y > 200) return undefined;
    told.push(`grab ${x},${y}`);
    return {
      ...(claim && { claim }),
      drag: (at) => told.push(`drag ${at.x},${at.y}`),
      drop: () => told.push('drop') > 0,
      abandon: () => told.push('abandon'),
    };
  });
  return { on, told, release };
}

describe('something on the chart that can be dragged', () => {
  it('follows a finger up and down, while neither the page nor the chart moves', async () => {
    const { on, told } = await begin();
    const before = on.chart.view();
    await swipe([150, 180], [155, 40], 10);
    expect(told[0]).toBe('grab 150,180');
    expect(told.slice(-2)).toEqual(['drag 155,40', 'drop']);
    expect(window.scrollY).toBe(0);
    expect(on.chart.view()).toEqual(before);
  });

  it('and is a handle follows a finger that has rested, but not one that moves sideways first', async () => {
    const { on, told } = await begin('handle');
    const before = on.chart.view();
    await touch('touchStart', [150, 150]);
    on.clock.advance(LONG_PRESS_MS);
    await touch('touchMove', [150, 120]);
    await touch('touchEnd');
    expect(told).toEqual(['grab 150,150', 'drag 150,120', 'drop']);
    expect(on.told.crossed).toEqual([]);
    expect(on.chart.view()).toEqual(before);
    await swipe([100, 150], [200, 180]);
    expect(told.slice(3)).toEqual(['grab 100,150']);
    expect(on.chart.view()).not.toEqual(before);
  });

  it('is left alone by a drag that begins beside it', async () => {
    const { on, told } = await begin();
    const before = on.chart.view();
    await swipe([100, 250], [200, 150]);
    expect(told).toEqual([]);
    expect(on.chart.view()).not.toEqual(before);
  });

  it('is as before after Escape, and after a second finger, which pinches', async () => {
    const { on, told } = await begin();
    await touch('touchStart', [150, 150]);
    await touch('touchMove', [150, 120]);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await touch('touchMove', [150, 110]);
    await touch('touchEnd');
    expect(told).toEqual(['grab 150,150', 'drag 150,120', 'abandon']);
    expect(window.scrollY).toBe(0);
    const before = on.chart.view();
    await touch('touchStart', [150, 150]);
    await touch('touchStart', [150, 150], [200, 150]);
    await touch('touchMove', [150, 150], [250, 150]);
    await touch('touchEnd');
    expect(told.slice(3)).toEqual(['grab 150,150', 'abandon']);
    expect(on.chart.view().span).toBeLessThan(before.span);
  });

  it.each([
    ['is as before when candles of another period come during the drag', 120, ['drag 150,120', 'abandon']],
    ['is not dragged by a finger that pressed it over the candles of another period', 150, []],
  ])('%s', async (_, y, after) => {
    const { on, told } = await begin('handle');
    on.chart.show({ period: '5min', precision: 5, clear: false });
    await touch('touchStart', [150, 150]);
    await touch('touchMove', [150, y]);
    on.chart.apply(reset(rows(0, 40)));
    await touch('touchMove', [150, 110]);
    await touch('touchMove', [150, 100]);
    await touch('touchEnd');
    expect(told).toEqual(['grab 150,150', ...after]);
  });

  it('is asked about before what was added earlier, until it is released', async () => {
    const { on, told, release } = await begin();
    const releaseSecond = on.chart.addGrabber(() => {
      told.push('second');
      return undefined;
    });
    await swipe([150, 150], [150, 150], 1);
    releaseSecond();
    await swipe([150, 150], [150, 150], 1);
    release();
    await swipe([150, 150], [150, 150], 1);
    expect(told).toEqual(['second', 'grab 150,150', 'drop', 'grab 150,150', 'drop']);
  });
});
