import { CODE } from '../../shared/contract/codes.ts';
import {
  type PendingOrder,
  type Position,
  stopAt,
  stopReached,
  targetReached,
} from '../../shared/domain/order.ts';
import { price as priceOf } from '../../shared/domain/price.ts';
import { closingPrice, openingPrice } from '../../shared/domain/quote.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { err, ok } from '../../shared/result.ts';
import { closed } from './closing.ts';
import type { CommandOf, Context, Decide, Decision } from './command.ts';
import { cancelled } from './decide-change.ts';
import { affordable, opened } from './opening.ts';
import type { AccountState } from './state.ts';
import { instrumentOf, mayFill, pnlAt } from './valuation.ts';

/**
 * A tick reached an order. Checks the condition again, since the order may have changed or ended meanwhile.
 * Fills at that tick's prices, even if the market has closed since. The clock of its source may be ahead of the exchange's, by
 * which nights are booked, or behind it: the time of what is decided is not to come, nor before the order's last night.
 */
export const decideTrigger: Decide<'trigger'> = (state, command, context) => {
  const held = state.orders.get(command.id);
  if (held === undefined) return ok([]);
  const { order, waitsBelow = false, financedAt = 0 } = held;
  const at = timestampMs(Math.max(Math.min(command.at, context.now), financedAt));
  return order.status === 'pending'
    ? trigger(state, order, waitsBelow, { ...command, at }, context)
    : stop(state, order, { ...command, at }, context);
};

function trigger(
  state: AccountState,
  order: PendingOrder,
  waitsBelow: boolean,
  { at, ...prices }: CommandOf<'trigger'>,
  context: Context,
): Decision {
  const instrument = instrumentOf(order, context.prices);
  const price = openingPrice(order.side, prices);
  if (instrument === undefined || !targetReached(order.targetPrice, price, waitsBelow)) return ok([]);
  if (!mayFill(state, instrument, context.settings)) return ok([]);
  const cost = affordable(state, { ...order, instrument, price }, context);
  if (!cost.ok) {
    return cost.error.code === CODE.notEnoughMargin
      ? ok([cancelled(state, order, 'no-margin', at)])
      : err(cost.error);
  }
  const { targetPrice: _, ...facts } = order;
  const position = {
    ...facts,
    status: 'open' as const,
    openPrice: price,
    ...cost.value,
    // After a gap the distance may be more than the price.
    ...(order.trailPoints === undefined
      ? {}
      : {
          stopLoss: priceOf(
            Math.max(1, stopAt(order.side, closingPrice(order.side, prices), order.trailPoints)),
          ),
        }),
  };
  return ok([opened(state, position, { ...context, now: at }, waitsBelow)]);
}

function stop(
  state: AccountState,
  position: Position,
  { at, ...prices }: CommandOf<'trigger'>,
  context: Context,
): Decision {
  const instrument = instrumentOf(position, context.prices);
  const price = closingPrice(position.side, prices);
  const reached = stopReached(position.side, price, position.stopLoss, position.takeProfit);
  if (instrument === undefined || reached === undefined) return ok([]);
  const isTrailed = reached === 'stop-loss' && position.trailPoints !== undefined;
  const reason = isTrailed ? 'trailing-stop' : reached;
  const pnl = pnlAt(position, price, instrument, context.prices);
  return ok(pnl === undefined ? [] : closed(state, position, { price, pnl, at, reason }));
}
