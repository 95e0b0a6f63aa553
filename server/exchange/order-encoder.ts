import { encodeOrder } from '../../shared/contract/domain.ts';
import type { WireOrder } from '../../shared/contract/orders.ts';
import type { Account } from '../../shared/contract/payments.ts';
import { moneyToWire } from '../../shared/domain/money.ts';
import type { Order } from '../../shared/domain/order.ts';
import type { Exchange } from './exchange.ts';
import type { AccountFigures } from './state.ts';

/** An order as the wire's row, with the price and the profit of this moment. */
export const wireOrder = (exchange: Exchange, order: Order): WireOrder =>
  encodeOrder(order, exchange.mark(order));

export const wireAccount = (figures: AccountFigures): Account => ({
  balance: moneyToWire(figures.balance),
  lock_balance: moneyToWire(figures.lockBalance),
});
