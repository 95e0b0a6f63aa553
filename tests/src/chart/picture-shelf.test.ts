import { describe, expect, it } from 'vitest';
import { createPictureShelf } from '../../../src/chart/picture-shelf.ts';

function shelf(limit: number) {
  const kept = createPictureShelf<string>(limit);
  kept.put('a', 'A');
  kept.put('b', 'B');
  return kept;
}

describe('a shelf of pictures', () => {
  it('gives up the one that was longest not asked for', () => {
    const kept = shelf(2);
    kept.get('a');
    kept.put('c', 'C');
    expect(['a', 'b', 'c'].map(kept.get)).toEqual(['A', undefined, 'C']);
  });

  it('gives up a picture for its newer one, and that one alone', () => {
    const kept = shelf(2);
    kept.put('a', 'A2');
    expect(['a', 'b'].map(kept.get)).toEqual(['A2', 'B']);
  });

  it('counts a newer picture as asked for', () => {
    const kept = shelf(2);
    kept.put('a', 'A2');
    kept.put('c', 'C');
    expect(['a', 'b', 'c'].map(kept.get)).toEqual(['A2', undefined, 'C']);
  });

  it('has none when it is cleared', () => {
    const kept = shelf(2);
    kept.clear();
    expect(['a', 'b'].map(kept.get)).toEqual([undefined, undefined]);
  });
});
