import { CODE } from '../shared/contract/codes.ts';
import type { MarketBar, Restriction } from '../shared/domain/allowed.ts';
import { err, type Refusal, type Result, refusal } from '../shared/result.ts';

/** @param field the parameter's name as sent, or as expected if it is missing */
export const badField = (field: string, reason?: string): Result<never> => {
  const facts = { field: field.slice(0, 64) };
  return err(refusal(CODE.badParameter, '', reason === undefined ? facts : { ...facts, reason }));
};

/** @param waitS seconds after which the same request may be accepted */
export const tooSoon = (waitS: number): Result<never> =>
  err(refusal(CODE.tooMany, '', { retry_after_s: waitS }));

/** An unknown price or conversion rate counts as a closed market. */
export const marketRefusal = (reason: MarketBar | 'simulated' = 'closed'): Refusal =>
  refusal(CODE.marketClosed, '', { reason });

export const restrictedRefusal = (reason: Restriction): Refusal => refusal(CODE.restricted, '', { reason });
