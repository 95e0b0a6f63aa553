import { describe, expect, it } from 'vitest';
import { createSparklineCache } from '../../../src/chart/sparkline-cache.ts';

function filled(limit: number) {
  const cache = createSparklineCache<string, string>(limit);
  cache.put('a', 'A');
  cache.put('b', 'B');
  return cache;
}

describe('the cache of sparklines', () => {
  it('drops the least recently used value', () => {
    const cache = filled(2);
    cache.get('a');
    cache.put('c', 'C');
    expect(['a', 'b', 'c'].map(cache.get)).toEqual(['A', undefined, 'C']);
  });

  it('replaces only the value of the same key by a newer one', () => {
    const cache = filled(2);
    cache.put('a', 'A2');
    expect(['a', 'b'].map(cache.get)).toEqual(['A2', 'B']);
  });

  it('counts a replaced value as used', () => {
    const cache = filled(2);
    cache.put('a', 'A2');
    cache.put('c', 'C');
    expect(['a', 'b', 'c'].map(cache.get)).toEqual(['A2', undefined, 'C']);
  });

  it('is empty when it is cleared', () => {
    const cache = filled(2);
    cache.clear();
    expect(['a', 'b'].map(cache.get)).toEqual([undefined, undefined]);
  });
});
