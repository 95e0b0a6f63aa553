import { describe, expect, it } from 'vitest';
import type { Position } from '../../../shared/domain/order.ts';
import { nextRows, type SteadyRow } from '../../../src/screens/shared/steady-rows.ts';
import { aPosition } from '../../helpers/orders.ts';

const position = (id: number, size = 100) => aPosition({ id, volume: size });
const texts = (rows: readonly SteadyRow<Position>[]) =>
  rows.map((row) => `${row.order.id} ${row.order.volume} ${row.isOpen ? 'open' : 'closed'}`);

describe('the rows of working orders', () => {
  const [first, second] = [position(1), position(2)];
  const rows = nextRows([], [second, first]);

  it('keep their places: a closed position stays, a new one comes last, a part closed changes its row', () => {
    const after = nextRows(rows, [position(3), position(1, 50)]);
    expect(texts(after)).toEqual(['2 100 closed', '1 50 open', '3 100 open']);
    expect(texts(nextRows(after, []))).toEqual(['2 100 closed', '1 50 closed', '3 100 closed']);
  });

  it('are the same object while nothing changes, also after a close', () => {
    expect(nextRows(rows, [first, second])).toBe(rows);
    const closed = nextRows(rows, [first]);
    expect(nextRows(closed, [first])).toBe(closed);
  });
});
