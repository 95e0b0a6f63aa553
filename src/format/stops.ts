import { type Side, stopsAreValid } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { PriceProblem } from './parse.ts';

export interface Stops {
  readonly stopLoss?: Price;
  readonly takeProfit?: Price;
}

export interface StopProblem {
  readonly field: 'stopLoss' | 'takeProfit';
  /** `wrong-side`: on the wrong side of the reference price. */
  readonly reason: PriceProblem | 'wrong-side';
}

/** Points from a price to where a stop or an alert begins to be of use: a round 0.2 % of it, at least 1. */
export const firstDistance = (reference: Price): number => roundFigure(reference / 500);

/** The next lower 1, 2 or 5 times a power of ten, at least 1. */
export function roundFigure(value: number): number {
  const size = Math.max(1, Math.abs(value));
  const power = 10 ** Math.floor(Math.log10(size));
  return power * (size >= 5 * power ? 5 : size >= 2 * power ? 2 : 1);
}

/**
 * Reads both stops.
 * @param reference the price between them; if unknown, the exchange checks their sides
 */
export function validStops<P>(
  priceOf: (field: StopProblem['field']) => Result<Price | undefined, P>,
  side: Side,
  reference: Price | undefined,
): Result<Stops, readonly { readonly field: StopProblem['field']; readonly reason: P | 'wrong-side' }[]> {
  const problems: { readonly field: StopProblem['field']; readonly reason: P | 'wrong-side' }[] = [];
  const read = (field: StopProblem['field']): Price | undefined => {
    const parsed = priceOf(field);
    if (!parsed.ok) problems.push({ field, reason: parsed.error });
    return parsed.ok ? parsed.value : undefined;
  };
  const stopLoss = read('stopLoss');
  const takeProfit = read('takeProfit');
  if (reference !== undefined && !stopsAreValid(side, reference, stopLoss, undefined))
    problems.push({ field: 'stopLoss', reason: 'wrong-side' });
  if (reference !== undefined && !stopsAreValid(side, reference, undefined, takeProfit))
    problems.push({ field: 'takeProfit', reason: 'wrong-side' });
  if (problems.length > 0) return err(problems);
  return ok({
    ...(stopLoss === undefined ? {} : { stopLoss }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
  });
}
