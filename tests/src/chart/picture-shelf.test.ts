import { describe, expect, it } from 'vitest';
import { createPictureShelf } from '../../../src/chart/picture-shelf.ts';

function shelf(limit: number) {
  const discarded: string[] = [];
  return { discarded, kept: createPictureShelf<string>(limit, (one) => discarded.push(one)) };
}

describe('a shelf of pictures', () => {
  it('discards the one that was longest not asked for', () => {
    const { kept, discarded } = shelf(2);
    kept.put('a', 'A');
    kept.put('b', 'B');
    kept.get('a');
    kept.put('c', 'C');
    expect(discarded).toEqual(['B']);
    expect(['a', 'b', 'c'].map(kept.get)).toEqual(['A', undefined, 'C']);
  });

  it('discards a picture for its newer one, and that one alone', () => {
    const { kept, discarded } = shelf(2);
    kept.put('a', 'A');
    kept.put('b', 'B');
    kept.put('a', 'A2');
    expect(discarded).toEqual(['A']);
    expect(['a', 'b'].map(kept.get)).toEqual(['A2', 'B']);
  });

  it('discards all of them when it is cleared', () => {
    const { kept, discarded } = shelf(2);
    kept.put('a', 'A');
    kept.put('b', 'B');
    kept.clear();
    expect(discarded).toEqual(['A', 'B']);
    expect(kept.get('a')).toBeUndefined();
  });
});
