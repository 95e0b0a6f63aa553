import { describe, expect, it } from 'vitest';
import type { TextStore } from '../../../src/link/storage.ts';
import { createChartSettings } from '../../../src/state/chart-settings.ts';

/** A store with what was kept, and the timers that the settings have set. */
function openSettings(kept?: string) {
  const texts = new Map(kept === undefined ? [] : [['chart', kept]]);
  const store: TextStore = {
    get: (key) => texts.get(key) ?? null,
    set: (key, value) => void texts.set(key, value),
    remove: (key) => void texts.delete(key),
    keys: () => [...texts.keys()],
  };
  const waiting = new Set<() => void>();
  const after = (_delayMs: number, run: () => void) => {
    waiting.add(run);
    return () => void waiting.delete(run);
  };
  const leaving: (() => void)[] = [];
  const onLeave = (run: () => void) => void leaving.push(run);
  const settle = () => {
    for (const run of waiting) run();
    waiting.clear();
  };
  return {
    settings: createChartSettings(store, after, onLeave),
    reload: () => createChartSettings(store, after, onLeave),
    leave: () => {
      for (const run of leaving) run();
    },
    settle,
    texts,
  };
}

const values = (settings: ReturnType<typeof createChartSettings>) => ({
  period: settings.period.peek(),
  type: settings.type.peek(),
  volume: settings.volume.peek(),
  fills: settings.fills.peek(),
  indicators: settings.indicators.peek(),
  range: settings.range.peek(),
});

describe('the chart’s settings', () => {
  it('are kept over a reload, once they have settled', () => {
    const { settings, reload, settle, texts } = openSettings();
    settings.period.value = '60min';
    settings.type.value = 'heikin-ashi';
    settings.volume.value = true;
    expect(settings.fills.peek()).toBe(true);
    settings.fills.value = false;
    settings.indicators.value = ['sma:20', 'rsi:14'];
    settings.range.value = { candlePx: 3.5, end: { series: '7 60min', timeS: 1_795_132_800 } };
    expect(texts.size).toBe(0);
    settle();
    expect(values(reload())).toEqual(values(settings));
    expect(settings.period.peek()).toBe('60min');
  });

  it('are kept over a reload that comes before they have settled', () => {
    const { settings, reload, leave } = openSettings();
    settings.period.value = '60min';
    settings.range.value = { candlePx: 3.5, end: { series: '7 60min', timeS: 1_795_132_800 } };
    leave();
    expect(values(reload())).toEqual(values(settings));
  });

  it('keep what another tab has changed meanwhile', () => {
    const { settings, reload, settle } = openSettings();
    const other = reload();
    settings.indicators.value = ['sma:20'];
    settle();
    other.period.value = '60min';
    settle();
    other.type.value = 'line';
    settle();
    expect(values(reload())).toMatchObject({ indicators: ['sma:20'], period: '60min', type: 'line' });
  });

  it('are not written before a first change', () => {
    const { settle, leave, texts } = openSettings();
    settle();
    leave();
    expect(texts.size).toBe(0);
  });

  const plain = { period: '1min', type: 'candles', volume: false, fills: true, indicators: [], range: undefined };
  it.each([
    ['no JSON', '{', plain],
    ['another kind of value', '[1]', plain],
    ['null', 'null', plain],
    [
      'wrong fields',
      '{"period":"2min","type":"renko","volume":1,"indicators":"sma","range":{"candlePx":-1}}',
      plain,
    ],
    [
      'wrong indicators beside good ones, and too many panes',
      '{"indicators":["sma:0",3,"ema:9","rsi:14","atr:14","macd:12:26:9","vwap","vwap"]}',
      { ...plain, indicators: ['ema:9', 'rsi:14', 'atr:14', 'vwap'] },
    ],
    [
      'a range without a valid end',
      '{"range":{"candlePx":4,"end":{"series":1,"timeS":2}}}',
      { ...plain, range: { candlePx: 4 } },
    ],
  ])('with %s are read as absent', (_, kept, read) => {
    expect(values(openSettings(kept).settings)).toEqual(read);
  });
});
