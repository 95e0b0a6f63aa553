import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import { settleTo } from '../ledger/settle.ts';
import { atOpening, closed } from './closing.ts';
import type { Decide } from './command.ts';
import { cancelled } from './decide-change.ts';
import { apply, type DealEvent } from './state.ts';
import { markOf } from './valuation.ts';

/** Resets a demo account: no working orders, and the initial balance. Succeeds in any market state. */
export const decideReset: Decide<'reset'> = (state, _command, context) => {
  if (state.book !== 'demo') return err(refusal(CODE.notForDemo));
  const events: DealEvent[] = [];
  let current = state;
  const add = (event: DealEvent) => {
    events.push(event);
    current = apply(current, [event]);
  };
  for (const { order } of state.orders.values()) {
    if (order.status === 'pending') add(cancelled(current, order, 'reset', context.now));
    else {
      const { price, pnl } = markOf(order, context.prices) ?? atOpening(order);
      add(closed(current, order, { price, pnl, at: context.now, reason: 'reset' }));
    }
  }
  const posting = settleTo(current.standing, context.settings.demoBalance, {
    book: state.book,
    kind: 'reset',
    accountId: state.id,
    at: context.now,
  });
  return ok([...events, { type: 'reset', ...(posting === undefined ? {} : { posting }) }]);
};
