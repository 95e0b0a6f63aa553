import { describe, expect, it } from 'vitest';
import { createCandleSeries } from '../../../src/chart/candle-series.ts';
import { createChartWindow } from '../../../src/chart/chart-window.ts';

const WIDTH = 200;

/** A chart of `count` candles of a minute, twenty of them in view, the newest one last. */
function shown(count: number) {
  const series = createCandleSeries();
  for (let i = 0; i < count; i++)
    series.apply({ kind: 'put', row: [i * 60, 100, 110, 90, 105, 1], values: [] }, 0);
  let feed = { series, older: 'idle' as 'idle' | 'loading' | 'failed' };
  let width = WIDTH;
  const model = { candles: series.candles, view: { end: count - 0.5, span: 20 } };
  const seen: unknown[] = [];
  const answers: ((more: boolean | undefined) => void)[] = [];
  const window = createChartWindow(
    { model, feed: () => feed, width: () => width, onMove: () => seen.push('moved') },
    {
      onRange: (range) => seen.push(range),
      onAway: (away) => seen.push(away ? 'away' : 'back'),
      loadOlder: () => new Promise((resolve) => answers.push(resolve)),
    },
  );
  return {
    window,
    model,
    seen,
    answers,
    widen(px: number) {
      width = px;
    },
    /** As with another period: the candles that are asked for are no longer of this series. */
    another() {
      feed = { series: createCandleSeries(), older: 'failed' };
    },
    older: () => feed.older,
    isComplete: () => series.complete,
  };
}

describe('a move of the view', () => {
  it('is reported as the time at its end, and says whether it moved', () => {
    const { window, model, seen } = shown(100);
    expect(window.panBy(200)).toBe(true);
    expect(model.view).toEqual({ end: 79.5, span: 20 });
    expect(seen).toEqual([{ candlePx: 10, endS: 79 * 60 }, 'moved']);
    window.jump('oldest');
    expect(window.panBy(200)).toBe(false);
  });
  it('to the newest candle is reported as following it', () => {
    const { window, seen } = shown(100);
    window.jump('newest');
    expect(seen[0]).toEqual({ candlePx: 10, endS: undefined });
  });
  it.each([
    [40, 59.5],
    [79, 98.5],
    [80, 99.5],
    [99, 99.5],
  ])('to candle %i, with %d at its start, goes no further than that needs', (index, end) => {
    const { window, model, seen } = shown(100);
    window.moveTo(index);
    expect([model.view.end, seen.length > 0]).toEqual([end, end < 99.5]);
  });
  it('by the chart itself is not reported', () => {
    const { window, model, seen } = shown(100);
    window.set({ end: 500, span: 20 });
    expect([model.view, seen]).toEqual([{ end: 109.5, span: 20 }, []]);
  });
  it('that loses or finds the newest candle is reported at the next draw alone', () => {
    const { window, seen } = shown(100);
    for (const end of [98, 97, 99]) {
      window.set({ end, span: 20 });
      window.reportAway();
    }
    expect(seen).toEqual(['away', 'back']);
  });
  it('is none when the width changes: the candles keep their size', () => {
    const { window, model, widen } = shown(100);
    widen(300);
    window.keepCandleSize(WIDTH);
    expect(model.view).toEqual({ end: 99.5, span: 30 });
  });
});

describe('older candles', () => {
  it('are asked for within half a view of the oldest one, by one request at a time', async () => {
    const { window, answers, older } = shown(100);
    window.set({ end: 31, span: 20 });
    void window.loadOlder();
    expect(answers.length).toBe(0);
    window.set({ end: 30, span: 20 });
    const asked = window.loadOlder();
    void window.loadOlder();
    expect([answers.length, older()]).toEqual([1, 'loading']);
    answers[0]?.(true);
    await asked;
    expect(older()).toBe('idle');
  });
  it('are not asked for without candles, and after a failure not before the next gesture', async () => {
    void shown(0).window.loadOlder();
    const { window, answers, older } = shown(20);
    const asked = window.loadOlder();
    answers[0]?.(undefined);
    await asked;
    await window.loadOlder();
    expect([answers.length, older()]).toEqual([1, 'failed']);
    window.begin();
    void window.loadOlder();
    expect(answers.length).toBe(2);
  });
  it('that end complete the series that was asked for, and no other', async () => {
    const { window, answers, another, isComplete, older } = shown(20);
    const asked = window.loadOlder();
    another();
    answers[0]?.(false);
    await asked;
    expect([isComplete(), older()]).toEqual([true, 'failed']);
  });
});
