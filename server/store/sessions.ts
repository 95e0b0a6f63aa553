import type { Kysely } from 'kysely';
import { timestampMs } from '../../shared/time.ts';
import type { AccountId } from '../exchange/exchange.ts';
import type { Schema } from './schema.ts';
import type { SessionReads, SessionWrites } from './store.ts';

export function sessionRepository(db: Kysely<Schema>): SessionReads & SessionWrites {
  return {
    async find(id) {
      const row = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined
        ? undefined
        : { id: row.id, accountId: row.account_id as AccountId, expiresAt: timestampMs(row.expires_at) };
    },
    async expired(now) {
      const rows = await db.selectFrom('sessions').select('id').where('expires_at', '<=', now).execute();
      return rows.map((row) => row.id);
    },
    async insert({ id, accountId, expiresAt }, now) {
      await db
        .insertInto('sessions')
        .values({ id, account_id: accountId, created_at: now, expires_at: expiresAt })
        .execute();
    },
    async extend(id, expiresAt) {
      await db.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', id).execute();
    },
    async remove(id) {
      const result = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}
