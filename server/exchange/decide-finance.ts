import { nightCost, nightRate } from '../../shared/domain/financing.ts';
import { addMoney, type Money, negMoney, withinMoney, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { Position } from '../../shared/domain/order.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { ok } from '../../shared/result.ts';
import { houseAccount, type Posting } from '../ledger/posting.ts';
import { settle } from '../ledger/settle.ts';
import type { CommandOf, Decide } from './command.ts';
import { type AccountState, apply, type DealEvent, type WorkingOrder } from './state.ts';

/** Books a night. What the balance lacks is advanced, as at a loss; a margin call or a stop out may follow. */
export const decideFinance: Decide<'finance'> = (state, command) => {
  const events: DealEvent[] = [];
  let current = state;
  for (const held of state.orders.values()) {
    if (!isDue(held, command)) continue;
    const event = financed(current, held, command);
    events.push(event);
    current = apply(current, [event]);
  }
  return ok(events);
};

/** Whether any position of the account has something to be booked. */
export const isAnyDue = (state: AccountState, command: CommandOf<'finance'>): boolean =>
  [...state.orders.values()].some((held) => isDue(held, command));

/** Only nights after it are booked: the last one that was, or else the opening. */
export const financedUntil = ({ order, filledAt, financedAt }: WorkingOrder): TimestampMs =>
  financedAt ?? filledAt ?? order.createdAt;

function isDue(held: WorkingOrder, { at, terms }: CommandOf<'finance'>): held is Held {
  const night = terms.get(held.order.instrumentId);
  if (held.order.status !== 'open' || night === undefined) return false;
  return nightRate(held.order.side, night) !== 0 && financedUntil(held) < at;
}

type Held = WorkingOrder & { readonly order: Position };

function financed(state: AccountState, held: Held, { at, terms }: CommandOf<'finance'>): DealEvent {
  const { order } = held;
  const night = terms.get(order.instrumentId);
  const booked = withinMoney((): { sum: Money; posting: Posting | undefined } | undefined => {
    if (night === undefined) return undefined;
    const cost = nightCost(order, night);
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
  };
}
