import type { OrderId, Position } from '../../../../shared/domain/order.ts';

/** A row of the unfolded strip. A closed position keeps its row, so that none moves under a finger. */
export interface StripRow {
  readonly position: Position;
  readonly isOpen: boolean;
}

/** The rows for the positions as they are now: known ones keep their places, new ones come last. */
export function nextRows(rows: readonly StripRow[], positions: readonly Position[]): readonly StripRow[] {
  const open = new Map<OrderId, Position>(positions.map((one) => [one.id, one]));
  const known = new Set(rows.map(({ position }) => position.id));
  const kept = rows.map((row) => {
    const now = open.get(row.position.id);
    const isSame = now === undefined ? !row.isOpen : row.isOpen && now === row.position;
    return isSame ? row : { position: now ?? row.position, isOpen: now !== undefined };
  });
  const added = positions.filter(({ id }) => !known.has(id)).map((position) => ({ position, isOpen: true }));
  const isSame = added.length === 0 && kept.every((row, at) => row === rows[at]);
  return isSame ? rows : [...kept, ...added];
}
