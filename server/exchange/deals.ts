import { addMoney, type Money, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { Order } from '../../shared/domain/order.ts';
import { PAGE_SIZE } from '../../shared/limits.ts';
import type { Market } from '../feed/market.ts';
import type { Store } from '../store/store.ts';
import { orderRepository } from './order-repository.ts';
import type { AccountState } from './state.ts';
import { markOf } from './valuation.ts';

export interface DealPage {
  readonly orders: readonly Order[];
  readonly total: number;
  readonly balance: Money;
  /**
   * Sum of the profits of all orders of that status: realised for history, floating at the current quotes for
   * holding.
   */
  readonly profits: Money;
}

/** A page of orders, latest first. Positions of unknown value do not count in the sum. */
export async function dealPage(
  store: Store,
  market: Market,
  state: AccountState,
  status: 'pending' | 'open' | 'closed',
  page: number,
): Promise<DealPage> {
  const { balance } = state.standing;
  const from = (page - 1) * PAGE_SIZE;
  if (status === 'closed') {
    const { count, profit } = await orderRepository(store.read).closedTotals(state.id);
    const orders = await orderRepository(store.read).closed(state.id, from, PAGE_SIZE);
    return { orders, total: count, balance, profits: profit };
  }
  const all = [...state.orders.values()]
    .map(({ order }) => order)
    .filter((order) => order.status === status)
    .sort((a, b) => b.id - a.id);
  const profits = all.reduce(
    (sum, order) => addMoney(sum, markOf(order, market)?.pnl ?? ZERO_MONEY),
    ZERO_MONEY,
  );
  return { orders: all.slice(from, from + PAGE_SIZE), total: all.length, balance, profits };
}
