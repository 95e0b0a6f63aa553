import { CODE } from '../../shared/contract/codes.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { stopsAreValid } from '../../shared/domain/order.ts';
import { type Price, priceToWire } from '../../shared/domain/price.ts';
import type { Quote } from '../../shared/domain/quote.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { isTradable, LOT_SCALE } from '../../shared/domain/volume.ts';
import { BLOCK_OPENING_AFTER_MS, MAX_ORDER_LOTS, MAX_WORKING_ORDERS } from '../../shared/limits.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import type { Context, Decide, Decision, NewOrder } from './command.ts';
import { affordable, opened, orderFacts } from './opening.ts';
import type { AccountState } from './state.ts';

/** A new order: filled at the current price, or pending until its target. */
export const decideSubmit: Decide<'submit'> = (state, { order }, context) => {
  const listed = tradable(order, context);
  if (!listed.ok) return listed;
  const { instrument, quote } = listed.value;
  const bad = badSize(order, instrument);
  if (bad) return err(bad);
  if (state.orders.size >= MAX_WORKING_ORDERS) return err(refusal(CODE.tooMany));
  return order.kind.type === 'market'
    ? fill(state, order, instrument, quote, context)
    : place(state, order, order.kind.targetPrice, instrument, quote, context);
};

function tradable(
  order: NewOrder,
  context: Context,
): Result<{ readonly instrument: Instrument; readonly quote: Quote }> {
  const instrument = context.prices.instrument(order.instrumentId);
  if (instrument === undefined) return err(refusal(CODE.notFound));
  const quote = context.prices.quote(instrument.id);
  if (quote === undefined || instrument.market.status === 'closed') return err(refusal(CODE.marketClosed));
  return ok({ instrument, quote });
}

function badSize(order: NewOrder, instrument: Instrument): Refusal | undefined {
  if (!instrument.multiples.includes(order.multiple)) return refusal(CODE.noMultiple);
  const tradableSize = isTradable(order.volume, instrument.minVolume, instrument.lotStep);
  return tradableSize && order.volume <= MAX_ORDER_LOTS * LOT_SCALE ? undefined : refusal(CODE.badVolume);
}

function fill(
  state: AccountState,
  order: NewOrder,
  instrument: Instrument,
  quote: Quote,
  context: Context,
): Decision {
  const price = quote.close;
  if (hasMoved(order.kind, quote, context.now)) {
    return err(refusal(CODE.priceMoved, '', { price: priceToWire(price, instrument.precision) }));
  }
  if (!stopsAreValid(order.side, price, order.stopLoss, order.takeProfit)) {
    return err(refusal(CODE.wrongSidePrice));
  }
  const cost = affordable(state, { ...order, instrument, price }, context);
  if (!cost.ok) return cost;
  const facts = orderFacts(order, instrument, context.newId, context);
  return ok([opened(state, { ...facts, status: 'open', openPrice: price, ...cost.value }, context)]);
}

/**
 * Whether the price the user agreed to is outdated: seen too long ago, or too far from the current price in
 * either direction. In a quiet market the latest quote is the live price at any age.
 */
function hasMoved(kind: NewOrder['kind'], quote: Quote, now: TimestampMs): boolean {
  if (kind.type !== 'market') return false;
  const { seenAt, seenPrice, deviationPoints } = kind;
  if (seenAt !== undefined && seenAt < quote.time && now - seenAt > BLOCK_OPENING_AFTER_MS) return true;
  if (seenPrice === undefined || deviationPoints === undefined) return false;
  return Math.abs(quote.close - seenPrice) > deviationPoints;
}

/** The margin must be available now, as if filled, but is held only from the fill on. */
function place(
  state: AccountState,
  order: NewOrder,
  targetPrice: Price,
  instrument: Instrument,
  quote: Quote,
  context: Context,
): Decision {
  const rightSide = targetPrice > 0 && targetPrice !== quote.close;
  if (!rightSide || !stopsAreValid(order.side, targetPrice, order.stopLoss, order.takeProfit)) {
    return err(refusal(CODE.wrongSidePrice));
  }
  const cost = affordable(state, { ...order, instrument, price: targetPrice }, context);
  if (!cost.ok) return cost;
  const facts = orderFacts(order, instrument, context.newId, context);
  const record = {
    accountId: state.id,
    order: { ...facts, status: 'pending' as const, targetPrice },
    waitsBelow: targetPrice < quote.close,
  };
  return ok([{ type: 'placed', record }]);
}
