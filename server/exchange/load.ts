import type { AccountId } from '../../shared/domain/account.ts';
import { ledgerRepository } from '../ledger/ledger-repository.ts';
import { readAtOnce } from '../store/read-at-once.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { orderRepository } from './order-repository.ts';
import { type AccountState, isWorking, type WorkingOrder } from './state.ts';

/** Accounts named in one query. */
const AT_ONCE = 1_000;

/**
 * One account, or all those with working orders that are wanted: three queries, however many there are, or for less than
 * half of them as many for each thousand.
 * @returns stored accounts alone
 */
export async function loadAccounts(
  db: Db,
  which: AccountId | ((account: AccountId) => boolean),
): Promise<readonly AccountState[]> {
  const one = typeof which === 'function' ? undefined : which;
  // First: what was decided on rows that were changed after it is refused.
  const found = await numbered(db, one);
  const accounts = found.filter(({ id }) => typeof which !== 'function' || which(id));
  if (accounts.length === 0) return [];
  if (one === undefined && 2 * accounts.length >= found.length) return loadRows(db, accounts, undefined);
  const states: AccountState[] = [];
  for (let at = 0; at < accounts.length; at += AT_ONCE) {
    const some = accounts.slice(at, at + AT_ONCE);
    const ids = some.map(({ id }) => id);
    states.push(...(await loadRows(db, some, ids)));
  }
  return states;
}

/** @param ids undefined: of all accounts with working orders */
async function loadRows(
  db: Db,
  accounts: Awaited<ReturnType<typeof numbered>>,
  ids: readonly AccountId[] | undefined,
): Promise<readonly AccountState[]> {
  const records = Map.groupBy(await orderRepository(db).working(ids), ({ accountId }) => accountId);
  const standings = await ledgerRepository(db).standings(ids ?? withOrders(db));
  return accounts.map(({ id, book, n, called, restriction }) => {
    const orders = (records.get(id) ?? []).filter(isWorking);
    return {
      id,
      book,
      n: n ?? 0,
      standing: standings(id),
      isCalled: called !== null,
      restriction: restriction ?? undefined,
      orders: new Map(
        orders.map((order): [WorkingOrder['order']['id'], WorkingOrder] => [order.order.id, order]),
      ),
    };
  });
}

/** Orders and money as one transaction left them. */
export async function readAccount({ read }: Pick<Store, 'read'>, account: AccountId): Promise<AccountState> {
  const [state] = await readAtOnce(read, (all) => loadAccounts(all, account));
  if (state === undefined) throw new Error(`account ${account} does not exist`);
  return state;
}

const withOrders = (db: Db) =>
  db.selectFrom('orders').select('account_id').where('status', 'in', ['pending', 'open']);

const numbered = (db: Db, one: AccountId | undefined) =>
  db
    .selectFrom('accounts')
    .leftJoin('account_chains', 'account_chains.account_id', 'accounts.id')
    .leftJoin('margin_calls', 'margin_calls.account_id', 'accounts.id')
    .leftJoin('restrictions', 'restrictions.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.book', 'account_chains.n', 'margin_calls.account_id as called'])
    .select('restrictions.restriction')
    .where('accounts.id', 'in', one === undefined ? withOrders(db) : [one])
    .execute();
