import type { AccountId } from '../../shared/domain/account.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import { ledgerRepository } from '../ledger/ledger-repository.ts';
import type { Store } from '../store/store.ts';
import { orderRepository } from './order-repository.ts';
import { type AccountState, isWorking, type WorkingOrder } from './state.ts';

/** Reads an account as it is stored; undefined when there is none. */
export async function loadAccount(store: Store, id: AccountId): Promise<AccountState | undefined> {
  const account = await accountRepository(store.read).byId(id);
  if (account === undefined) return undefined;
  const orders = new Map<OrderId, WorkingOrder>();
  for (const record of await orderRepository(store.read).working(id)) {
    if (isWorking(record)) orders.set(record.order.id, record);
  }
  return { id, book: account.book, standing: await ledgerRepository(store.read).standing(id), orders };
}
