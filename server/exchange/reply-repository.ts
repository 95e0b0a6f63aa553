import type { Kysely } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { prepared } from '../store/prepared.ts';
import type { NewReplyRow, Schema } from '../store/schema.ts';
import type { ReplyReads, ReplyWrites } from '../store/store.ts';

export function replyRepository(db: Kysely<Schema>): ReplyReads & ReplyWrites {
  return {
    async find(account, call, cid) {
      const [row] = (await findReply(db, { account, call, cid })).rows;
      return row === undefined ? undefined : { paramsHash: row.params_hash, reply: row.reply };
    },
    async insert(account, call, cid, { paramsHash, reply }, now) {
      await insertReply(db, {
        account_id: account,
        call,
        cid,
        params_hash: paramsHash,
        reply,
        created_at: now,
      });
    },
    async purge(before) {
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

const insertReply = prepared((db, row: NewReplyRow) => db.insertInto('replies').values(row));
