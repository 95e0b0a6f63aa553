import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { table } from './tables.ts';

/** The instruments as rows: see `catalogue/instrument-repository.ts`. */
export const instruments: Migration = {
  async up(db: Db) {
    await table(db, 'instruments')
      .addColumn('code', 'text', (column) => column.primaryKey())
      .addColumn('id', 'integer', (column) => column.notNull().unique())
      .addColumn('show_code', 'text', (column) => column.notNull())
      .addColumn('names', 'text')
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('precision', 'integer', (column) => column.notNull())
      .addColumn('next_precision', 'integer')
      .addColumn('lot_step', 'integer', (column) => column.notNull())
      .addColumn('min_volume', 'integer', (column) => column.notNull())
      .addColumn('contract_size', 'integer', (column) => column.notNull())
      .addColumn('fee_per_lot', 'bigint', (column) => column.notNull())
      .addColumn('margin_mode', 'text', (column) => column.notNull())
      .addColumn('multiples', 'text', (column) => column.notNull())
      .addColumn('quote_currency', 'text', (column) => column.notNull())
      .addColumn('hours', 'text', (column) => column.notNull())
      .addColumn('logo', 'text')
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('is_retired', 'integer', (column) => column.notNull())
      .addColumn('stale_ms', 'integer')
      .addColumn('bound_millionths', 'integer')
      .addColumn('changed_at', 'bigint')
      .execute();
    // Of orders that were placed before: a column more in their table would break the statements that members of the earlier
    // version have prepared.
    await table(db, 'former_terms')
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addColumn('precision', 'integer', (column) => column.notNull())
      .addColumn('contract_size', 'integer', (column) => column.notNull())
      .addColumn('margin_mode', 'text', (column) => column.notNull())
      .addColumn('quote_currency', 'text', (column) => column.notNull())
      .addColumn('settle_code', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('former_terms_key', ['code', 'until'])
      .execute();
  },
};
