import type { Insertable, Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import { contentOfEvent } from '../chain/chain.ts';
import { appendLink } from '../store/chain-heads.ts';
import { inFewSizes, preparedRows } from '../store/prepared.ts';
import type { Db, Schema } from '../store/schema.ts';
import { changesOf, type StoredEvent } from './fold-events.ts';
import type { Entry } from './journal.ts';
import { orderRow } from './order-repository.ts';
import type { AccountState } from './state.ts';

/**
 * Writes entries behind the last one of the account's chain.
 * @param transaction of a write of the store
 * @param before the account as it is stored
 */
export async function appendEvents(
  transaction: Db,
  before: AccountState,
  entries: readonly Entry[],
): Promise<void> {
  const rows = await Promise.all(
    entries.map(async (entry) => {
      const row = rowOf(before, entry);
      return { ...row, ...(await appendLink(transaction, 'events', before.id, contentOfEvent(row))) };
    }),
  );
  for (const some of inFewSizes(rows)) await insertEvents(transaction, some);
}

function rowOf({ id: account, orders }: AccountState, { orderId, at, kind, by, mark, record }: Entry) {
  const known = orders.get(orderId);
  const changes = record === undefined ? {} : changesOf(known && orderRow(known), orderRow(record));
  return {
    account_id: account,
    order_id: orderId,
    at,
    kind,
    caused_by: by,
    price: mark?.price ?? null,
    ask: null,
    tick_at: mark?.tickAt ?? null,
    source: mark?.source ?? null,
    changes: JSON.stringify(changes),
  };
}

const insertEvents = preparedRows((db, rows: readonly Insertable<Schema['order_events']>[]) =>
  db.insertInto('order_events').values(rows),
);

/** Events of an order, and of the position that it was split from until then, oldest first; none for another account's. */
export async function storyOf(db: Db, account: AccountId, id: OrderId): Promise<readonly StoredEvent[]> {
  const own = await eventsOf(db, account, id);
  const [first] = own;
  const from = first && (JSON.parse(first.changes) as { readonly split_from?: OrderId }).split_from;
  // What the upgrade found says all of an order, and of its position only how that ended.
  if (first === undefined || from === undefined || first.caused_by === 'exchange') return own;
  return [...(await storyOf(db, account, from)).filter(({ seq }) => seq < first.seq), ...own];
}

const eventsOf = (
  db: Db,
  account: AccountId,
  id: OrderId,
): Promise<readonly Selectable<Schema['order_events']>[]> =>
  db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', id)
    .where('account_id', '=', account)
    .orderBy('seq')
    .execute();
