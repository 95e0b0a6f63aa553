import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { addColumns } from './tables.ts';

/** What holding a position costs: its sum and its last night. */
export const financing: Migration = {
  async up(db: Db) {
    await addColumns(db, 'orders', { financing: ['bigint'], financed_at: ['bigint'] });
  },
};
