import type { WireAccount } from '../../shared/contract/account.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { WireOrder } from '../../shared/contract/order-row.ts';
import { encodeOrder } from '../../shared/contract/order-row.ts';
import type { orderStoryRoutes } from '../../shared/contract/order-story.ts';
import type { orderRoutes } from '../../shared/contract/orders.ts';
import type { ValuesOf } from '../../shared/contract/parameter.ts';
import type { ParametersOf } from '../../shared/contract/routes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { parseScaled } from '../../shared/domain/decimal.ts';
import { type Instrument, instrumentId } from '../../shared/domain/instrument.ts';
import { moneyToWire } from '../../shared/domain/money.ts';
import { type HistoryFilter, type Order, type OrderStops, orderId } from '../../shared/domain/order.ts';
import { type Price, price } from '../../shared/domain/price.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { type Volume, volume } from '../../shared/domain/volume.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import type { Calls } from '../call.ts';
import type { Market } from '../feed/market.ts';
import { badField } from '../refusals.ts';
import type { AccountReads } from './account-reads.ts';
import type { NewOrder, Seen } from './command.ts';
import type { AnsweredOrder, Dealing } from './dealing.ts';
import type { Exchange } from './exchange.ts';
import { wireStory } from './fold-events.ts';
import { wireOutcome } from './outcome.ts';
import type { AccountFigures } from './state.ts';

/** `status` of the listings: 0 dealing, 1 holding, 3 history. */
const LISTED = { 0: 'pending', 1: 'open', 3: 'closed' } as const;
const LOT_DECIMALS = 4;

interface OrderCallDeps {
  readonly market: Market;
  readonly exchange: Dealing & AccountReads & Pick<Exchange, 'mark'>;
}

type OrderCall = keyof typeof orderRoutes | keyof typeof orderStoryRoutes;

export const orderCalls = ({ market, exchange }: OrderCallDeps): Calls<OrderCall> => ({
  async submitOrder(values, { session }) {
    // Read also while it is not listed: an order that comes again gets its first reply, a new one is refused.
    const instrument = market.unchanged(instrumentId(values.forex_id));
    if (instrument === undefined) return err(refusal(CODE.notFound));
    const order = readOrder(values, instrument);
    if (!order.ok) return order;
    return answer(await exchange.submit(session.accountId, order.value));
  },

  async getDeals({ status, page, limit, ...values }, { session }) {
    const given = Object.entries(values).find(([, value]) => value !== undefined);
    if (status !== 3 && given !== undefined) return badField(given[0]);
    const deals = await exchange.deals(session.accountId, LISTED[status], page, readFilter(values), limit);
    return ok({
      data: deals.orders.map((order) => wireOrder(exchange, order)),
      total: deals.total,
      balance: moneyToWire(deals.balance),
      all_fact_profits: moneyToWire(deals.profits),
    });
  },

  async closeOrder({ id, cont, cid, ...values }, { session }) {
    const lots = cont === undefined ? ok(undefined) : readLots('cont', cont);
    if (!lots.ok) return lots;
    const { seen_price } = values;
    const prices = readPrices({ seen_price }, await precisionOf(exchange, session.accountId, id));
    if (!prices.ok) return prices;
    const seen = readSeen(values, prices.value.seen_price);
    if (!seen.ok) return seen;
    return answer(await exchange.close(session.accountId, orderId(id), cid, lots.value, seen.value));
  },

  async getOrderOutcome({ cid }, { session, language }) {
    const outcome = await exchange.outcome(session.accountId, ['submit', 'close', 'amend'], cid);
    return ok(wireOutcome(outcome, language, wireAnswer));
  },

  async getOrderStory({ id }, { session }) {
    const events = await exchange.story(session.accountId, orderId(id));
    return events.length === 0 ? err(refusal(CODE.notFound)) : ok({ events: wireStory(events) });
  },

  async amendOrder({ id, target_price, cid, ...values }, { session }) {
    const precision = await precisionOf(exchange, session.accountId, id);
    const prices = readPrices({ target_price }, precision);
    if (!prices.ok) return prices;
    if (prices.value.target_price === undefined) return badField('target_price');
    const validity = readSeen(values, undefined);
    if (!validity.ok) return validity;
    const { target_price: target } = prices.value;
    return answer(await exchange.amend(session.accountId, orderId(id), cid, target, validity.value));
  },

  cancelOrder: async ({ id }, { session }) => answer(await exchange.cancel(session.accountId, orderId(id))),

  async setStops({ id, target_profit_price, stop_loss_price, trail_points: trail = 0 }, { session }) {
    // A stop is removed by 0; only one that trails stands in its place.
    if (stop_loss_price === undefined && trail === 0) return badField('stop_loss_price');
    const precision = await precisionOf(exchange, session.accountId, id);
    const prices = readPrices({ target_profit_price, stop_loss_price }, precision);
    if (!prices.ok) return prices;
    const { stop_loss_price: stopLoss, target_profit_price: takeProfit } = prices.value;
    const stops = readStops(stopLoss, takeProfit, trail === 0 ? undefined : trail);
    return stops.ok ? answer(await exchange.setStops(session.accountId, orderId(id), stops.value)) : stops;
  },
});

type FilterValues = Omit<ValuesOf<ParametersOf<'getDeals'>>, 'status' | 'page' | 'limit'>;

const readFilter = ({ forex_id, type, result, reason, from, to, unfilled }: FilterValues): HistoryFilter => ({
  instrumentId: forex_id === undefined ? undefined : instrumentId(forex_id),
  side: type && (type === 1 ? 'buy' : 'sell'),
  result,
  reason,
  from: from === undefined ? undefined : timestampMs(from),
  to: to === undefined ? undefined : timestampMs(to),
  unfilled: unfilled === 1,
});

/**
 * The decimals of an order's prices, also after it has ended: a call that comes again must be read as it was the first time.
 * An unknown order is refused later, whatever the price.
 */
const precisionOf = async (exchange: AccountReads, account: AccountId, id: number): Promise<number> =>
  (await exchange.precision(account, orderId(id))) ?? 8;

type OrderValues = ValuesOf<ParametersOf<'submitOrder'>>;

function readOrder(values: OrderValues, instrument: Instrument): Result<NewOrder> {
  const lots = readLots('cont', values.cont);
  if (!lots.ok) return lots;
  const { target_price, stop_loss_price, target_profit_price, seen_price } = values;
  const prices = readPrices(
    { target_price, stop_loss_price, target_profit_price, seen_price },
    instrument.precision,
  );
  if (!prices.ok) return prices;
  const { stop_loss_price: stopLoss, target_profit_price: takeProfit } = prices.value;
  const stops = readStops(stopLoss, takeProfit, values.trail_points);
  if (!stops.ok) return stops;
  const kind = readKind(values, prices.value.target_price, prices.value.seen_price);
  if (!kind.ok) return kind;
  return ok({
    ...(values.cid === undefined ? {} : { cid: values.cid }),
    instrumentId: instrument.id,
    side: values.type === 1 ? 'buy' : 'sell',
    volume: lots.value,
    multiple: values.multiple,
    ...stops.value,
    kind: kind.value,
  });
}

/**
 * A target belongs to a pending order, the seen price to a market order; the wrong one is refused, not
 * ignored.
 */
function readKind(
  values: OrderValues,
  target: Price | undefined,
  seenPrice: Price | undefined,
): Result<NewOrder['kind']> {
  const isPending = values.status === 0;
  if (isPending !== (target !== undefined)) return badField('target_price');
  if (isPending && seenPrice !== undefined) return badField('seen_price');
  if (isPending && values.seen_side !== undefined) return badField('seen_side');
  if (isPending && values.deviation !== undefined) return badField('deviation');
  const seen = readSeen(values, seenPrice);
  if (!seen.ok) return seen;
  return ok(
    target === undefined
      ? { type: 'market', ...seen.value }
      : { type: 'pending', targetPrice: target, ...seen.value },
  );
}

type SeenValues = Partial<Pick<OrderValues, 'seen_side' | 'seen_at' | 'valid_ms' | 'deviation'>>;

/**
 * A duration without its beginning bounds nothing, and neither does a deviation without the price that it is from; a side
 * without a price says nothing: refused.
 */
function readSeen(
  { seen_side, seen_at, valid_ms, deviation }: SeenValues,
  seenPrice: Price | undefined,
): Result<Seen> {
  if (valid_ms !== undefined && seen_at === undefined) return badField('seen_at');
  if (seenPrice === undefined && (deviation !== undefined || seen_side !== undefined))
    return badField('seen_price');
  return ok({
    ...(seenPrice === undefined ? {} : { seenPrice }),
    ...(seen_side === undefined ? {} : { seenSide: seen_side }),
    ...(seen_at === undefined ? {} : { seenAt: timestampMs(seen_at) }),
    ...(valid_ms === undefined ? {} : { validMs: valid_ms }),
    ...(deviation === undefined ? {} : { deviationPoints: deviation }),
  });
}

/** A well-formed size that is finer than any step or too large is a wrong size (4104). */
function readLots(field: string, text: string): Result<Volume> {
  const parsed = parseScaled(text, LOT_DECIMALS);
  if (parsed.ok) return ok(volume(parsed.value));
  return parsed.error === 'malformed' ? badField(field) : err(refusal(CODE.badVolume));
}

/** The optional prices of an order by their name on the wire: absent and 0 are the same, "none". */
function readPrices<N extends string>(
  texts: Readonly<Record<N, string | undefined>>,
  precision: number,
): Result<Partial<Record<N, Price>>, Refusal> {
  const prices: Partial<Record<N, Price>> = {};
  for (const field in texts) {
    const text = texts[field];
    if (text === undefined || isZero(text)) continue;
    const parsed = parseScaled(text, precision);
    if (!parsed.ok || parsed.value <= 0) return badField(field);
    prices[field] = price(parsed.value);
  }
  return ok(prices);
}

const isZero = (text: string): boolean => {
  const parsed = parseScaled(text, 12);
  return parsed.ok && parsed.value === 0;
};

/** A trailing stop takes the place of a stop loss: both together are refused. */
function readStops(
  stopLoss: Price | undefined,
  takeProfit: Price | undefined,
  trailPoints: number | undefined,
): Result<OrderStops> {
  if (stopLoss !== undefined && trailPoints !== undefined) return badField('stop_loss_price');
  return ok({
    ...(stopLoss === undefined ? {} : { stopLoss }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(trailPoints === undefined ? {} : { trailPoints }),
  });
}

/** Uses the price and profit at the time of the original reply, so that a repeated call gets the same one. */
const answer = (outcome: Result<AnsweredOrder>): Result<WireOrder> =>
  outcome.ok ? ok(wireAnswer(outcome.value)) : outcome;

const wireAnswer = (order: AnsweredOrder): WireOrder => encodeOrder(order, order.mark);

/** An order as the wire's row, with the price and the profit of this moment. */
export const wireOrder = (exchange: Pick<Exchange, 'mark'>, order: Order): WireOrder =>
  encodeOrder(order, exchange.mark(order));

export const wireAccount = (figures: AccountFigures): WireAccount => ({
  balance: moneyToWire(figures.balance),
  lock_balance: moneyToWire(figures.lockBalance),
});
