import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { table } from './tables.ts';

/**
 * What an operator allows: the mode of an instrument, the restriction of a customer; and what a step was about. Tables of
 * their own: a column more in an old one would break the statements that members of the earlier version have prepared.
 */
export const modes: Migration = {
  async up(db: Db) {
    await table(db, 'instrument_modes')
      .addColumn('code', 'text', (column) => column.primaryKey())
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .execute();
    await table(db, 'restrictions')
      .addColumn('account_id', 'integer', (column) => column.primaryKey().references('accounts.id'))
      .addColumn('restriction', 'text')
      .addColumn('since', 'bigint', (column) => column.notNull())
      .execute();
    await table(db, 'operator_log_details')
      .addColumn('step_id', 'integer', (column) => column.primaryKey().references('operator_log.id'))
      .addColumn('detail', 'text', (column) => column.notNull())
      .execute();
  },
};
