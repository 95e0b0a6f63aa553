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
