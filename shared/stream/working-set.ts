import type { OrderEvent, WorkingOrders } from '../bridge/worker-api.ts';
import type { Order, OrderId, PendingOrder, Position } from '../domain/order.ts';

type Working = PendingOrder | Position;

/** The working orders held, and what each change of them means. The calls say what happened, in order. */
export interface WorkingSet {
  view(): Extract<WorkingOrders, { readonly status: 'ready' }>;
  /** Takes a snapshot: what it lacks was closed while nobody looked. */
  replaceAll(orders: readonly Order[]): readonly OrderEvent[];
  /** Takes whole rows of orders that changed. */
  change(orders: readonly Order[]): readonly OrderEvent[];
  remove(ids: readonly OrderId[]): readonly OrderEvent[];
  clear(): void;
}

const isWorking = (order: Order): order is Working => order.status === 'pending' || order.status === 'open';

export function createWorkingSet(): WorkingSet {
  const held = new Map<OrderId, Working>();
  /** Ids seen closing: a row of theirs that is still on its way must not bring them back. */
  const gone = new Set<OrderId>();

  function put(order: Working): readonly OrderEvent[] {
    const before = held.get(order.id);
    held.set(order.id, order);
    return before?.status === 'pending' && order.status === 'open' ? [{ kind: 'filled', order }] : [];
  }

  function remove(ids: readonly OrderId[]): readonly OrderEvent[] {
    for (const id of ids) gone.add(id);
    const closed = ids.filter((id) => held.delete(id));
    return closed.length === 0 ? [] : [{ kind: 'closed', ids: closed }];
  }

  return {
    view() {
      const all = [...held.values()];
      return {
        status: 'ready',
        positions: all.filter((order) => order.status === 'open'),
        pending: all.filter((order) => order.status === 'pending'),
      };
    },
    replaceAll(orders) {
      const working = orders.filter(isWorking);
      const stays = new Set(working.map(({ id }) => id));
      const closed = remove([...held.keys()].filter((id) => !stays.has(id)));
      gone.clear();
      return [...closed, ...working.flatMap(put)];
    },
    change(orders) {
      const filled = orders.filter(isWorking).flatMap((order) => (gone.has(order.id) ? [] : put(order)));
      return [...filled, ...remove(orders.filter((order) => !isWorking(order)).map(({ id }) => id))];
    },
    remove,
    clear() {
      held.clear();
      gone.clear();
    },
  };
}
