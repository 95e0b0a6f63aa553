import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { addColumn } from './tables.ts';

/** Whether a dealer had the broker at its last beat. */
export const holderBroker: Migration = {
  async up(db: Db) {
    await addColumn(db, 'shard_holders', 'has_broker', 'integer', (column) => column.notNull().defaultTo(0));
  },
};
