import type { Position } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { railPlace } from '../../components/Rail.tsx';

/** The way of a position from its stop loss to its take profit, in prices that rise from left to right. */
export interface StopRail {
  readonly low: number;
  readonly high: number;
}

/** Of the opening price: how far a rail reaches at least beyond its only stop. */
const LEAST_REACH = 0.001;

/**
 * With one stop only, the rail reaches as far to the other side of the opening price; beyond the stop if that lies in the
 * profit already.
 * @returns undefined without stops
 */
export function stopRailOf({ side, openPrice, stopLoss, takeProfit }: Position): StopRail | undefined {
  // Prices of a sell are negated: on both sides, profit then lies to the right of the opening price.
  const sign = side === 'buy' ? 1 : -1;
  const open = openPrice * sign;
  const [stop, target] = [stopLoss, takeProfit].map((one) => (one === undefined ? undefined : one * sign));
  const reach = (from: number) => Math.max(Math.abs(open - from), Math.ceil(openPrice * LEAST_REACH));
  let [worst, best] = [stop, target];
  if (worst === undefined) {
    if (best === undefined) return undefined;
    worst = Math.min(open, best) - reach(best);
  } else best ??= Math.max(open, worst) + reach(worst);
  return side === 'buy' ? { low: worst, high: best } : { low: -best, high: -worst };
}

/** In percent of the rail; at its end for a price beyond it. */
export const placeOn = ({ low, high }: StopRail, price: Price): number =>
  railPlace((price - low) / (high - low));
