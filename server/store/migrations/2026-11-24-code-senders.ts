import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { addColumn, index } from './tables.ts';

/** Who asked for a code and how it was sent, to limit both. Earlier sends count for their contact alone. */
export const codeSenders: Migration = {
  async up(db: Db) {
    for (const name of ['address', 'channel'])
      await addColumn(db, 'code_sends', name, 'text', (column) => column.notNull().defaultTo(''));
    await index(db, 'code_sends_by_address', 'code_sends', ['address', 'sent_at']);
    await index(db, 'code_sends_by_channel', 'code_sends', ['channel', 'sent_at']);
  },
};
