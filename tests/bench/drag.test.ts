import { expect, it } from 'vitest';
import { gapsOf, percentPrompt, slowGap } from '../../bench/drag/line-drag.ts';

it('a frame of a drag is prompt within two vsyncs of the one before, which are rounded', () => {
  const frames = [100, 116.7, 150, 183.4, 217.5, 317.5];
  const gaps = gapsOf(frames);
  expect(gaps.map(Math.round)).toEqual([17, 33, 33, 34, 100]);
  expect(percentPrompt(gaps)).toBe(80);
  expect(slowGap(gaps)).toBeCloseTo(100);
});

it('a drag without two frames has no share of prompt ones', () => {
  expect(gapsOf([5])).toEqual([]);
  expect(percentPrompt([])).toBeNaN();
});
