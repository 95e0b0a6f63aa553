import { CODE } from '../../shared/contract/codes.ts';
import { marketBar } from '../../shared/domain/allowed.ts';
import { dealFacts, type Instrument } from '../../shared/domain/instrument.ts';
import { withinMoney } from '../../shared/domain/money.ts';
import type { Position } from '../../shared/domain/order.ts';
import { partOf, restOf } from '../../shared/domain/partial-close.ts';
import { closingPrice } from '../../shared/domain/quote.ts';
import { isTradable, type Volume } from '../../shared/domain/volume.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import { marketRefusal } from '../refusals.ts';
import { closed } from './closing.ts';
import type { Decide } from './command.ts';
import { hasMoved, isLate, priceMoved } from './outdated.ts';
import { instrumentOf, pnlAt } from './valuation.ts';

/** Closes all or part of a position at the current price. */
export const decideClose: Decide<'close'> = (state, { id, volume, ...seen }, context) => {
  const held = state.orders.get(id)?.order;
  if (held === undefined) return err(refusal(CODE.notFound));
  if (held.status !== 'open') return err(refusal(CODE.conflict));
  const instrument = instrumentOf(held, context.prices);
  const quote = instrument && context.prices.quote(instrument.id);
  const price = quote && closingPrice(held.side, quote);
  if (isLate(seen, context.wall)) return err(priceMoved(price, held.precision));
  const bar = instrument && marketBar('close', dealFacts(instrument));
  if (bar || !instrument || !quote || price === undefined) return err(marketRefusal(bar));
  if (volume !== undefined && !isPart(volume, held, instrument)) return err(refusal(CODE.badVolume));
  if (hasMoved(seen, quote)) return err(priceMoved(price, held.precision));
  const part = volume !== undefined && volume < held.volume ? partOf(held, volume, context.newId) : undefined;
  const leaving = part ?? held;
  const pnl = pnlAt(leaving, price, instrument, context.prices);
  if (pnl === undefined) return err(marketRefusal());
  const fill = { price, pnl, at: context.now, reason: 'manual' as const };
  const closing = withinMoney(() => closed(state, leaving, fill, part && id));
  // The profit, or the balance with it, exceeds the range of money: an unknown value is refused, never estimated.
  if (closing === undefined) return err(marketRefusal());
  if (part === undefined) return ok(closing);
  const rest = { ...state.orders.get(id), accountId: state.id, order: restOf(held, part) };
  return ok([...closing, { type: 'changed', record: rest }]);
};

/** The closed part and the rest must both be tradable sizes. */
function isPart(size: Volume, position: Position, instrument: Instrument): boolean {
  const rest = position.volume - size;
  return (
    isTradable(size, instrument.minVolume, instrument.lotStep) &&
    rest >= 0 &&
    (rest === 0 || rest >= instrument.minVolume)
  );
}
