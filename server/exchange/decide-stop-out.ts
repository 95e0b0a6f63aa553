import type { Mark } from '../../shared/contract/order-row.ts';
import { isStopOut } from '../../shared/domain/account.ts';
import type { Position } from '../../shared/domain/order.ts';
import { ok } from '../../shared/result.ts';
import { closed } from './closing.ts';
import type { Context, Decide } from './command.ts';
import { type AccountState, apply, type DealEvent, positionsOf } from './state.ts';
import { instrumentOf, isJudged, markOf, type Prices, totalsOf } from './valuation.ts';

/**
 * Closes positions while equity is at or below the configured part of the margin, largest loss first.
 * One decision at one snapshot of prices. Positions in a closed market have no closing price and stay open.
 */
export const decideStopOut: Decide<'stop-out'> = (state, _command, context) => {
  const events: DealEvent[] = [];
  let current = state;
  while (mustClose(current, context.prices, context.settings.stopOutPercent)) {
    const worst = largestLoss(current, context);
    if (worst === undefined) break;
    const closing = closed(current, worst.position, {
      ...worst.mark,
      at: context.now,
      reason: 'stop-out',
      marginLevel: totalsOf(current, context.prices)?.marginLevel,
    });
    events.push(...closing);
    current = apply(current, closing);
  }
  const isDue = events.length > 0 || mustClose(state, context.prices, context.settings.stopOutPercent);
  // What is left may be in a margin call, which the stop out has announced.
  if (isDue && !current.isCalled && current.orders.size > 0) events.push({ type: 'called', by: 'stop-out' });
  return ok(events);
};

export function mustClose(state: AccountState, prices: Prices, stopOutPercent: number): boolean {
  const totals = totalsOf(state, prices);
  return totals !== undefined && isStopOut(totals.equity, totals.margin, stopOutPercent);
}

function largestLoss(
  state: AccountState,
  context: Context,
): { readonly position: Position; readonly mark: Mark } | undefined {
  let worst: { readonly position: Position; readonly mark: Mark } | undefined;
  for (const position of positionsOf(state)) {
    const mark = markOf(position, context.prices);
    if (mark === undefined || !isJudged(instrumentOf(position, context.prices), context.prices)) continue;
    const worse = worst === undefined || mark.pnl < worst.mark.pnl;
    const older = worst !== undefined && mark.pnl === worst.mark.pnl && position.id < worst.position.id;
    if (worse || older) worst = { position, mark };
  }
  return worst;
}
