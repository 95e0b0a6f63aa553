import type { AccountId } from '../../shared/domain/account.ts';
import { addMoney, type Money, withinMoney, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { HistoryFilter, Order, OrderId } from '../../shared/domain/order.ts';
import { PAGE_SIZE } from '../../shared/limits.ts';
import { shownBalance } from '../ledger/settle.ts';
import { readAtOnce } from '../store/read-at-once.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { ToldEvent } from './fold-events.ts';
import { storyOf } from './journal-repository.ts';
import { orderRepository } from './order-repository.ts';
import { type AccountFigures, type AccountState, figuresOf } from './state.ts';
import { markOf, type Prices } from './valuation.ts';

/** What an account holds, as last stored. */
export interface AccountReads {
  figures(account: AccountId): Promise<AccountFigures>;
  /** All pending orders and open positions. */
  working(account: AccountId): Promise<readonly Order[]>;
  /** The decimals of the prices of an order of the account, ended ones included; undefined without such an order. */
  precision(account: AccountId, id: OrderId): Promise<number | undefined>;
  /** See `storyOf`. */
  story(account: AccountId, id: OrderId): Promise<readonly ToldEvent[]>;
  /** Orders and figures of one moment: right after change `n`, before the next one. */
  snapshot(account: AccountId): Promise<AccountSnapshot>;
  /**
   * @param filter of closed orders alone
   * @param limit orders a page
   */
  deals(
    account: AccountId,
    status: 'pending' | 'open' | 'closed',
    page: number,
    filter?: HistoryFilter,
    limit?: number,
  ): Promise<DealPage>;
}

export interface AccountSnapshot {
  readonly n: number;
  readonly orders: readonly Order[];
  readonly figures: AccountFigures;
}

interface AccountReadsDeps {
  readonly store: Pick<Store, 'read'>;
  readonly prices: Prices;
  /** The account as last stored. */
  readonly stateOf: (account: AccountId) => Promise<AccountState>;
}

export function createAccountReads({ store, prices, stateOf }: AccountReadsDeps): AccountReads {
  return {
    figures: async (account) => figuresOf(await stateOf(account)),
    working: async (account) => ordersOf(await stateOf(account)),
    async precision(account, id) {
      const working = (await stateOf(account)).orders.get(id);
      return working?.order.precision ?? orderRepository(store.read).precision(account, id);
    },
    story: (account, id) => storyOf(store.read, account, id),
    async snapshot(account) {
      const state = await stateOf(account);
      return { n: state.n, orders: ordersOf(state), figures: figuresOf(state) };
    },
    deals: async (account, status, page, filter = {}, limit = PAGE_SIZE) =>
      dealPage(store.read, prices, await stateOf(account), status, { page, filter, limit }),
  };
}

const ordersOf = ({ orders }: AccountState): Order[] => [...orders.values()].map(({ order }) => order);

interface DealPage {
  readonly orders: readonly Order[];
  readonly total: number;
  readonly balance: Money;
  /**
   * Sum of the profits of all orders of that status: realised for history, floating at the current quotes for
   * holding.
   */
  readonly profits: Money;
}

interface DealQuery {
  readonly page: number;
  readonly filter: HistoryFilter;
  readonly limit: number;
}

/** A page of orders, latest first. Positions of unknown value, and what exceeds the range of money, do not count in the sum. */
async function dealPage(
  read: Db,
  prices: Prices,
  state: AccountState,
  status: 'pending' | 'open' | 'closed',
  { page, filter, limit }: DealQuery,
): Promise<DealPage> {
  const balance = shownBalance(state.standing);
  const from = (page - 1) * limit;
  if (status === 'closed') {
    return readAtOnce(read, async (all) => {
      const { count, profit } = await orderRepository(all).closedTotals(state.id, filter);
      const orders = await orderRepository(all).closed(state.id, filter, from, limit);
      return { orders, total: count, balance, profits: profit };
    });
  }
  const all = ordersOf(state)
    .filter((order) => order.status === status)
    .sort((a, b) => b.id - a.id);
  const profits = all.reduce((sum, order) => {
    const mark = markOf(order, prices);
    return (mark && withinMoney(() => addMoney(sum, mark.pnl))) ?? sum;
  }, ZERO_MONEY);
  return { orders: all.slice(from, from + limit), total: all.length, balance, profits };
}
