import { CODE } from '../../shared/contract/codes.ts';
import { marketBar } from '../../shared/domain/allowed.ts';
import { dealFacts, type Instrument } from '../../shared/domain/instrument.ts';
import { stopAtFill, type WaitProblem, waitProblem } from '../../shared/domain/opening.ts';
import { stopsAreValid } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import { closingPrice, openingPrice, type Quote } from '../../shared/domain/quote.ts';
import { isTradable, LOT_SCALE } from '../../shared/domain/volume.ts';
import { MAX_ORDER_LOTS, MAX_WORKING_ORDERS } from '../../shared/limits.ts';
import { err, ok, type Refusal, refusal } from '../../shared/result.ts';
import { marketRefusal } from '../refusals.ts';
import type { Context, Decide, Decision, NewOrder } from './command.ts';
import { affordable, opened, openingFacts, orderFacts } from './opening.ts';
import { hasMoved, isLate, priceMoved } from './outdated.ts';
import type { AccountState } from './state.ts';
import { isSimulatedTo } from './valuation.ts';

/** A new order: filled at the current price, or pending until its target. */
export const decideSubmit: Decide<'submit'> = (state, { order }, context) => {
  const instrument = context.prices.instrument(order.instrumentId);
  if (instrument === undefined) return err(refusal(CODE.notFound));
  const quote = context.prices.quote(instrument.id);
  const price = quote && openingPrice(order.side, quote);
  if (isLate(order.kind, context.wall)) return err(priceMoved(price, instrument.precision));
  const bar = marketBar('open', dealFacts(instrument));
  if (bar || quote === undefined) return err(marketRefusal(bar));
  if (isSimulatedTo(state, context.settings)) return err(marketRefusal('simulated'));
  const bad = badSize(order, instrument);
  if (bad) return err(bad);
  if (state.orders.size >= MAX_WORKING_ORDERS)
    return err(refusal(CODE.conflict, '', { reason: 'tooManyOrders' }));
  return order.kind.type === 'market'
    ? fill(state, order, instrument, quote, context)
    : place(state, order, order.kind.targetPrice, instrument, quote, context);
};

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
  const price = openingPrice(order.side, quote);
  if (order.kind.type === 'market' && hasMoved(order.kind, quote)) {
    return err(priceMoved(price, instrument.precision));
  }
  const end = closingPrice(order.side, quote);
  const stopLoss = stopAtFill(order, end);
  if (!stopsAreValid(order.side, end, stopLoss, order.takeProfit)) {
    return err(refusal(CODE.wrongSidePrice));
  }
  const cost = affordable(state, { ...order, instrument, price }, context);
  if (!cost.ok) return cost;
  const begun = stopLoss === undefined ? order : { ...order, stopLoss };
  const facts = orderFacts(begun, instrument, context.newId, context);
  return ok([opened(state, { ...facts, status: 'open', openPrice: price, ...cost.value }, context)]);
}

const WAIT_REFUSALS = {
  closed: marketRefusal(),
  'close-only': marketRefusal('close-only'),
  halted: marketRefusal('halted'),
  stale: marketRefusal('stale'),
  unknown: marketRefusal(),
  'at-market': refusal(CODE.wrongSidePrice),
  stops: refusal(CODE.wrongSidePrice),
  'not-enough': refusal(CODE.notEnoughMargin),
} as const satisfies Record<WaitProblem, Refusal>;

/** Why an order may not wait for a target, if so. */
export function waitRefusal(
  state: AccountState,
  order: Parameters<typeof waitProblem>[0],
  targetPrice: Price,
  instrument: Instrument,
  now: Price,
  context: Context,
): Refusal | undefined {
  const problem = waitProblem(order, targetPrice, openingFacts(state, instrument, now, context));
  return problem && WAIT_REFUSALS[problem];
}

function place(
  state: AccountState,
  order: NewOrder,
  targetPrice: Price,
  instrument: Instrument,
  quote: Quote,
  context: Context,
): Decision {
  const now = openingPrice(order.side, quote);
  const refused = waitRefusal(state, order, targetPrice, instrument, now, context);
  if (refused) return err(refused);
  const facts = orderFacts(order, instrument, context.newId, context);
  const record = {
    accountId: state.id,
    order: { ...facts, status: 'pending' as const, targetPrice },
    waitsBelow: targetPrice < now,
  };
  return ok([{ type: 'placed', record }]);
}
