import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { prepared } from '../store/prepared.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { AccountRecord } from './account-repository.ts';

export type SessionRecord = RecordOf<Schema['sessions']>;

/** Every call begins with it, so it is one statement, of what a call needs. */
const findSession = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.id', 'account_id', 'sessions.created_at', 'seen_at', 'expires_at'])
    .select(['book', 'email', 'phone', 'area_code', 'invite_code'])
    .where('sessions.id', '=', id),
);

/** A session with the facts of its account. */
export type FoundSession = Pick<SessionRecord, 'id' | 'accountId' | 'createdAt' | 'seenAt' | 'expiresAt'> &
  Pick<AccountRecord, 'book' | 'email' | 'phone' | 'areaCode' | 'inviteCode'>;

export function sessionRepository(db: Db) {
  const idsOf = (account: AccountId) =>
    db.selectFrom('sessions').select('id').where('account_id', '=', account);
  const removeAll = async (rows: readonly { readonly id: string }[]): Promise<readonly string[]> => {
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await db.deleteFrom('sessions').where('id', 'in', ids).execute();
    return ids;
  };
  return {
    async find(id: string): Promise<FoundSession | undefined> {
      const [row] = (await findSession(db, { id })).rows;
      return row && recordOf(row);
    },
    async expired(now: TimestampMs): Promise<readonly string[]> {
      const rows = await db.selectFrom('sessions').select('id').where('expires_at', '<=', now).execute();
      return rows.map((row) => row.id);
    },
    /** The unexpired sessions, last seen first. */
    async ofAccount(account: AccountId, now: TimestampMs): Promise<readonly SessionRecord[]> {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('account_id', '=', account)
        .where('expires_at', '>', now)
        .orderBy('seen_at', 'desc')
        .orderBy('public_id')
        .execute();
      return rows.map(recordOf);
    },
    async insert(session: SessionRecord): Promise<void> {
      await db.insertInto('sessions').values(rowOf(session)).execute();
    },
    /** Updates the time of last use. */
    async touch(id: string, seenAt: TimestampMs, expiresAt: TimestampMs): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ seen_at: seenAt, expires_at: expiresAt })
        .where('id', '=', id)
        .execute();
    },
    /** @returns whether it existed */
    async remove(id: string): Promise<boolean> {
      const result = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
    /** Removes all sessions of an account except the one to keep. @returns their ids */
    removeOf: async (account: AccountId, keep = '') =>
      removeAll(await idsOf(account).where('id', '<>', keep).execute()),
    /** Removes the least recently used sessions beyond `limit`. @returns their ids */
    async removeOldest(account: AccountId, limit: number) {
      const rows = await idsOf(account).orderBy('seen_at').orderBy('created_at').execute();
      return removeAll(rows.slice(0, Math.max(0, rows.length - limit)));
    },
  };
}
