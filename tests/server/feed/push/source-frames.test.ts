import { expect, it } from 'vitest';
import { readMinute } from '../../../../server/feed/push/past-minutes.ts';
import { pointsOf } from '../../../../server/feed/push/source-frames.ts';

it.each([
  ['1.12345', 5, 112_345],
  ['1.1', 5, 110_000],
  ['7', 2, 700],
  ['0.00001', 5, 1],
  ['999999999999999', 0, 999_999_999_999_999],
  ['9999999999999999', 0, undefined],
  ['1.123450', 5, undefined],
  ['0', 5, undefined],
  ['', 5, undefined],
  ['1.', 5, undefined],
  ['.5', 5, undefined],
  ['1.2.3', 5, undefined],
  ['-1', 5, undefined],
  ['1e5', 5, undefined],
  [1.5, 5, undefined],
])('the price %j at precision %i is %j points', (text, precision, points) => {
  expect(pointsOf(text, precision)).toBe(points);
});

const minute = [60, '1.20', '1.30', '1.10', '1.25', 4];

it('a minute of the past has its prices in points, also those sent as numbers', () => {
  expect(readMinute(minute, 2)).toEqual([60, 120, 130, 110, 125, 4]);
  expect(readMinute([60, 1.2, 1.3, 1.1, 1.25, 0], 2)).toEqual([60, 120, 130, 110, 125, 0]);
  expect(readMinute([60, '1.20', '1.20', '1.20', '1.20', 0], 2)).toEqual([60, 120, 120, 120, 120, 0]);
});

it.each([
  ['begins within a minute', 0, 61],
  ['has no time', 0, 0],
  ['has a high below its close', 2, '1.24'],
  ['has a high below its open', 2, '1.19'],
  ['has a low above its open', 3, '1.21'],
  ['has a word in place of a price', 4, 'much'],
  ['has half a tick', 5, 0.5],
  ['has fewer ticks than none', 5, -1],
])('a minute that %s is malformed', (_, at, value) => {
  expect(readMinute(minute.with(at, value), 2)).toBeUndefined();
});

it('a minute of another length is malformed', () => {
  expect(readMinute(minute.slice(0, 5), 2)).toBeUndefined();
  expect(readMinute('a minute', 2)).toBeUndefined();
});
