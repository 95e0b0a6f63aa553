import type { AccountId } from '../../shared/domain/account.ts';
import type { Restriction } from '../../shared/domain/allowed.ts';
import { addMoney, type Money, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { Order, OrderId, PendingOrder, Position } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Posting } from '../ledger/posting.ts';
import { type Standing, shownBalance, standingAfter } from '../ledger/settle.ts';
import type { Book } from '../ledger-account.ts';
import type { CancelReason } from './order-tables.ts';

/** A stored order: the part its owner sees, and the facts that only the exchange needs. */
export interface OrderRecord {
  readonly accountId: AccountId;
  readonly order: Order;
  /** For an order placed as pending: whether its target was below the market at that time. */
  readonly waitsBelow?: boolean;
  /** And when its target was reached. */
  readonly filledAt?: TimestampMs;
  /** The last night that was booked. */
  readonly financedAt?: TimestampMs;
  /** For the closed part of a partial close: the position it was split from. */
  readonly splitFrom?: OrderId;
  /** Names, by its identity, the trailing stop that the user set last; absent for an order that was loaded. */
  readonly trail?: object;
  /** When the newest prices were sent on which the order was decided as it is, where they come from another process. */
  readonly pricesAt?: TimestampMs;
  readonly cancelled?: { readonly at: TimestampMs; readonly why: CancelReason };
}

/** An order that ticks can still act on. */
export interface WorkingOrder extends OrderRecord {
  readonly order: PendingOrder | Position;
}

/** The state of one account that decisions are made on, besides the market. */
export interface AccountState {
  readonly id: AccountId;
  readonly book: Book;
  /** How many changes of the account are stored. */
  readonly n: number;
  readonly standing: Standing;
  readonly orders: ReadonlyMap<OrderId, WorkingOrder>;
  /** In a margin call: from a level below 100 % until it is well above it, or until no order is left. */
  readonly isCalled: boolean;
  /** What the operator has taken from the customer. */
  readonly restriction?: Restriction | undefined;
}

/**
 * One decided change. `record` is the order afterwards. A partial close produces two: the closed part as an
 * order of its own, and the remaining position, `changed`.
 */
export type DealEvent =
  | {
      readonly type: 'placed' | 'opened' | 'changed';
      readonly record: WorkingOrder;
      readonly posting?: Posting;
      /** Its night is beyond the range of money. */
      readonly isWaived?: boolean;
    }
  | { readonly type: 'closed' | 'cancelled'; readonly record: OrderRecord; readonly posting?: Posting }
  | { readonly type: 'reset' | 'moved'; readonly posting?: Posting }
  /** A margin call begins. One that comes with a stop out is not announced: the stop out says more. */
  | { readonly type: 'called'; readonly by: 'level' | 'stop-out'; readonly posting?: undefined }
  | { readonly type: 'calmed'; readonly posting?: undefined }
  | {
      readonly type: 'restricted';
      readonly restriction: Restriction | undefined;
      readonly posting?: undefined;
    };

export function apply(state: AccountState, events: readonly DealEvent[]): AccountState {
  const orders = new Map(state.orders);
  let { standing, isCalled, restriction } = state;
  for (const event of events) {
    if (event.posting) standing = standingAfter(standing, state.id, event.posting);
    switch (event.type) {
      case 'placed':
      case 'opened':
      case 'changed':
        orders.set(event.record.order.id, event.record);
        break;
      case 'closed':
      case 'cancelled':
        orders.delete(event.record.order.id);
        break;
      case 'reset':
      case 'moved':
        break;
      case 'called':
      case 'calmed':
        isCalled = event.type === 'called';
        break;
      case 'restricted':
        restriction = event.restriction;
        break;
      default:
        event satisfies never;
    }
  }
  return { ...state, standing, orders, isCalled: isCalled && orders.size > 0, restriction };
}

/** The account with its trailing stops as they stand now, ahead of the stored ones. */
export function withTrails(state: AccountState, stopOf: (id: OrderId) => Price | undefined): AccountState {
  let orders: Map<OrderId, WorkingOrder> | undefined;
  for (const [id, held] of state.orders) {
    const stopLoss = held.order.trailPoints === undefined ? undefined : stopOf(id);
    if (stopLoss === undefined) continue;
    orders ??= new Map(state.orders);
    orders.set(id, { ...held, order: { ...held.order, stopLoss } });
  }
  return orders === undefined ? state : { ...state, orders };
}

export const isWorking = (record: OrderRecord): record is WorkingOrder =>
  record.order.status === 'pending' || record.order.status === 'open';

export function positionsOf(state: AccountState): readonly Position[] {
  const positions: Position[] = [];
  for (const { order } of state.orders.values()) if (order.status === 'open') positions.push(order);
  return positions;
}

export const marginOfAll = (positions: readonly Position[]): Money =>
  positions.reduce((sum, position) => addMoney(sum, position.margin), ZERO_MONEY);

export function figuresOf(state: AccountState): AccountFigures {
  const { standing } = state;
  return {
    balance: shownBalance(standing),
    lockBalance: addMoney(marginOfAll(positionsOf(state)), standing.hold),
  };
}

export interface AccountFigures {
  /** Below zero while the house advances a loss: see `settle`. */
  readonly balance: Money;
  /** Margin of positions and held withdrawals. */
  readonly lockBalance: Money;
}
