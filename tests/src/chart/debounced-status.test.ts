import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { debouncedStatus } from '../../../src/chart/debounced-status.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a switch to other candles', () => {
  it('is not told when they come at once', () => {
    const told: string[] = [];
    const tell = debouncedStatus((status) => told.push(status));
    tell('switching');
    vi.advanceTimersByTime(100);
    tell('ready');
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual(['ready']);
  });

  it('is told when it lasts, once, also when another follows meanwhile', () => {
    const told: string[] = [];
    const tell = debouncedStatus((status) => told.push(status));
    tell('switching');
    vi.advanceTimersByTime(100);
    tell('switching');
    vi.advanceTimersByTime(200);
    tell('failed');
    expect(told).toEqual(['switching', 'failed']);
  });
});
