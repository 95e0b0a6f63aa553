import { PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, table } from './tables.ts';

/** Calls that are limited for all gateways together. A crash of the server may empty the table, which costs it no flush. */
export const rateLimits: Migration = {
  async up(db: Db) {
    const limits = table(db, 'rate_limits')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('full_at', 'bigint', (column) => column.notNull());
    const isShared = db.getExecutor().adapter instanceof PostgresAdapter;
    await (isShared ? limits.modifyFront(sql`unlogged`) : limits).execute();
    await index(db, 'rate_limits_by_time', 'rate_limits', ['full_at']);
  },
};
