import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { addColumn } from './tables.ts';

/** The distance of a trailing stop, and the margin level of a stop out. */
export const trailingStops: Migration = {
  async up(db: Db) {
    await addColumn(db, 'orders', 'trail_points', 'integer');
    await addColumn(db, 'orders', 'margin_level', 'integer');
  },
};
