import { describe, expect, it } from 'vitest';
import { orderId } from '../../../shared/domain/order.ts';
import { createWorkingSet } from '../../../shared/stream/working-set.ts';

interface Row {
  readonly id: number;
  readonly state: 'pending' | 'open' | 'closed';
}

const row = (id: number, state: Row['state'] = 'open'): Row => ({ id, state });
const setUp = (...rows: readonly Row[]) => {
  const set = createWorkingSet<Row>(
    ({ id }) => orderId(id),
    ({ state }) => state !== 'closed',
  );
  set.replaceAll(rows);
  return set;
};
const idsOf = (set: ReturnType<typeof setUp>) => set.rows().map(({ id }) => id);

describe('the working set', () => {
  it('returns the row as it was before it changed', () => {
    const set = setUp(row(1, 'pending'));
    expect(set.change([row(1), row(2)])).toEqual({
      put: [
        { before: row(1, 'pending'), row: row(1) },
        { before: undefined, row: row(2) },
      ],
      closed: [],
    });
  });

  it('reports an order that it never held as closed, once', () => {
    const set = setUp(row(1));
    expect(set.change([row(2, 'closed'), row(1)]).closed).toEqual([2]);
    expect(set.change([row(2, 'closed')]).closed).toEqual([]);
  });

  it('closes orders that a snapshot no longer has', () => {
    const set = setUp(row(1), row(2));
    expect(set.replaceAll([row(2), row(3)]).closed).toEqual([1]);
    expect(idsOf(set)).toEqual([2, 3]);
  });

  it('does not restore a closed order from a late row', () => {
    const set = setUp(row(1), row(2));
    expect(set.remove([orderId(1), orderId(9)])).toEqual([1]);
    expect(set.change([row(2, 'closed')]).closed).toEqual([2]);
    set.change([row(1), row(2), row(9)]);
    expect(idsOf(set)).toEqual([]);
  });

  it('keeps the ids of the latest closes alone, however many there are in a day', () => {
    const set = setUp();
    for (let id = 1; id <= 3_000; id++) set.remove([orderId(id)]);
    set.change([row(1), row(3_000)]);
    expect(idsOf(set)).toEqual([1]);
  });

  it('trusts a snapshot more than an earlier close', () => {
    const set = setUp(row(1));
    set.remove([orderId(1)]);
    set.replaceAll([row(1), row(2, 'closed')]);
    set.change([row(2)]);
    expect(idsOf(set)).toEqual([1]);
  });

  it('forgets everything when it is cleared', () => {
    const set = setUp(row(1));
    set.remove([orderId(1)]);
    set.clear();
    set.change([row(1)]);
    expect(idsOf(set)).toEqual([1]);
  });
});
