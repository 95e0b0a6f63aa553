import { ZERO_MONEY } from '../../shared/domain/money.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { makeInviteCode } from '../accounts/secret.ts';
import type { AccountState, DealEvent } from '../exchange/state.ts';
import { balanceAccount } from '../ledger/posting.ts';
import { settleTo } from '../ledger/settle.ts';
import type { Random } from '../random.ts';
import { type OrderRecord, StaleStateError, type Store } from '../store/store.ts';
import type { LeaderRecord } from './leader-repository.ts';
import type { Temperament } from './temperament.ts';

/** Opens a trader's account with what it starts with. Nobody can log into it: there is nothing to log in by. */
export async function takeOn(
  store: Store,
  random: Random,
  { name, opening }: Temperament,
  { beganAt, pastUntil }: Pick<LeaderRecord, 'beganAt' | 'pastUntil'>,
): Promise<LeaderRecord> {
  return store.write(async (transaction) => {
    const account = await transaction.accounts.insert({
      book: 'demo',
      email: undefined,
      phone: undefined,
      passwordHash: undefined,
      demoHash: undefined,
      inviteCode: makeInviteCode(random),
      createdAt: beganAt,
    });
    if (account === undefined) throw new Error('an invite code came up twice');
    const nothing = { balance: ZERO_MONEY, advance: ZERO_MONEY };
    const facts = { book: 'demo' as const, kind: 'opening' as const, accountId: account, at: beganAt };
    const posting = settleTo(nothing, opening, facts);
    if (posting) await transaction.ledger.post(posting);
    const leader = { name, account, beganAt, pastUntil };
    await transaction.leaders.insert(leader);
    return leader;
  });
}

/**
 * Stores what a trader did in the past, all of it or nothing: each order as it ended up, and every posting.
 * @throws StaleStateError when the account is not the one that the past began with
 */
export async function storePast(
  store: Store,
  { name, account }: LeaderRecord,
  past: {
    readonly before: AccountState;
    readonly state: AccountState;
    readonly events: readonly DealEvent[];
  },
  until: TimestampMs,
): Promise<void> {
  const orders = new Map<OrderId, OrderRecord>();
  for (const event of past.events) if ('record' in event) orders.set(event.record.order.id, event.record);
  await store.write(async (transaction) => {
    if (!(await transaction.leaders.endPast(name, until)))
      throw new StaleStateError(`${name} has a past already`);
    for (const record of orders.values()) await transaction.orders.insert(record);
    let { balance } = past.before.standing;
    for (const { posting } of past.events) {
      const balances = posting && (await transaction.ledger.post(posting));
      balance = balances?.get(balanceAccount(account)) ?? balance;
    }
    if (balance !== past.state.standing.balance)
      throw new StaleStateError(`the balance of ${name} is not what its past left`);
  });
}
