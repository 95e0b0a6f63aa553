import { describe, expect, it } from 'vitest';
import { rowWindow } from '../../../src/components/row-window.ts';

describe('the rows that the viewport shows', () => {
  it.each([
    ['at the top', -124, 844, { first: 0, last: 11 }],
    ['scrolled by half a row', 32, 640, { first: 0, last: 10 }],
    ['scrolled to a row exactly', 640, 640, { first: 10, last: 19 }],
    ['at the end', 31_360, 640, { first: 490, last: 499 }],
    ['below the viewport', -900, 844, { first: 0, last: -1 }],
    ['without a viewport', 0, 0, { first: 0, last: -1 }],
  ])('%s', (_, offset, viewport, rows) => {
    expect(rowWindow(offset, viewport, 64, 500)).toEqual(rows);
  });

  it('are none of an empty list', () => {
    const { first, last } = rowWindow(0, 844, 64, 0);
    expect(last).toBeLessThan(first);
  });
});
