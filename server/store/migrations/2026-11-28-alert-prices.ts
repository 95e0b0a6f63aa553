import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { addColumn } from './tables.ts';

/** By which prices an alert became what it is, for the process that judges it next. */
export const alertPrices: Migration = {
  async up(db: Db) {
    await addColumn(db, 'alerts', 'prices_at', 'bigint');
  },
};
