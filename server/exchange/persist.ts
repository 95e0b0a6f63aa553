import { ledgerRepository } from '../ledger/ledger-repository.ts';
import { advanceAccount, balanceAccount, holdAccount, type Posting } from '../ledger/posting.ts';
import { countChange } from '../store/chain-heads.ts';
import { StaleStateError } from '../store/errors.ts';
import { together } from '../store/pipeline.ts';
import type { Db } from '../store/schema.ts';
import type { Entry } from './journal.ts';
import { appendEvents } from './journal-repository.ts';
import { orderRepository } from './order-repository.ts';
import { type AccountState, apply, type DealEvent, type OrderRecord } from './state.ts';

/**
 * Writes a decision in the given transaction.
 * @param entries of the journal, for each changed order
 * @returns the account after it
 * @throws StaleStateError if the stored account differs from the one that was decided on
 */
export async function persist(
  transaction: Db,
  state: AccountState,
  events: readonly DealEvent[],
  entries: readonly Entry[],
): Promise<AccountState> {
  if (events.length === 0) return state;
  let current = state;
  const counted = countAfter(transaction, state);
  const written: Promise<void>[] = [];
  for (const event of events) {
    current = apply(current, [event]);
    if ('record' in event) written.push(persistOrder(transaction, state, event.record));
    if (event.posting) written.push(persistPosting(transaction, event.posting, current));
  }
  if (entries.length > 0) written.push(appendEvents(transaction, state, entries));
  if (current.isCalled !== state.isCalled) written.push(persistCall(transaction, current));
  const [n] = await together([counted, ...written]);
  return { ...current, n };
}

async function countAfter(transaction: Db, { id, n: before }: AccountState): Promise<number> {
  const n = await countChange(transaction, id);
  if (n !== before + 1) throw new StaleStateError(`account ${id} was changed after its change ${before}`);
  return n;
}

function persistOrder(transaction: Db, state: AccountState, record: OrderRecord): Promise<void> {
  const before = state.orders.get(record.order.id)?.order;
  const orders = orderRepository(transaction);
  return before === undefined ? orders.insert(record) : orders.update(record, before);
}

async function persistCall(transaction: Db, { id, isCalled }: AccountState): Promise<void> {
  const begins = transaction.insertInto('margin_calls').values({ account_id: id });
  const ends = transaction.deleteFrom('margin_calls').where('account_id', '=', id);
  await (isCalled ? begins : ends).execute();
}

/** @param after the account as it was decided, with this posting */
async function persistPosting(transaction: Db, posting: Posting, after: AccountState): Promise<void> {
  const { id } = after;
  const { balance, advance, hold } = after.standing;
  const balances = await ledgerRepository(transaction).post(posting);
  const asExpected =
    (balances.get(balanceAccount(id)) ?? balance) === balance &&
    (balances.get(advanceAccount(id)) ?? -advance) === -advance &&
    (balances.get(holdAccount(id)) ?? hold) === hold;
  if (!asExpected) throw new StaleStateError(`the balance of account ${id} is not what it was`);
}
