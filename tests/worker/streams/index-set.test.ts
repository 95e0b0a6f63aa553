import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIndexSet } from '../../../worker/streams/index-set.ts';

test('holds each index once, in order of arrival and of any size, and nothing after a clear', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(50), { maxLength: 30 }), { maxLength: 5 }), (rounds) => {
      const set = createIndexSet(2);
      for (const indices of rounds) {
        for (const index of indices) set.add(index);
        expect([...set.values()]).toEqual([...new Set(indices)]);
        set.clear();
        expect([...set.values()]).toEqual([]);
      }
    }),
  );
});
