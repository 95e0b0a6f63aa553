import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { prepared } from '../store/prepared.ts';
import type { Db, Schema } from '../store/schema.ts';

/** The reply to a call, stored under the client's own id for the call. */
export interface StoredReply {
  readonly paramsHash: string;
  /** JSON. */
  readonly reply: string;
}

export function replyRepository(db: Db) {
  return {
    async find(account: AccountId, call: string, cid: string): Promise<StoredReply | undefined> {
      const [row] = (await findReply(db, { account, call, cid })).rows;
      return row && { paramsHash: row.params_hash, reply: row.reply };
    },
    async insert(
      account: AccountId,
      call: string,
      cid: string,
      { paramsHash, reply }: StoredReply,
      now: TimestampMs,
    ): Promise<void> {
      const row = { account_id: account, call, cid, params_hash: paramsHash, reply, created_at: now };
      await insertReply(db, row);
    },
    async purge(before: TimestampMs): Promise<void> {
      await db.deleteFrom('replies').where('created_at', '<', before).execute();
    },
  };
}

const findReply = prepared((db, by: { account: AccountId; call: string; cid: string }) =>
  db
    .selectFrom('replies')
    .select(['params_hash', 'reply'])
    .where('account_id', '=', by.account)
    .where('call', '=', by.call)
    .where('cid', '=', by.cid),
);

const insertReply = prepared((db, row: Schema['replies']) => db.insertInto('replies').values(row));
