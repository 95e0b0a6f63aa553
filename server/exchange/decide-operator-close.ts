import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import { marketRefusal } from '../refusals.ts';
import { closed } from './closing.ts';
import type { Decide } from './command.ts';
import { cancelled } from './decide-change.ts';
import { markOf } from './valuation.ts';

/** Closes a position at the last price, also in a closed or halted market, or cancels a pending order. */
export const decideOperatorClose: Decide<'operator-close'> = (state, { id }, context) => {
  const held = state.orders.get(id)?.order;
  if (held === undefined) return err(refusal(CODE.notFound));
  if (held.status === 'pending') return ok([cancelled(state, held, 'operator', context.now)]);
  const mark = markOf(held, context.prices);
  if (mark === undefined) return err(marketRefusal());
  return ok(closed(state, held, { ...mark, at: context.now, reason: 'operator' }));
};
