import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { addColumn } from './tables.ts';

/** When an order that waited was filled. A fill without a fee leaves no other trace of its time. */
export const orderFills: Migration = {
  async up(db: Db) {
    await addColumn(db, 'orders', 'filled_at', 'bigint');
  },
};
