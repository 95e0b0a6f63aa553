import { type NightTerms, nightCost } from '../../shared/domain/financing.ts';
import { addMoney, type Money, negMoney, withinMoney, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { Position } from '../../shared/domain/order.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { ok } from '../../shared/result.ts';
import { houseAccount, type Posting } from '../ledger/posting.ts';
import { settle } from '../ledger/settle.ts';
import type { Decide } from './command.ts';
import { type AccountState, apply, type DealEvent, type WorkingOrder } from './state.ts';

/** Books a night to the positions that the command names. What the balance lacks is advanced, as at a loss; a margin call or a stop out may follow. */
export const decideFinance: Decide<'finance'> = (state, command) => {
  const events: DealEvent[] = [];
  let current = state;
  for (const [id, terms] of command.terms) {
    const held = current.orders.get(id);
    if (held?.order.status !== 'open') continue;
    const event = financed(current, held, held.order, command.at, terms);
    events.push(event);
    current = apply(current, [event]);
  }
  return ok(events);
};

function financed(
  state: AccountState,
  held: WorkingOrder,
  order: Position,
  at: TimestampMs,
  terms: NightTerms,
): DealEvent {
  const booked = withinMoney((): { sum: Money; posting: Posting | undefined } => {
    const cost = nightCost(order, terms);
    const facts = { book: state.book, accountId: state.id, orderId: order.id, at } as const;
    return {
      sum: addMoney(order.financing ?? ZERO_MONEY, cost),
      posting: settle(state.standing, negMoney(cost), houseAccount(state.book, 'financing'), {
        ...facts,
        kind: 'financing',
      }),
    };
  });
  const { financing: _, ...bare } = order;
  // Beyond the range of money nothing is booked, and the night is not tried again.
  const sum = booked === undefined ? order.financing : booked.sum;
  return {
    type: 'changed',
    record: { ...held, order: { ...bare, ...(sum ? { financing: sum } : {}) }, financedAt: at },
    ...(booked?.posting === undefined ? {} : { posting: booked.posting }),
    ...(booked === undefined ? { isWaived: true } : {}),
  };
}

/** The sentences for nights that are not booked, once each. */
export const waivedNights = (events: readonly DealEvent[]): readonly string[] =>
  events.flatMap((event) => {
    if (event.type !== 'changed' || !event.isWaived) return [];
    const { order, financedAt = 0 } = event.record;
    return `The night of ${new Date(financedAt).toISOString()} of order ${order.id} is beyond the range of money, and is not booked.`;
  });
