/*
 * What it means to move a line of an order to another price: which command it is, whether the exchange would take it, and
 * the money, the points and the risk : reward of it. Pure; the rules are those of the exchange, the money is shared's.
 */
import { marginOf } from '../../../shared/domain/margin.ts';
import { type Money, mulDiv, withinMoney } from '../../../shared/domain/money.ts';
import { totalOf } from '../../../shared/domain/net-position.ts';
import { type OpeningFacts, type WaitProblem, waitProblem } from '../../../shared/domain/opening.ts';
import type { PendingOrder, Position } from '../../../shared/domain/order.ts';
import { type Price, price } from '../../../shared/domain/price.ts';
import { entryOf, type MoneyFacts, profitAt } from '../../../shared/domain/profit-at.ts';

export type WorkingOrder = Position | PendingOrder;

/** A horizontal line of an order. */
export interface OrderLine {
  readonly part: 'position' | 'pending' | 'stop-loss' | 'trailing-stop' | 'take-profit';
  readonly price: Price;
  /** With the change that waits for its confirmation or its reply. */
  readonly order: WorkingOrder;
  /** Shows a change that the exchange has not confirmed. */
  readonly isWaiting: boolean;
  /** Its order has such a change, of this line or of another: a second one could undo it, since both stops are sent at once. */
  readonly isLocked: boolean;
}

/** A command on one order. `trailing-stop`: a new distance, which puts the stop at `price` for now. */
export type Change =
  | { readonly what: 'stop-loss' | 'take-profit' | 'order-price'; readonly price: Price }
  | { readonly what: 'trailing-stop'; readonly price: Price; readonly points: number }
  /** Removes a stop or cancels the pending order. */
  | { readonly what: 'removal'; readonly part: Exclude<OrderLine['part'], 'position'> };

export type Removal = Extract<Change, { readonly what: 'removal' }>;
export type Move = Exclude<Change, Removal>;

/** `wrong-side`: of a stop; `unknown`: no market price. */
export type MoveProblem = 'wrong-side' | WaitProblem;

/**
 * The move that puts a line at a price. That of a position becomes its stop loss or its take profit, by the side of the
 * market; a stop that trails gets another distance.
 */
export function moveOf({ part, order }: OrderLine, to: Price, now: Price | undefined): Move {
  if (part === 'pending') return { what: 'order-price', price: to };
  if (part === 'take-profit' || (part === 'position' && isBetter(order, to, now)))
    return { what: 'take-profit', price: to };
  if (order.trailPoints === undefined || order.status !== 'open') return { what: 'stop-loss', price: to };
  return {
    what: 'trailing-stop',
    price: to,
    points: now === undefined ? order.trailPoints : Math.abs(to - now),
  };
}

const signOf = ({ side }: WorkingOrder): 1 | -1 => (side === 'buy' ? 1 : -1);

const isBetter = (order: WorkingOrder, to: Price, now: Price | undefined): boolean =>
  (to - (now ?? entryOf(order))) * signOf(order) > 0;

/** The lowest and highest price that an order may have what is moved at. */
export interface Allowed {
  readonly lowest: number;
  readonly highest: number;
}

/** Where the exchange allows what is moved; undefined while the market price is not known. */
export function allowedFor(
  order: WorkingOrder,
  what: Move['what'],
  now: Price | undefined,
): Allowed | undefined {
  const isBuy = order.side === 'buy';
  if (what === 'order-price') {
    const { stopLoss, takeProfit } = order;
    const [below, above] = isBuy ? [stopLoss, takeProfit] : [takeProfit, stopLoss];
    return { lowest: (below ?? 0) + 1, highest: (above ?? Number.POSITIVE_INFINITY) - 1 };
  }
  const reference = order.status === 'pending' ? order.targetPrice : now;
  if (reference === undefined) return undefined;
  const isBelow = isBuy === (what !== 'take-profit');
  return isBelow
    ? { lowest: 1, highest: reference - 1 }
    : { lowest: reference + 1, highest: Number.POSITIVE_INFINITY };
}

/** Why the exchange would refuse the move, if so. It checks what depends on the money of an account that is unknown. */
export function problemOf(order: WorkingOrder, move: Move, facts: OpeningFacts): MoveProblem | undefined {
  if (move.what === 'order-price') {
    const problem = waitProblem(order, move.price, facts);
    return problem === 'unknown' ? undefined : problem;
  }
  const allowed = allowedFor(order, move.what, facts.now);
  if (!allowed) return 'unknown';
  // The distance counts from the price of the moment in which the exchange has it.
  if (move.what === 'trailing-stop')
    return move.points > 0 && move.points <= allowed.highest ? undefined : 'wrong-side';
  return move.price >= allowed.lowest && move.price <= allowed.highest ? undefined : 'wrong-side';
}

/** The order as it will be; the one that is removed stays until then. */
export function changed(order: WorkingOrder, change: Change): WorkingOrder {
  switch (change.what) {
    case 'stop-loss': {
      const { trailPoints: _, ...fixed } = order;
      return { ...fixed, stopLoss: change.price };
    }
    case 'trailing-stop':
      return { ...order, stopLoss: change.price, trailPoints: change.points };
    case 'take-profit':
      return { ...order, takeProfit: change.price };
    case 'order-price':
      return order.status === 'pending' ? { ...order, targetPrice: change.price } : order;
    case 'removal':
      return order;
    default:
      return change satisfies never;
  }
}

/** What a move means for its orders together. */
export interface MoveMeaning {
  /** Profit or loss at the price; undefined for the price of a pending order, and while unknown. */
  readonly money: Money | undefined;
  /** What pending orders would take up, lose at their stops and win at their targets, if all have them, after their fill. */
  readonly pending: Readonly<Record<'margin' | 'loss' | 'gain', Money | undefined>> | undefined;
  /** Distance: of a trailing stop and a pending order from the market, else from the entry, if that is the same for all. */
  readonly points: number | undefined;
  /** Reward as a multiple of the risk, in tenths; undefined without a stop on each side of every entry. */
  readonly reward: number | undefined;
}

/** @param orders as they are, at least one */
export function meaningOf(
  orders: readonly WorkingOrder[],
  moves: readonly Move[],
  now: Price | undefined,
  facts: MoneyFacts,
): MoveMeaning {
  const [move] = moves;
  const after = orders.map((order, i) => changed(order, moves[i] ?? { what: 'removal', part: 'pending' }));
  if (!move) return { money: undefined, pending: undefined, points: undefined, reward: undefined };
  const isOfMarket = move.what === 'order-price' || move.what === 'trailing-stop';
  return {
    money:
      move.what === 'order-price'
        ? undefined
        : totalOf(after.map((order) => profitAt(order, move.price, facts))),
    pending: move.what === 'order-price' ? pendingMeaning(after, facts) : undefined,
    points: isOfMarket ? now && Math.abs(move.price - now) : sameDistance(after, move.price),
    reward: rewardOf(after),
  };
}

function pendingMeaning(orders: readonly WorkingOrder[], facts: MoneyFacts): MoveMeaning['pending'] {
  const at = (stop: 'stopLoss' | 'takeProfit') =>
    totalOf(orders.map((order) => order[stop] && profitAt(order, order[stop], facts)));
  const { instrument, rate } = facts;
  const margin = (order: WorkingOrder) =>
    instrument && rate
      ? withinMoney(() => marginOf(instrument, order.volume, entryOf(order), order.multiple, rate))
      : undefined;
  return { margin: totalOf(orders.map(margin)), loss: at('stopLoss'), gain: at('takeProfit') };
}

function sameDistance(orders: readonly WorkingOrder[], to: Price): number | undefined {
  const entries = new Set(orders.map(entryOf));
  const [entry] = entries;
  return entry === undefined || entries.size > 1 ? undefined : Math.abs(to - entry);
}

function rewardOf(orders: readonly WorkingOrder[]): number | undefined {
  let [risk, reward] = [0, 0];
  for (const order of orders) {
    const { stopLoss, takeProfit, volume } = order;
    if (stopLoss === undefined || takeProfit === undefined) return undefined;
    const entry = entryOf(order);
    risk += (entry - stopLoss) * signOf(order) * volume;
    reward += (takeProfit - entry) * signOf(order) * volume;
  }
  return risk > 0 && reward > 0 ? mulDiv(reward, 10, risk) : undefined;
}

/** A price in whole points, at least one. */
export const snapped = (points: number): Price => price(Math.max(1, Math.round(points)));
