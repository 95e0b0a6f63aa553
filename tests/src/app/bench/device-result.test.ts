import { expect, it } from 'vitest';
import { figuresOf } from '../../../../src/app/bench/device-result.ts';
import type { HudReading } from '../../../../src/state/hud-meter.ts';

const reading = (at: number, known: boolean): HudReading => ({
  framesPerSecond: 60 - at,
  missedFrames: at,
  tickToPixelMs: { p50: 8 + at, p95: 20 + at },
  inputDelayP95Ms: undefined,
  heapBytes: known ? (10 + at) * 2 ** 20 : undefined,
  longFrames: known ? { count: at, longestMs: at * 60, culprit: '' } : undefined,
  vitals: { load: at / 10, framesPerSecond: 30, reconnects: 0, conflated: 0, dropped: {} },
});

it('figures are medians over the seconds, counts a minute, and the highest', () => {
  const figures = figuresOf([0, 2, 1].map((at) => reading(at, true)));
  const values = Object.fromEntries(Object.entries(figures).map(([name, { value }]) => [name, value]));
  expect(values).toEqual({
    'frames per second': 59,
    'frames missed': 60,
    'tick to pixel, p50': 9,
    'tick to pixel, p95': 21,
    'input delay, p95': null,
    'long frames': 60,
    'longest frame': 120,
    'worker load': 10,
    'worker load, highest': 20,
    'memory, highest': 12,
  });
});

it('what a browser does not tell is unknown, not 0', () => {
  const figures = figuresOf([reading(1, false)]);
  for (const name of ['memory, highest', 'long frames', 'longest frame'])
    expect(figures[name]?.value, name).toBeNull();
});
