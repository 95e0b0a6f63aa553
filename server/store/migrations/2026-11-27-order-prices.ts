import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { addColumn } from './tables.ts';

/** Which prices an order was decided on, where prices come from another process. */
export const orderPrices: Migration = {
  async up(db: Db) {
    await addColumn(db, 'orders', 'prices_at', 'bigint');
  },
};
