import type { Kysely, Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { prepared } from '../store/prepared.ts';
import type { Schema } from '../store/schema.ts';
import type { SessionReads, SessionRecord, SessionWrites } from './account-records.ts';

const findSession = prepared((db, { id }: { id: string }) =>
  db.selectFrom('sessions').selectAll().where('id', '=', id),
);

export function sessionRepository(db: Kysely<Schema>): SessionReads & SessionWrites {
  const removeAll = async (ids: readonly string[]) => {
    if (ids.length > 0) await db.deleteFrom('sessions').where('id', 'in', ids).execute();
    return ids;
  };
  return {
    async find(id) {
      const [row] = (await findSession(db, { id })).rows;
      return row && toRecord(row);
    },
    async expired(now) {
      const rows = await db.selectFrom('sessions').select('id').where('expires_at', '<=', now).execute();
      return rows.map((row) => row.id);
    },
    async ofAccount(account, now) {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('account_id', '=', account)
        .where('expires_at', '>', now)
        .orderBy('seen_at', 'desc')
        .orderBy('public_id')
        .execute();
      return rows.map(toRecord);
    },
    async insert(session) {
      await db
        .insertInto('sessions')
        .values({
          id: session.id,
          public_id: session.publicId,
          account_id: session.accountId,
          device: session.device,
          created_at: session.createdAt,
          seen_at: session.seenAt,
          expires_at: session.expiresAt,
        })
        .execute();
    },
    async touch(id, seenAt, expiresAt) {
      await db
        .updateTable('sessions')
        .set({ seen_at: seenAt, expires_at: expiresAt })
        .where('id', '=', id)
        .execute();
    },
    async remove(id) {
      const result = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
    async removeOf(account, keep = '') {
      const rows = await db
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', account)
        .where('id', '<>', keep)
        .execute();
      return removeAll(rows.map((row) => row.id));
    },
    async removeOldest(account, limit) {
      const rows = await db
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', account)
        .orderBy('seen_at')
        .orderBy('created_at')
        .execute();
      return removeAll(rows.slice(0, Math.max(0, rows.length - limit)).map((row) => row.id));
    },
  };
}

const toRecord = (row: Selectable<Schema['sessions']>): SessionRecord => ({
  id: row.id,
  publicId: row.public_id,
  accountId: row.account_id as AccountId,
  device: row.device,
  createdAt: timestampMs(row.created_at),
  seenAt: timestampMs(row.seen_at),
  expiresAt: timestampMs(row.expires_at),
});
