import type { AccountId } from '../../shared/domain/account.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { Store } from '../store/store.ts';
import { type AccountState, isWorking, type WorkingOrder } from './state.ts';

/** Reads an account as it is stored; undefined when there is none. */
export async function loadAccount(store: Store, id: AccountId): Promise<AccountState | undefined> {
  const account = await store.read.accounts.byId(id);
  if (account === undefined) return undefined;
  const orders = new Map<OrderId, WorkingOrder>();
  for (const record of await store.read.orders.working(id)) {
    if (isWorking(record)) orders.set(record.order.id, record);
  }
  return { id, book: account.book, standing: await store.read.ledger.standing(id), orders };
}
