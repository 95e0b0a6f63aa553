import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { debouncedStatus } from '../../../src/chart/debounced-status.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a switch to other candles', () => {
  it('is not reported if they arrive at once', () => {
    const told: string[] = [];
    const tell = debouncedStatus((status) => told.push(status));
    tell('switching');
    vi.advanceTimersByTime(100);
    tell('ready');
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual(['ready']);
  });

  it('is reported once if it lasts, also when another one follows meanwhile', () => {
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
