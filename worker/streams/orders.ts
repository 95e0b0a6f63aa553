import { BehaviorSubject, Subject } from 'rxjs';
import { decodeAccount, decodeOrders } from '../../shared/contract/decode.ts';
import type { Money } from '../../shared/money.ts';
import { type Order, type OrderId, orderId, type PendingOrder, type Position } from '../../shared/order.ts';
import type { OrderEvent, WorkingOrders } from '../../shared/worker-api.ts';
import type { Counters } from '../counters.ts';
import type { DataFrame } from './inbox.ts';

/** The account's working orders and balance, as the private topics tell them. Never conflated. */
export interface Orders {
  readonly working$: BehaviorSubject<WorkingOrders>;
  readonly events$: Subject<OrderEvent>;
  readonly balance$: BehaviorSubject<Money | undefined>;
  takeTrades(frame: Pick<DataFrame, 'data' | 'isSnapshot'>): void;
  takeClosed(frame: Pick<DataFrame, 'data'>): void;
  setBalance(balance: Money): void;
  /** Nothing of the account stays. */
  forget(): void;
}

type Working = PendingOrder | Position;
const isWorking = (order: Order): order is Working => order.status === 'pending' || order.status === 'open';

export function createOrders(counters: Counters): Orders {
  const working$ = new BehaviorSubject<WorkingOrders>({ status: 'unknown' });
  const events$ = new Subject<OrderEvent>();
  const balance$ = new BehaviorSubject<Money | undefined>(undefined);
  const held = new Map<OrderId, Working>();
  /** Ids seen closing: a row of theirs that is still on its way must not bring them back. */
  const gone = new Set<OrderId>();

  function tell(): void {
    const all = [...held.values()];
    working$.next({
      status: 'ready',
      positions: all.filter((order) => order.status === 'open'),
      pending: all.filter((order) => order.status === 'pending'),
    });
  }

  function remove(ids: readonly OrderId[]): void {
    const closed = ids.filter((id) => held.delete(id));
    if (closed.length === 0) return;
    tell();
    events$.next({ kind: 'closed', ids: closed });
  }

  function replaceAll(orders: readonly Order[]): void {
    const before = new Map(held);
    const wasKnown = working$.value.status === 'ready';
    held.clear();
    gone.clear();
    for (const order of orders) if (isWorking(order)) held.set(order.id, order);
    tell();
    if (!wasKnown) return;
    const closed = [...before.keys()].filter((id) => !held.has(id));
    if (closed.length > 0) events$.next({ kind: 'closed', ids: closed });
    for (const order of held.values()) tellFill(before.get(order.id), order);
  }

  function tellFill(before: Working | undefined, after: Working): void {
    if (before?.status === 'pending' && after.status === 'open')
      events$.next({ kind: 'filled', order: after });
  }

  function change(orders: readonly Order[]): void {
    const fresh = orders.filter((order) => isWorking(order)).filter(({ id }) => !gone.has(id));
    const before = fresh.map(({ id }) => held.get(id));
    for (const order of fresh) held.set(order.id, order);
    if (fresh.length > 0) tell();
    fresh.forEach((order, i) => {
      tellFill(before[i], order);
    });
    const ended = orders.filter((order) => !isWorking(order)).map(({ id }) => id);
    for (const id of ended) gone.add(id);
    remove(ended);
  }

  return {
    working$,
    events$,
    balance$,
    takeTrades({ data, isSnapshot }) {
      const fields = typeof data === 'object' && data !== null ? data : {};
      const orders = decodeOrders('orders' in fields ? fields.orders : undefined);
      const account = decodeAccount('account' in fields ? fields.account : undefined);
      if (!orders.ok || !account.ok) {
        counters.malformedRow++;
        return;
      }
      balance$.next(account.value.balance);
      if (isSnapshot) replaceAll(orders.value);
      else change(orders.value);
    },
    takeClosed({ data }) {
      const ids = typeof data === 'object' && data !== null && 'ids' in data ? data.ids : undefined;
      if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'number')) {
        counters.malformedRow++;
        return;
      }
      const closed = ids.map(orderId);
      for (const id of closed) gone.add(id);
      remove(closed);
    },
    setBalance: (balance) => balance$.next(balance),
    forget() {
      held.clear();
      gone.clear();
      balance$.next(undefined);
      working$.next({ status: 'unknown' });
    },
  };
}
