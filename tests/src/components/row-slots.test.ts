import { describe, expect, it } from 'vitest';
import { dealRows, drawnWindow, rowWindow } from '../../../src/components/row-slots.ts';

describe('the rows that the viewport shows or is about to show', () => {
  it.each([
    ['at the top, below a header', -124, 844, { first: 0, last: 12 }],
    ['scrolled by half a row', 32, 640, { first: 0, last: 10 }],
    ['scrolled to a row exactly', 640, 640, { first: 10, last: 20 }],
    ['at the end', 31_360, 640, { first: 490, last: 499 }],
    ['below the viewport', -900, 844, { first: 0, last: -1 }],
    ['without a viewport', 0, 0, { first: 0, last: -1 }],
  ])('%s', (_, offset, viewport, rows) => {
    expect(rowWindow(offset, viewport, 64, 500)).toEqual(rows);
  });

  it('are empty for an empty list', () => {
    const { first, last } = rowWindow(0, 844, 64, 0);
    expect(last).toBeLessThan(first);
  });
});

describe('the rendered rows', () => {
  it.each([
    ['as many before as after', { first: 50, last: 59 }, 18, { first: 46, last: 63 }],
    ['none before the first', { first: 1, last: 10 }, 18, { first: 0, last: 17 }],
    ['none after the last', { first: 95, last: 99 }, 18, { first: 82, last: 99 }],
    ['all of a short list', { first: 0, last: 99 }, 100, { first: 0, last: 99 }],
    ['some, though none is seen', { first: 0, last: -1 }, 18, { first: 0, last: 17 }],
  ])('are %s', (_, seen, length, drawn) => {
    expect(drawnWindow(seen, length, 100)).toEqual(drawn);
  });
});

describe('slots', () => {
  it('keep the rows that stay and add the new ones', () => {
    expect(dealRows([0, 1, 2, 3], { first: 1, last: 4 }, undefined)).toEqual([4, 1, 2, 3]);
    expect(dealRows([4, 1, 2, 3], { first: 0, last: 3 }, undefined)).toEqual([0, 1, 2, 3]);
  });

  it('show each row once after a jump', () => {
    const next = dealRows([0, 1, 2, 3], { first: 40, last: 43 }, undefined);
    expect([...next].sort()).toEqual([40, 41, 42, 43]);
  });

  it('never reuse the pinned row, inside or outside the window', () => {
    const far = dealRows([0, 1, 2, 3], { first: 40, last: 42 }, 1);
    expect(far[1]).toBe(1);
    expect([...far].sort((a, b) => a - b)).toEqual([1, 40, 41, 42]);
    expect(dealRows([0, 1, 2, 3], { first: 1, last: 4 }, 1)).toEqual([4, 1, 2, 3]);
  });

  it('stay distinct when two of them would show the same row', () => {
    const next = dealRows([0, 1, 1], { first: 0, last: 2 }, undefined);
    expect([...next].sort()).toEqual([0, 1, 2]);
  });
});
