import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { index, table, withId } from './tables.ts';

export const operatorLog: Migration = {
  async up(db: Db) {
    await withId(table(db, 'operator_log'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('thing', 'text', (column) => column.notNull())
      .addColumn('verb', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .execute();
    await index(db, 'operator_log_by_thing', 'operator_log', ['thing', 'id']);
  },
};
