import { expect, it } from 'vitest';
import { createFrameRate } from '../../../server/socket/client-connection.ts';

it('a hundred frames within a second pass, the next does not', () => {
  const isWithin = createFrameRate(100);
  for (let i = 0; i < 100; i++) expect(isWithin(5_000 + i * 9)).toBe(true);
  expect(isWithin(5_999)).toBe(false);
});

it('a hundred frames a second are within the limit for any length of time', () => {
  const isWithin = createFrameRate(100);
  for (let i = 0; i < 10_000; i++) expect(isWithin(i * 10)).toBe(true);
});

it('two bursts around the turn of a second count as one', () => {
  const isWithin = createFrameRate(100);
  const passed = Array.from({ length: 160 }, (_, i) => isWithin(i < 80 ? 1_990 : 2_010)).filter(Boolean);
  expect(passed).toHaveLength(100);
});
