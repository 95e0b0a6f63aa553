import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { addColumns, table, withId } from './tables.ts';

/** What holding a position costs: the rates over time, and of each order its sum and its last night. */
export const financing: Migration = {
  async up(db: Db) {
    await addColumns(db, 'orders', { financing: ['bigint'], financed_at: ['bigint'] });
    await withId(table(db, 'night_rates'))
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addColumn('long_rate', 'integer', (column) => column.notNull())
      .addColumn('short_rate', 'integer', (column) => column.notNull())
      .execute();
    // What nights cost goes to accounts of the house of their own: one for each book and shard of accounts.
    await sql`
      with recursive shards (shard) as (select 0 union all select shard + 1 from shards where shard < 63)
      insert into ledger_accounts (id, book, balance)
      select 'house:' || book || ':financing:' || shard, book, 0
      from (select 'demo' as book union all select 'real') as books cross join shards`.execute(db);
    // Whatever goes wrong elsewhere: a night of a position, which is the posting's time, is booked once.
    await db.schema
      .createIndex('financing_once')
      .unique()
      .ifNotExists()
      .on('postings')
      .columns(['order_id', 'at'])
      .where(sql.ref('kind'), '=', sql.lit('financing'))
      .execute();
  },
};
