import { expect, it } from 'vitest';
import { answerOf, figuresOf } from '../../../../src/app/bench/device-result.ts';
import type { HudReading } from '../../../../src/state/hud-meter.ts';

const reading = (at: number, known: boolean): HudReading => ({
  framesPerSecond: 60 - at,
  missedFrames: at,
  tickToPixelMs: { p50: 8 + at, p95: 20 + at },
  inputDelayP95Ms: undefined,
  heapBytes: known ? (10 + at) * 2 ** 20 : undefined,
  longFrames: known ? { count: at, longestMs: at * 60, worst: undefined } : undefined,
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

it('says whether the device is fast enough, and by which limit not', () => {
  const answer = (latency: number | null, load: number | null) =>
    answerOf({
      'tick to pixel, p95': { unit: 'ms', value: latency },
      'worker load': { unit: '%', value: load },
    });
  expect(answer(50, 50)).toBe(
    'Yes, it is fast enough: tick to pixel, p95 50 ms of at most 50 ms; worker load 50 % of at most 50 %',
  );
  expect(answer(50.1, 9)).toBe('No, it is too slow: tick to pixel, p95 50.1 ms, more than 50 ms');
  expect(answer(60, 51)).toMatch(/^No, .* 60 ms, more than 50 ms; worker load 51 %, more than 50 %$/);
  expect(answer(null, 51)).toMatch(/^No, it is too slow: worker load 51 %/);
  expect(answer(20, null)).toBe('Not known: worker load -- % of at most 50 %');
});
