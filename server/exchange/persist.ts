import type { TimestampMs } from '../../shared/domain/time.ts';
import { ledgerRepository } from '../ledger/ledger-repository.ts';
import { advanceAccount, balanceAccount, holdAccount } from '../ledger/posting.ts';
import { StaleStateError } from '../store/errors.ts';
import type { Db } from '../store/schema.ts';
import { orderRepository } from './order-repository.ts';
import { replyRepository, type StoredReply } from './reply-repository.ts';
import { type AccountState, apply, type DealEvent } from './state.ts';

/** The key of a stored reply. */
export interface ReplyRow extends StoredReply {
  readonly call: string;
  readonly cid: string;
  readonly now: TimestampMs;
}

/**
 * Writes a decision in the given transaction.
 * @returns the account after it
 * @throws StaleStateError if the stored account differs from the one that was decided on
 */
export async function persist(
  transaction: Db,
  state: AccountState,
  events: readonly DealEvent[],
  reply: ReplyRow | undefined,
): Promise<AccountState> {
  let current = state;
  for (const event of events) {
    const after = apply(current, [event]);
    if ('record' in event) {
      const before = state.orders.get(event.record.order.id)?.order;
      if (before === undefined) await orderRepository(transaction).insert(event.record);
      else await orderRepository(transaction).update(event.record, before);
    }
    if (event.posting) {
      const balances = await ledgerRepository(transaction).post(event.posting);
      const { balance, advance, hold } = after.standing;
      const asExpected =
        (balances.get(balanceAccount(state.id)) ?? balance) === balance &&
        (balances.get(advanceAccount(state.id)) ?? -advance) === -advance &&
        (balances.get(holdAccount(state.id)) ?? hold) === hold;
      if (!asExpected) throw new StaleStateError(`the balance of account ${state.id} is not what it was`);
    }
    current = after;
  }
  if (reply) await replyRepository(transaction).insert(state.id, reply.call, reply.cid, reply, reply.now);
  return current;
}
