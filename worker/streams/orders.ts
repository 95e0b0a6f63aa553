import { BehaviorSubject, Subject } from 'rxjs';
import type { OrderEvent, WorkingOrders } from '../../shared/bridge/worker-api.ts';
import { decodeAccount, decodeOrders } from '../../shared/contract/domain.ts';
import type { Money } from '../../shared/domain/money.ts';
import { type Order, type OrderId, orderId } from '../../shared/domain/order.ts';
import { fieldsOf } from '../../shared/json.ts';
import type { Counters } from '../../shared/stream/counters.ts';
import { isNumbers } from '../../shared/stream/frame-decoder.ts';
import { createWorkingSet } from '../../shared/stream/working-set.ts';
import type { DataFrame } from './inbox.ts';

/** The account's working orders and balance, from the private topics. Never conflated. */
export interface Orders {
  readonly working$: BehaviorSubject<WorkingOrders>;
  readonly events$: Subject<OrderEvent>;
  readonly balance$: BehaviorSubject<Money | undefined>;
  takeTrades(frame: Pick<DataFrame, 'data' | 'isSnapshot'>): void;
  takeClosed(frame: Pick<DataFrame, 'data'>): void;
  setBalance(balance: Money): void;
  /** Drops everything of the account. */
  forget(): void;
}

export function createOrders(counters: Counters): Orders {
  const working$ = new BehaviorSubject<WorkingOrders>({ status: 'unknown' });
  const events$ = new Subject<OrderEvent>();
  const balance$ = new BehaviorSubject<Money | undefined>(undefined);
  const set = createWorkingSet<Order>(({ id }) => id, isWorking);

  /** Publishes the rows first, so that a listener of an event finds them as the event left them. */
  function publish(events: readonly OrderEvent[]): void {
    const rows = set.rows();
    working$.next({
      status: 'ready',
      positions: rows.filter((order) => order.status === 'open'),
      pending: rows.filter((order) => order.status === 'pending'),
    });
    for (const event of events) events$.next(event);
  }

  return {
    working$,
    events$,
    balance$,
    takeTrades({ data, isSnapshot }) {
      const trades = decodeTrades(data);
      if (trades === undefined) {
        counters.malformedRow++;
        return;
      }
      const { orders, balance } = trades;
      balance$.next(balance);
      if (!isSnapshot && orders.length === 0) return;
      const { put, closed } = isSnapshot ? set.replaceAll(orders) : set.change(orders);
      const filled = put.flatMap(({ before, row }): readonly OrderEvent[] =>
        before?.status === 'pending' && row.status === 'open' ? [{ kind: 'filled', order: row }] : [],
      );
      publish(isSnapshot ? [...closing(closed), ...filled] : [...filled, ...closing(closed)]);
    },
    takeClosed({ data }) {
      const ids = decodeIds(data);
      if (ids === undefined) {
        counters.malformedRow++;
        return;
      }
      const closed = set.remove(ids);
      if (closed.length > 0) publish(closing(closed));
    },
    setBalance: (balance) => balance$.next(balance),
    forget() {
      set.clear();
      balance$.next(undefined);
      working$.next({ status: 'unknown' });
    },
  };
}

const isWorking = ({ status }: Order): boolean => status === 'pending' || status === 'open';

const closing = (ids: readonly OrderId[]): readonly OrderEvent[] =>
  ids.length === 0 ? [] : [{ kind: 'closed', ids }];

function decodeTrades(data: unknown) {
  const fields = fieldsOf(data);
  const orders = decodeOrders(fields['orders']);
  const account = decodeAccount(fields['account']);
  return orders.ok && account.ok ? { orders: orders.value, balance: account.value.balance } : undefined;
}

function decodeIds(data: unknown): readonly OrderId[] | undefined {
  const { ids } = fieldsOf(data);
  return isNumbers(ids) ? ids.map(orderId) : undefined;
}
