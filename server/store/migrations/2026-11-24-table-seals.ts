import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { SEALED, type SealedTable, sealRow } from '../../chain/row-seals.ts';
import type { Db } from '../schema.ts';
import { table } from './tables.ts';

/** Seals for the rows of the tables that decide over money. What is stored so far is taken as it is. */
export const tableSeals: Migration = {
  async up(db: Db) {
    await table(db, 'row_seals')
      .addColumn('of_table', 'text', (column) => column.notNull())
      .addColumn('row_key', 'text', (column) => column.notNull())
      .addColumn('seal', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('row_seals_key', ['of_table', 'row_key'])
      .execute();
    for (const name of Object.keys(SEALED) as SealedTable[]) {
      const key = sql.ref(SEALED[name]);
      const { rows } = await sql<{
        key: number | string;
      }>`select ${key} as key from ${sql.table(name)}`.execute(db);
      for (const row of rows) await sealRow(db, name, row.key);
    }
  },
};
