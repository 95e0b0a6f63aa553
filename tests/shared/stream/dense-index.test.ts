import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDenseIndex } from '../../../shared/stream/dense-index.ts';

const ids = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom(65_535, 65_536, 2 ** 40, -1, 1.5));

test('ids of any kind get indices in the order of their arrival, each permanently', () => {
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 60 }), (coming) => {
      const index = createDenseIndex();
      const known: number[] = [];
      for (const id of coming) {
        expect(index.find(id)).toBe(known.indexOf(id));
        if (!known.includes(id)) known.push(id);
        expect(index.place(id)).toBe(known.indexOf(id));
        expect(index.find(id)).toBe(known.indexOf(id));
      }
      expect(index.count).toBe(known.length);
    }),
  );
});
