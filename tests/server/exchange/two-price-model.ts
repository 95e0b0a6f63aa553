import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { Order, OrderId, Side } from '../../../shared/domain/order.ts';
import { over, type Rational, rounded, scaled, times, whole } from '../../helpers/rational.ts';

/*
 * What becomes of orders at a bid and an ask, by the words of the contract: no line of the exchange, one order at a time,
 * decimal fractions. Prices are in points, lots in ten-thousandths, money in millionths.
 */

export interface Prices {
  readonly bid: number;
  readonly ask: number;
}

export interface Terms {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly volume: number;
  readonly multiple: number;
  readonly target?: number | undefined;
  readonly stop?: number | undefined;
  readonly take?: number | undefined;
  readonly trail?: number | undefined;
}

interface ModelOrder extends Terms {
  volume: number;
  status: 'pending' | 'open';
  target?: number | undefined;
  stop?: number | undefined;
  take?: number | undefined;
  trail?: number | undefined;
  waitsBelow: boolean;
  openPrice: number;
  margin: bigint;
  fee: bigint;
}

export interface Model {
  readonly orders: ReadonlyMap<OrderId, ModelOrder>;
  balance(): bigint;
  /** What it closed, with the price and the profit. */
  readonly closed: ReadonlyMap<
    OrderId,
    { readonly price: number; readonly profit: bigint; readonly why: string }
  >;
  tick(code: string, prices: Prices): void;
  /** @returns false: refused with 4105 */
  submit(id: OrderId | undefined, terms: Terms): boolean;
  amend(id: OrderId, target: number): boolean;
  stops(id: OrderId, to: Pick<Terms, 'stop' | 'take' | 'trail'>): boolean;
  /** @param part the number of the closed part, and its size */
  close(id: OrderId, part?: { readonly id: OrderId; readonly volume: number }): void;
  cancel(id: OrderId): void;
}

export function createModel(
  instruments: readonly Instrument[],
  start: bigint,
  quotes: Map<string, Prices>,
): Model {
  const orders = new Map<OrderId, ModelOrder>();
  const closed = new Map<OrderId, { price: number; profit: bigint; why: string }>();
  let balance = start;

  const pricesOf = ({ code }: Instrument): Prices => quotes.get(code) ?? { bid: 0, ask: 0 };
  const opening = ({ side, instrument }: Terms) => pricesOf(instrument)[side === 'buy' ? 'ask' : 'bid'];
  const closing = ({ side, instrument }: Terms) => pricesOf(instrument)[side === 'buy' ? 'bid' : 'ask'];

  /** A unit of the quote currency in USD, at the bid. */
  const usd = ({ settle }: Instrument): Rational => {
    if (settle.status === 'none') return whole(1);
    const conversion = instruments.find(({ code }) => code === settle.code);
    const rate = scaled(quotes.get(settle.code)?.bid ?? 0, conversion?.precision ?? 0);
    return settle.status === 'direct' ? rate : over(whole(1), rate);
  };
  const units = ({ instrument }: Terms, volume: number) =>
    times(scaled(volume, 4), whole(instrument.contractSize));

  const isValid = ({ side, stop, take }: Terms, from: number): boolean => {
    const [below, above] = side === 'buy' ? [stop, take] : [take, stop];
    return (below === undefined || (below > 0 && below < from)) && (above === undefined || above > from);
  };
  const trailed = ({ side }: Terms, from: number, distance: number) =>
    side === 'buy' ? from - distance : from + distance;

  const fill = (order: ModelOrder): void => {
    const { instrument, volume, multiple } = order;
    const at = opening(order);
    const held = over(units(order, volume), whole(multiple));
    const exact =
      instrument.marginMode === 'fixed'
        ? held
        : times(held, scaled(at, instrument.precision), usd(instrument));
    order.status = 'open';
    order.openPrice = at;
    order.margin = rounded(exact, 6);
    order.fee = rounded(times({ top: order.margin, bottom: 1n }, scaled(instrument.feeRateMillionths, 6)), 0);
    balance -= order.fee;
    if (order.trail !== undefined) order.stop = trailed(order, closing(order), order.trail);
  };

  const end = (id: OrderId, order: ModelOrder, volume: number, why: string): void => {
    const { instrument, side, openPrice } = order;
    const at = closing(order);
    const moved = scaled(side === 'buy' ? at - openPrice : openPrice - at, instrument.precision);
    const profit = rounded(times(moved, units(order, volume), usd(instrument)), 6);
    balance += profit;
    closed.set(id, { price: at, profit, why });
  };

  const judge = (id: OrderId, order: ModelOrder): void => {
    if (order.status === 'pending') {
      const now = opening(order);
      const target = order.target ?? 0;
      if (order.waitsBelow ? now > target : now < target) return;
      fill(order);
    }
    const [now, sign] = [closing(order), order.side === 'buy' ? 1 : -1];
    const { stop, take, trail } = order;
    const isStopped = stop !== undefined && (now - stop) * sign <= 0;
    if (isStopped || (take !== undefined && (now - take) * sign >= 0)) {
      if (trail !== undefined && !isStopped) order.stop = trailed(order, now, trail);
      orders.delete(id);
      end(
        id,
        order,
        order.volume,
        !isStopped ? 'take-profit' : trail === undefined ? 'stop-loss' : 'trailing-stop',
      );
    } else if (trail !== undefined && stop !== undefined) {
      const next = trailed(order, now, trail);
      if ((next - stop) * sign > 0) order.stop = next;
    }
  };

  const found = (id: OrderId): ModelOrder => {
    const order = orders.get(id);
    if (order === undefined) throw new Error(`the model has no order ${id}`);
    return order;
  };

  return {
    orders,
    closed,
    balance: () => balance,
    tick(code, prices) {
      quotes.set(code, prices);
      for (const [id, order] of orders) if (order.instrument.code === code) judge(id, order);
    },
    submit(id, terms) {
      const { target, trail } = terms;
      const from = target ?? closing(terms);
      const stop = trail === undefined ? terms.stop : trailed(terms, from, trail);
      const isRight = isValid({ ...terms, stop }, from) && target !== opening(terms);
      if (!isRight || id === undefined) return isRight;
      const waitsBelow = target !== undefined && target < opening(terms);
      const order: ModelOrder = {
        ...terms,
        status: 'pending',
        waitsBelow,
        openPrice: 0,
        margin: 0n,
        fee: 0n,
      };
      if (target === undefined) fill(order);
      orders.set(id, order);
      return true;
    },
    amend(id, target) {
      const order = found(id);
      const stop = order.trail === undefined ? order.stop : trailed(order, target, order.trail);
      if (target === opening(order) || !isValid({ ...order, stop }, target)) return false;
      order.target = target;
      order.waitsBelow = target < opening(order);
      return true;
    },
    stops(id, to) {
      const order = found(id);
      const from = order.status === 'pending' ? (order.target ?? 0) : closing(order);
      const goesOn = order.status === 'open' && to.trail !== undefined && to.trail === order.trail;
      const begun = to.trail === undefined ? to.stop : trailed(order, from, to.trail);
      const stop = goesOn ? order.stop : begun;
      if (!isValid({ ...order, stop, take: to.take }, from)) return false;
      order.stop = to.trail !== undefined && order.status === 'pending' ? undefined : stop;
      order.take = to.take;
      order.trail = to.trail;
      return true;
    },
    close(id, part) {
      const order = found(id);
      if (part === undefined || part.volume === order.volume) {
        orders.delete(id);
        return end(id, order, order.volume, 'manual');
      }
      const share = (amount: bigint) =>
        rounded({ top: amount * BigInt(part.volume), bottom: BigInt(order.volume) }, 0);
      end(part.id, order, part.volume, 'manual');
      order.margin -= share(order.margin);
      order.fee -= share(order.fee);
      order.volume -= part.volume;
    },
    cancel(id) {
      orders.delete(id);
    },
  };
}

/** What both sides of a comparison say of a working order. */
export const seen = (order: Order | ModelOrder): object =>
  'instrument' in order
    ? {
        status: order.status,
        volume: order.volume,
        stop: order.stop,
        take: order.take,
        trail: order.trail,
        ...(order.status === 'pending'
          ? { target: order.target }
          : { openPrice: order.openPrice, margin: order.margin, fee: order.fee }),
      }
    : {
        status: order.status,
        volume: order.volume,
        stop: order.stopLoss,
        take: order.takeProfit,
        trail: order.trailPoints,
        ...('targetPrice' in order
          ? { target: order.targetPrice }
          : { openPrice: order.openPrice, margin: BigInt(order.margin), fee: BigInt(order.fee) }),
      };
