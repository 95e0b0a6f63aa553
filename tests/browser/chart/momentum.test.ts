import { afterEach, describe, expect, it, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { type CandleScene, candleScene, touch } from './candle-scene.ts';

afterEach(async () => {
  await cdp().send('Emulation.setEmulatedMedia', { features: [] });
  vi.restoreAllMocks();
});

const endOf = (on: CandleScene): number => on.chart.view().end;

/** A finger moves `px` in five steps of 10 ms, and is lifted at once. */
async function flick(on: CandleScene, px: number): Promise<void> {
  await touch('touchStart', [180, 150]);
  for (let step = 1; step <= 5; step++) {
    on.clock.advance(10);
    await touch('touchMove', [180 + (px * step) / 5, 150]);
  }
  await touch('touchEnd');
}

/** Frames of 16 ms; the end of the view after each. */
function glided(on: CandleScene, frames: number): number[] {
  return Array.from({ length: frames }, () => {
    on.clock.frameAfter(16);
    return endOf(on);
  });
}

describe('after a pan the chart', () => {
  it('glides on, slower in each frame, and comes to rest', async () => {
    const on = await candleScene({ candles: 600 });
    await flick(on, 100);
    const ends = [endOf(on), ...glided(on, 120)];
    const steps = ends.slice(1).map((end, i) => (ends[i] ?? 0) - end);
    // The first frame has the time since the finger was lifted.
    expect(steps[1]).toBeGreaterThan(0);
    const slower = steps.slice(1).every((step, i) => i === 0 || step < (steps[i] ?? 0) || step === 0);
    expect(slower).toBe(true);
    expect(steps.at(-1)).toBe(0);
    expect(ends.at(-1)).toBeLessThan((ends[0] ?? 0) - 20);
  });

  it('glides as fast as the finger was, however late the page sees its moves', async () => {
    const on = await candleScene({ candles: 600 });
    await flick(on, 100);
    const inTime = glided(on, 10).at(-1);
    on.end();
    const late = await candleScene({ candles: 600 });
    const clock = vi.spyOn(late.clock, 'nowMs').mockReturnValue(late.clock.nowMs() + 50);
    await flick(late, 100);
    clock.mockRestore();
    // Times of touches are rounded by the browser.
    expect(glided(late, 10).at(-1)).toBeCloseTo(inTime ?? 0, 0);
  });

  it('stops where a finger touches it', async () => {
    const on = await candleScene({ candles: 600 });
    await flick(on, 100);
    glided(on, 3);
    await touch('touchStart', [180, 150]);
    const touched = endOf(on);
    expect(glided(on, 5)).toEqual([touched, touched, touched, touched, touched]);
    await touch('touchEnd');
    expect(glided(on, 2)).toEqual([touched, touched]);
  });

  it('stops at the newest end and wastes no frames there', async () => {
    const on = await candleScene({ candles: 600 });
    const frame = vi.spyOn(on.clock, 'frame');
    await flick(on, -170);
    glided(on, 40);
    const end = endOf(on);
    frame.mockClear();
    expect(glided(on, 5)).toEqual([end, end, end, end, end]);
    expect(frame).not.toHaveBeenCalled();
  });

  it('stops when another series is shown', async () => {
    const on = await candleScene({ candles: 600 });
    await flick(on, 100);
    on.chart.show({ period: '5min', precision: 5, clear: false });
    const end = endOf(on);
    expect(glided(on, 3)).toEqual([end, end, end]);
  });

  it('rests at once for those who want less motion', async () => {
    const on = await candleScene({ candles: 600 });
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
    });
    await flick(on, 100);
    const end = endOf(on);
    expect(glided(on, 3)).toEqual([end, end, end]);
  });
});
