import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { table } from './tables.ts';

/** What an operator adds to the asks of an instrument, and how wide its quotes may be. */
export const spreads: Migration = {
  async up(db: Db) {
    await table(db, 'instrument_spreads')
      .addColumn('code', 'text', (column) => column.primaryKey())
      .addColumn('spread', 'integer', (column) => column.notNull())
      .addColumn('next_spread', 'integer')
      .addColumn('next_from', 'bigint')
      .addColumn('max_spread', 'integer')
      .execute();
  },
};
