import { customerBar } from '../../shared/domain/allowed.ts';
import { ok } from '../../shared/result.ts';
import type { Decide } from './command.ts';
import type { DealEvent } from './state.ts';

/**
 * Restricts the customer, or lifts that. Pending orders stay and wait while nothing may be opened; afterwards they count as
 * changed, so that no price of before fills them.
 */
export const decideRestrict: Decide<'restrict'> = (state, { restriction }) => {
  if (state.restriction === restriction) return ok([]);
  const isOpenAgain =
    customerBar('open', state.restriction) !== undefined && customerBar('open', restriction) === undefined;
  const waiting = isOpenAgain
    ? [...state.orders.values()].filter(({ order }) => order.status === 'pending')
    : [];
  const changed = waiting.map((record): DealEvent => ({ type: 'changed', record: { ...record } }));
  return ok([{ type: 'restricted', restriction }, ...changed]);
};
