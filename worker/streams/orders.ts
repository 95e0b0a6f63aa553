import { BehaviorSubject, Subject } from 'rxjs';
import type { OrderEvent, WorkingOrders } from '../../shared/bridge/worker-api.ts';
import { decodeAccount, decodeOrders } from '../../shared/contract/decode.ts';
import type { Money } from '../../shared/domain/money.ts';
import { type OrderId, orderId } from '../../shared/domain/order.ts';
import type { Counters } from '../../shared/stream/counters.ts';
import { isNumbers } from '../../shared/stream/frame-decoder.ts';
import { createWorkingSet } from '../../shared/stream/working-set.ts';
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

export function createOrders(counters: Counters): Orders {
  const working$ = new BehaviorSubject<WorkingOrders>({ status: 'unknown' });
  const events$ = new Subject<OrderEvent>();
  const balance$ = new BehaviorSubject<Money | undefined>(undefined);
  const set = createWorkingSet();

  /** The rows first: who hears of an event finds them as it left them. */
  function tell(events: readonly OrderEvent[]): void {
    working$.next(set.view());
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
      balance$.next(trades.balance);
      if (isSnapshot) tell(set.replaceAll(trades.orders));
      else if (trades.orders.length > 0) tell(set.change(trades.orders));
    },
    takeClosed({ data }) {
      const ids = decodeIds(data);
      if (ids === undefined) {
        counters.malformedRow++;
        return;
      }
      const events = set.remove(ids);
      if (events.length > 0) tell(events);
    },
    setBalance: (balance) => balance$.next(balance),
    forget() {
      set.clear();
      balance$.next(undefined);
      working$.next({ status: 'unknown' });
    },
  };
}

const fieldOf = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;

function decodeTrades(data: unknown) {
  const orders = decodeOrders(fieldOf(data, 'orders'));
  const account = decodeAccount(fieldOf(data, 'account'));
  return orders.ok && account.ok ? { orders: orders.value, balance: account.value.balance } : undefined;
}

function decodeIds(data: unknown): readonly OrderId[] | undefined {
  const ids = fieldOf(data, 'ids');
  return isNumbers(ids) ? ids.map(orderId) : undefined;
}
