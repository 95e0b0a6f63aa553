/*
 * Whether an order may be opened, or wait for its price: the rules of the exchange, which the app applies before it sends.
 */
import { type MarketBar, marketBar } from './allowed.ts';
import { dealFacts, type Instrument } from './instrument.ts';
import { type FeeType, feeOf, marginOf } from './margin.ts';
import { type Money, withinMoney } from './money.ts';
import { type OrderTerms, type PendingOrder, stopAt, stopsAreValid } from './order.ts';
import type { Price } from './price.ts';
import type { Rate } from './rate.ts';

/** What an opening takes from the free margin. */
export interface OpeningCost {
  readonly margin: Money;
  readonly fee: Money;
}

/** The facts of one moment that openings are judged by; each undefined while unknown. */
export interface OpeningFacts {
  readonly instrument: Instrument | undefined;
  readonly isMarketOpen: boolean | undefined;
  /** What an order of its side would open at. */
  readonly now: Price | undefined;
  /** USD value of one unit of the quote currency. */
  readonly rate: Rate | undefined;
  readonly feeType: FeeType | undefined;
  readonly freeMargin: Money | undefined;
}

export const isCovered = (margin: Money, fee: Money, freeMargin: Money): boolean =>
  margin + fee <= freeMargin;

/** Margin and fee of an opening at a price, or why it may not be. */
export function openingCost(
  { volume, multiple }: Pick<PendingOrder, 'volume' | 'multiple'>,
  at: Price,
  { instrument, rate, feeType, freeMargin }: OpeningFacts,
): OpeningCost | 'unknown' | 'not-enough' {
  if (!instrument || !rate || !feeType || freeMargin === undefined) return 'unknown';
  const cost = withinMoney(() => {
    const margin = marginOf(instrument, volume, at, multiple, rate);
    return { margin, fee: feeOf(feeType, instrument.feeRateMillionths, volume, margin) };
  });
  return cost && isCovered(cost.margin, cost.fee, freeMargin) ? cost : 'not-enough';
}

/**
 * `at-market`: the target is reached already. `stops`: a stop would be on its wrong side. `not-enough`: free margin; it must
 * be there now, as if the order was filled, but is held only from the fill on.
 */
export type WaitProblem = MarketBar | 'at-market' | 'stops' | 'unknown' | 'not-enough';

/** Why a pending order may not wait for a target, if so. */
export function waitProblem(
  order: Omit<OrderTerms, 'instrumentId'>,
  target: Price,
  facts: OpeningFacts,
): WaitProblem | undefined {
  const { instrument, isMarketOpen } = facts;
  const bar = marketBar(
    'open',
    instrument ? dealFacts(instrument, isMarketOpen) : { mode: 'open', isMarketOpen },
  );
  if (bar) return bar;
  if (target === facts.now) return 'at-market';
  if (target <= 0 || !stopsAreValid(order.side, target, stopAtFill(order, target), order.takeProfit)) {
    return 'stops';
  }
  const cost = openingCost(order, target, facts);
  return typeof cost === 'string' ? cost : undefined;
}

/** The stop loss of an order that is filled at this price. */
export const stopAtFill = (
  { side, stopLoss, trailPoints }: Pick<PendingOrder, 'side' | 'stopLoss' | 'trailPoints'>,
  price: Price,
): Price | undefined => (trailPoints === undefined ? stopLoss : stopAt(side, price, trailPoints));
