import { BehaviorSubject, distinctUntilChanged, map, type Observable, Subject } from 'rxjs';
import type { OrderEvent, WorkingOrders } from '../../shared/bridge/worker-api.ts';
import { decodeAccount } from '../../shared/contract/domain.ts';
import { decodeOrders } from '../../shared/contract/order-row.ts';
import type { Money } from '../../shared/domain/money.ts';
import { type Order, type OrderId, orderId } from '../../shared/domain/order.ts';
import { fieldsOf } from '../../shared/json.ts';
import type { Counters } from '../../shared/stream/counters.ts';
import { isNumbers } from '../../shared/stream/frame-decoder.ts';
import { createWorkingSet } from '../../shared/stream/working-set.ts';
import type { DataFrame } from './inbox.ts';

interface Account {
  readonly working: WorkingOrders;
  readonly balance: Money | undefined;
}

/** The account's working orders and balance, from the private topics. Never conflated. */
export interface Orders {
  /** Changed at once: the profit of a close is in the balance or in the positions, never in both. */
  readonly account$: BehaviorSubject<Account>;
  readonly working$: Observable<WorkingOrders>;
  readonly events$: Subject<OrderEvent>;
  takeTrades(frame: Pick<DataFrame, 'data' | 'isSnapshot'>): void;
  takeClosed(frame: Pick<DataFrame, 'data'>): void;
  setBalance(balance: Money): void;
  /** Drops everything of the account. */
  forget(): void;
}

const UNKNOWN: Account = { working: { status: 'unknown' }, balance: undefined };

export function createOrders(counters: Counters): Orders {
  const account$ = new BehaviorSubject(UNKNOWN);
  const events$ = new Subject<OrderEvent>();
  const set = createWorkingSet<Order>(({ id }) => id, isWorking);

  /** Publishes the rows first, so that a listener of an event finds them as the event left them. */
  function publish(balance: Money | undefined, events: readonly OrderEvent[]): void {
    const rows = set.rows();
    const positions = rows.filter((order) => order.status === 'open');
    const pending = rows.filter((order) => order.status === 'pending');
    account$.next({ working: { status: 'ready', positions, pending }, balance });
    for (const event of events) events$.next(event);
  }

  const setBalance = (balance: Money) => account$.next({ ...account$.value, balance });

  return {
    account$,
    working$: account$.pipe(
      map(({ working }) => working),
      distinctUntilChanged(),
    ),
    events$,
    takeTrades({ data, isSnapshot }) {
      const trades = decodeTrades(data);
      if (trades === undefined) {
        counters.malformedRow++;
        return;
      }
      const { orders, balance } = trades;
      if (!isSnapshot && orders.length === 0) return setBalance(balance);
      const { put, closed } = isSnapshot ? set.replaceAll(orders) : set.change(orders);
      const filled = put.flatMap(({ before, row }): readonly OrderEvent[] =>
        before?.status === 'pending' && row.status === 'open' ? [{ kind: 'filled', order: row }] : [],
      );
      const isCut = put.some(({ before, row }) => before !== undefined && row.volume < before.volume);
      publish(
        balance,
        isSnapshot ? [...closing(closed, [], isCut), ...filled] : [...filled, ...closing(closed, orders)],
      );
    },
    takeClosed({ data }) {
      const ids = decodeIds(data);
      if (ids === undefined) {
        counters.malformedRow++;
        return;
      }
      const closed = set.remove(ids);
      if (closed.length > 0) publish(account$.value.balance, closing(closed));
    },
    setBalance,
    forget() {
      set.clear();
      account$.next(UNKNOWN);
    },
  };
}

const isWorking = ({ status }: Order): boolean => status === 'pending' || status === 'open';

/** @param isCut parts of positions were closed, whose ids a snapshot does not have */
function closing(ids: readonly OrderId[], rows: readonly Order[] = [], isCut = false): readonly OrderEvent[] {
  const cancelled = rows.filter((row) => row.status === 'cancelled');
  if (ids.length === 0 && !isCut) return [];
  return [{ kind: 'closed', ids, ...(cancelled.length === 0 ? {} : { cancelled }) }];
}

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
