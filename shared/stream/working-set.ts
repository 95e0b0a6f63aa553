import type { OrderId } from '../domain/order.ts';
import { MAX_WORKING_ORDERS } from '../limits.ts';

/**
 * The working orders of an account, by id. `Row` is a decoded order in the engine and a row of the wire in a
 * recording's fold.
 */
export interface WorkingSet<Row> {
  /** In the order in which they were added. */
  rows(): readonly Row[];
  /** Takes a snapshot: orders that it lacks were closed while the topic was not subscribed. */
  replaceAll(rows: readonly Row[]): WorkingChanges<Row>;
  /**
   * Takes whole rows of orders that changed; rows of orders that work no more remove them. Their ids are `closed` unless
   * they were seen closing before: also those that were never held, such as of the closed part of a position.
   */
  change(rows: readonly Row[]): WorkingChanges<Row>;
  /** @returns the ids that were held */
  remove(ids: readonly OrderId[]): readonly OrderId[];
  clear(): void;
}

interface WorkingChanges<Row> {
  /** `before`: undefined for an order that was not held. */
  readonly put: readonly { readonly before: Row | undefined; readonly row: Row }[];
  readonly closed: readonly OrderId[];
}

/** A row is late by seconds. All of an account's orders may close at once. */
const MAX_GONE = 2 * MAX_WORKING_ORDERS;

export function createWorkingSet<Row>(
  idOf: (row: Row) => OrderId,
  isWorking: (row: Row) => boolean,
): WorkingSet<Row> {
  const held = new Map<OrderId, Row>();
  /** Ids that were seen closing, the latest ones: a late row must not bring them back. */
  const gone = new Set<OrderId>();

  function remove(ids: readonly OrderId[]): readonly OrderId[] {
    for (const id of ids) gone.add(id);
    for (const oldest of gone) {
      if (gone.size <= MAX_GONE) break;
      gone.delete(oldest);
    }
    return ids.filter((id) => held.delete(id));
  }

  function change(rows: readonly Row[]): WorkingChanges<Row> {
    const put = rows
      .filter((row) => isWorking(row) && !gone.has(idOf(row)))
      .map((row) => {
        const before = held.get(idOf(row));
        held.set(idOf(row), row);
        return { before, row };
      });
    const ended = rows.filter((row) => !isWorking(row)).map(idOf);
    const closed = ended.filter((id) => !gone.has(id));
    remove(ended);
    return { put, closed };
  }

  return {
    rows: () => [...held.values()],
    replaceAll(rows) {
      const stays = new Set(rows.filter(isWorking).map(idOf));
      const closed = remove([...held.keys()].filter((id) => !stays.has(id)));
      gone.clear();
      return { put: change(rows).put, closed };
    },
    change,
    remove,
    clear() {
      held.clear();
      gone.clear();
    },
  };
}
