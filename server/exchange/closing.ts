import { type Money, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { ClosedOrder, CloseReason, OrderId, Position } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { houseAccount } from '../ledger/posting.ts';
import { settle, writeOff } from '../ledger/settle.ts';
import { type AccountState, apply, type DealEvent, positionsOf } from './state.ts';

interface Fill {
  readonly price: Price;
  readonly pnl: Money;
  readonly at: TimestampMs;
  readonly reason: CloseReason;
  /** Of a stop out. */
  readonly marginLevel?: number | undefined;
}

/**
 * The events of closing a position: its profit is settled, and with the last position an advance ends.
 * @param from the account after the preceding events
 */
export function closed(
  from: AccountState,
  position: Position,
  fill: Fill,
  splitFrom?: OrderId,
): readonly DealEvent[] {
  const facts = { book: from.book, accountId: from.id, orderId: position.id, at: fill.at };
  const profit = settle(from.standing, fill.pnl, houseAccount(from.book, 'trading'), {
    ...facts,
    kind: 'profit',
  });
  const order: ClosedOrder = {
    ...position,
    status: 'closed',
    closePrice: fill.price,
    realisedPnl: fill.pnl,
    closedAt: fill.at,
    reason: fill.reason,
    ...(fill.marginLevel === undefined ? {} : { marginLevel: fill.marginLevel }),
  };
  const closing: DealEvent = {
    type: 'closed',
    record: {
      ...from.orders.get(splitFrom ?? position.id),
      accountId: from.id,
      order,
      ...(splitFrom === undefined ? {} : { splitFrom }),
    },
    ...(profit === undefined ? {} : { posting: profit }),
  };
  const stillOpen = positionsOf(from).some((other) => other.id !== position.id);
  const loss = stillOpen ? undefined : writeOff(apply(from, [closing]).standing, facts);
  return loss === undefined ? [closing] : [closing, { type: 'moved', posting: loss }];
}

/** Closes at the opening price without profit, for a position whose price is unknown. */
export const atOpening = (position: Position) => ({ price: position.openPrice, pnl: ZERO_MONEY });
