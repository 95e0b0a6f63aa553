import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { table } from './tables.ts';

/** Who deals for each of the 64 parts of all accounts, and who does the chores (64). */
export const whoDeals: Migration = {
  async up(db: Db) {
    await table(db, 'shards')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('epoch', 'bigint', (column) => column.notNull())
      .addColumn('holder', 'text')
      .execute();
    await table(db, 'shard_holders')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('alive_until', 'bigint', (column) => column.notNull())
      .addColumn('pid', 'integer', (column) => column.notNull())
      .addColumn('backend_start', 'text', (column) => column.notNull())
      .execute();
    await sql`
      with recursive ids (id) as (select 0 union all select id + 1 from ids where id < 64)
      insert into shards (id, epoch) select id, 0 from ids`.execute(db);
  },
};
