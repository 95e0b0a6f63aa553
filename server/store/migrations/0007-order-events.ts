import type { Migration } from 'kysely/migration';
import type { AccountId } from '../../../shared/domain/account.ts';
import type { OrderId } from '../../../shared/domain/order.ts';
import { contentOfEvent, type Link, linkAfter, NO_LINK } from '../../chain/chain.ts';
import { countRows } from '../numbers.ts';
import type { Db } from '../schema.ts';
import { addColumns, index, table, withId } from './tables.ts';

/**
 * The journal of orders. Each stored order gets one event that says what it is. The table of the chains' ends gets another name,
 * so that a member of an earlier version, which would change orders without events, can write none.
 */
export const orderEvents: Migration = {
  async up(db: Db) {
    await withId(table(db, 'order_events'))
      .addColumn('account_id', 'integer', (column) => column.notNull())
      .addColumn('order_id', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('caused_by', 'text', (column) => column.notNull())
      .addColumn('price', 'bigint')
      .addColumn('ask', 'bigint')
      .addColumn('tick_at', 'bigint')
      .addColumn('source', 'text')
      .addColumn('changes', 'text', (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute();
    await db.schema.alterTable('chain_heads').renameTo('account_chains').execute();
    await addColumns(db, 'account_chains', {
      events: ['bigint', (column) => column.notNull().defaultTo(0)],
      events_hash: ['text', (column) => column.notNull().defaultTo('')],
    });
    await writeEvents(db);
    await index(db, 'order_events_by_order', 'order_events', ['order_id', 'id']);
  },
};

/** Orders read and events written at once. */
const BATCH = 1_000;
/** A line for the operator after so many orders: a million take about a minute. */
const ORDERS_PER_LINE = 100_000;

const KIND = { pending: 'placed', open: 'opened', closed: 'closed', cancelled: 'cancelled' } as const;

async function writeEvents(db: Db): Promise<void> {
  const links = new Map<AccountId, Link>();
  const of = await countRows(db.selectFrom('orders'));
  let done = 0;
  for (let after = Number.MIN_SAFE_INTEGER as OrderId; ; ) {
    const orders = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const last = orders.at(-1);
    if (last === undefined) break;
    const rows = orders.map(({ id, account_id, seal: _, ...columns }) => {
      const row = {
        account_id,
        order_id: id,
        at: columns.ended_at ?? columns.filled_at ?? columns.created_at,
        kind: KIND[columns.status],
        caused_by: 'exchange' as const,
        price: null,
        ask: null,
        tick_at: null,
        source: null,
        changes: JSON.stringify(
          Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null)),
        ),
      };
      const link = linkAfter(links.get(account_id) ?? NO_LINK, contentOfEvent(row));
      links.set(account_id, link);
      return { ...row, ...link };
    });
    await db.insertInto('order_events').values(rows).execute();
    done += rows.length;
    if (done % ORDERS_PER_LINE === 0)
      console.error(`The database is being migrated: ${done} of ${of} orders have got their first event.`);
    after = last.id;
  }
  await writeEnds(db, links);
}

async function writeEnds(db: Db, links: ReadonlyMap<AccountId, Link>): Promise<void> {
  for (const [account, { seq, hash }] of links)
    await db
      .insertInto('account_chains')
      .values({ account_id: account, events: seq, events_hash: hash, ...NO_CHAINS })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ events: seq, events_hash: hash }))
      .execute();
}

const NO_CHAINS = {
  postings: 0,
  postings_hash: '',
  replies: 0,
  replies_hash: '',
  replies_gone: 0,
  replies_gone_hash: '',
};
