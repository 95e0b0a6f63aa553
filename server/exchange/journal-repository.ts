import type { Insertable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import { contentOfEvent } from '../chain/chain.ts';
import { appendLink } from '../store/chain-heads.ts';
import { inFewSizes, preparedRows } from '../store/prepared.ts';
import type { Db, Schema } from '../store/schema.ts';
import { changesOf, isTold, rowAfter, type StoredEvent, splitFrom, type ToldEvent } from './fold-events.ts';
import type { Entry } from './journal.ts';
import { type OrderColumns, orderRow } from './order-repository.ts';
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
    entries
      .map((entry) => rowOf(before, entry))
      .filter(isNews)
      .map(async (row) => ({
        ...row,
        ...(await appendLink(transaction, 'events', before.id, contentOfEvent(row))),
      })),
  );
  for (const some of inFewSizes(rows)) await insertEvents(transaction, some);
}

/** A tick, or a change that changes something: stops may be set to what they are. */
const isNews = ({ kind, changes }: ReturnType<typeof rowOf>): boolean =>
  kind === 'triggered' || changes !== NO_CHANGES;

const NO_CHANGES = JSON.stringify({});

function rowOf({ id: account, orders }: AccountState, { orderId, at, kind, by, mark, record }: Entry) {
  const known = orders.get(orderId);
  const changes = record && changesOf(known && orderRow(known), orderRow(record));
  return {
    account_id: account,
    order_id: orderId,
    at,
    kind,
    caused_by: by,
    price: mark?.close ?? null,
    ask: mark === undefined || mark.ask === mark.close ? null : mark.ask,
    tick_at: mark?.tickAt ?? null,
    source: mark?.source ?? null,
    changes: changes === undefined ? NO_CHANGES : JSON.stringify(changes),
  };
}

const insertEvents = preparedRows((db, rows: readonly Insertable<Schema['order_events']>[]) =>
  db.insertInto('order_events').values(rows),
);

/** Events read at once. */
const PAGE = 1_000;
/** A story is short, unless a program moves a stop all day: then the newest events are enough. */
const MOST_TOLD = 500;

/**
 * The newest events of an order, and of the position that it was split from until then, oldest first; none for another
 * account's order. Leaves out those that changed nothing which its owner sees.
 * @param until the event in the account's chain before which they end
 */
export async function storyOf(
  db: Db,
  account: AccountId,
  id: OrderId,
  until = Number.MAX_SAFE_INTEGER,
): Promise<readonly ToldEvent[]> {
  let told: ToldEvent[] = [];
  let row: OrderColumns | undefined;
  for (let after = 0; ; ) {
    const events = await eventsOf(db, account, id, after, until);
    const last = events.at(-1);
    if (last === undefined) return told;
    for (const event of events) {
      // What the upgrade found says all of an order, and of its position only how that ended.
      const from = row === undefined && event.caused_by !== 'exchange' ? splitFrom(event) : undefined;
      if (from !== undefined) told = [...(await storyOf(db, account, from, event.seq))];
      const next = rowAfter(row, event);
      if (isTold(event)) told.push({ event, before: row ?? told.at(-1)?.after, after: next });
      row = next;
    }
    told = told.slice(-MOST_TOLD);
    after = last.id;
  }
}

const eventsOf = (
  db: Db,
  account: AccountId,
  id: OrderId,
  after: number,
  until: number,
): Promise<readonly StoredEvent[]> =>
  db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', id)
    .where('id', '>', after)
    .where('account_id', '=', account)
    .where('seq', '<', until)
    .orderBy('id')
    .limit(PAGE)
    .execute();
