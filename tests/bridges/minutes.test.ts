import { expect, it } from 'vitest';
import { gapOf, minuteRows } from '../../bridges/minutes.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 8, 21, 12);

it('a gap has the whole minutes between the last tick and now', () => {
  expect(gapOf(NOON + 30_000, NOON + 3 * MINUTE + 1)).toEqual({
    fromMs: NOON + MINUTE,
    toMs: NOON + 3 * MINUTE,
  });
  expect(gapOf(NOON, NOON + 2 * MINUTE)).toEqual({ fromMs: NOON + MINUTE, toMs: NOON + 2 * MINUTE });
  expect(gapOf(NOON, NOON + 2 * MINUTE - 1)).toBeUndefined();
  expect(gapOf(NOON + 2 * MINUTE, NOON)).toBeUndefined();
});

it('a gap is 500 minutes without a last tick, and at most a day', () => {
  expect(gapOf(undefined, NOON + 1)).toEqual({ fromMs: NOON - 500 * MINUTE, toMs: NOON });
  expect(gapOf(0, NOON)).toEqual({ fromMs: NOON - 1_440 * MINUTE, toMs: NOON });
});

it('rows are the whole minutes of the gap that had a trade, at the decimals of the instrument', () => {
  const gap = { fromMs: NOON, toMs: NOON + 3 * MINUTE };
  const candles = [
    [NOON - MINUTE, 1, 1, 1, 1, 1],
    [NOON, '1.005', 2.349, 0.994, 1.5, '7.25'],
    [NOON + 1, 1, 1, 1, 1, 1],
    [NOON + MINUTE, 1, 1, 1, 1, 0],
    [NOON + MINUTE, 1, undefined, 1, 1, 1],
    [NOON + 2 * MINUTE, 3, 3, 3, 3, undefined],
    [NOON + 3 * MINUTE, 1, 1, 1, 1, 1],
  ];
  expect(minuteRows(candles, gap, 2)).toEqual([
    [NOON / 1_000, '1.01', '2.35', '0.99', '1.5', 8],
    [NOON / 1_000 + 120, '3', '3', '3', '3', 0],
  ]);
});
