import { CODE } from '../../shared/contract/codes.ts';
import {
  type CancelledOrder,
  type Order,
  type PendingOrder,
  stopAt,
  stopsAreValid,
} from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import { closingPrice } from '../../shared/domain/quote.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import { settleTo } from '../ledger/settle.ts';
import { marketRefusal } from '../refusals.ts';
import { atOpening, closed } from './closing.ts';
import type { Context, Decide } from './command.ts';
import type { CancelReason } from './order-tables.ts';
import { type AccountState, apply, type DealEvent } from './state.ts';
import { instrumentOf, markOf } from './valuation.ts';

/** Cancels a pending order. */
export const decideCancel: Decide<'cancel'> = (state, { id }, context) => {
  const held = state.orders.get(id)?.order;
  if (held === undefined) return err(refusal(CODE.notFound));
  if (held.status !== 'pending') return err(refusal(CODE.conflict));
  return ok([cancelled(state, held, 'manual', context.now)]);
};

export function cancelled(
  state: AccountState,
  pending: PendingOrder,
  why: CancelReason,
  at: TimestampMs,
): DealEvent {
  const order: CancelledOrder = {
    ...pending,
    status: 'cancelled',
    ...(why === 'no-margin' ? { reason: why } : {}),
    closedAt: at,
  };
  const record = { ...state.orders.get(pending.id), accountId: state.id, order, cancelled: { at, why } };
  return { type: 'cancelled', record };
}

/** Sets, moves and removes (absent) the stops of a position or a pending order. */
export const decideStops: Decide<'set-stops'> = (state, { id, trailPoints, takeProfit, ...to }, context) => {
  const held = state.orders.get(id);
  if (held === undefined) return err(refusal(CODE.notFound));
  const reference = referencePrice(held.order, context);
  const isTrailing = trailPoints !== undefined;
  const trailed = isTrailing ? trailedStop(held.order, trailPoints) : undefined;
  const begun =
    isTrailing && reference !== undefined ? stopAt(held.order.side, reference, trailPoints) : to.stopLoss;
  const stopLoss = trailed ?? begun;
  if (isTrailing || stopLoss !== undefined || takeProfit !== undefined) {
    if (reference === undefined) return err(marketRefusal());
    if (!stopsAreValid(held.order.side, reference, stopLoss, takeProfit)) {
      return err(refusal(CODE.wrongSidePrice));
    }
  }
  const { stopLoss: _, takeProfit: __, trailPoints: ___, ...bare } = held.order;
  const isBegun = !isTrailing || bare.status === 'open';
  const order = {
    ...bare,
    ...(stopLoss === undefined || !isBegun ? {} : { stopLoss }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(isTrailing ? { trailPoints } : {}),
  };
  const trail = trailed === undefined ? { trail: {} } : {};
  return ok([{ type: 'changed', record: { ...held, order, ...trail } }]);
};

/** The stop of a position that trails at this distance already. It never goes back, as when the take profit alone changes. */
const trailedStop = (order: Order, points: number): Price | undefined =>
  order.status === 'open' && order.trailPoints === points ? order.stopLoss : undefined;

/** Trailing stops moved: the orders as they stand now. */
export const decideTrail: Decide<'trail'> = (state, { ids }) =>
  ok(
    ids.flatMap((id): DealEvent[] => {
      const held = state.orders.get(id);
      return held?.order.trailPoints === undefined ? [] : [{ type: 'changed', record: held }];
    }),
  );

/** The reference price for stops: the target while pending, what it would close at once open. */
function referencePrice(order: Order, context: Context): Price | undefined {
  if (order.status === 'pending') return order.targetPrice;
  const instrument = instrumentOf(order, context.prices);
  const quote = instrument && context.prices.quote(instrument.id);
  return quote && closingPrice(order.side, quote);
}

/** Resets a demo account: no working orders, and the initial balance. Succeeds in any market state. */
export const decideReset: Decide<'reset'> = (state, _command, context) => {
  if (state.book !== 'demo') return err(refusal(CODE.notForDemo));
  const events: DealEvent[] = [];
  let current = state;
  const add = (...further: readonly DealEvent[]) => {
    events.push(...further);
    current = apply(current, further);
  };
  for (const { order } of state.orders.values()) {
    if (order.status === 'pending') add(cancelled(current, order, 'reset', context.now));
    else {
      const { price, pnl } = markOf(order, context.prices) ?? atOpening(order);
      add(...closed(current, order, { price, pnl, at: context.now, reason: 'reset' }));
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
