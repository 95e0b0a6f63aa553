import { CODE } from '../../shared/contract/codes.ts';
import { openingPrice } from '../../shared/domain/quote.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import { marketRefusal } from '../refusals.ts';
import type { Decide } from './command.ts';
import { waitRefusal } from './decide-submit.ts';
import { isLate, priceMoved } from './outdated.ts';
import { instrumentOf } from './valuation.ts';

/** A new price for a pending order, under the rules of a new order. */
export const decideAmend: Decide<'amend'> = (state, { id, targetPrice, ...seen }, context) => {
  const held = state.orders.get(id);
  if (held === undefined) return err(refusal(CODE.notFound));
  if (held.order.status !== 'pending') return err(refusal(CODE.conflict));
  const instrument = instrumentOf(held.order, context.prices);
  const quote = instrument && context.prices.quote(instrument.id);
  const now = quote && openingPrice(held.order.side, quote);
  if (isLate(seen, context.wall)) return err(priceMoved(now, held.order.precision));
  if (instrument === undefined || now === undefined) return err(marketRefusal());
  const refused = waitRefusal(state, held.order, targetPrice, instrument, now, context);
  if (refused) return err(refused);
  const order = { ...held.order, targetPrice };
  return ok([{ type: 'changed', record: { ...held, order, waitsBelow: targetPrice < now } }]);
};
