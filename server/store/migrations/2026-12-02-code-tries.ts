import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { addColumn } from './tables.ts';

/**
 * From which network a code was asked for, and the tries that all others have. Codes of before count every try as that
 * of the asker; they end within ten minutes.
 */
export const codeTries: Migration = {
  async up(db: Db) {
    await addColumn(db, 'verification_codes', 'address', 'text', (column) => column.notNull().defaultTo(''));
    await addColumn(db, 'verification_codes', 'other_tries_left', 'integer', (column) =>
      column.notNull().defaultTo(0),
    );
  },
};
