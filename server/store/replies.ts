import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { ReplyReads, ReplyWrites } from './store.ts';

export function replyRepository(db: Kysely<Schema>): ReplyReads & ReplyWrites {
  return {
    async find(account, call, cid) {
      const row = await db
        .selectFrom('replies')
        .select(['params_hash', 'reply'])
        .where('account_id', '=', account)
        .where('call', '=', call)
        .where('cid', '=', cid)
        .executeTakeFirst();
      return row === undefined ? undefined : { paramsHash: row.params_hash, reply: row.reply };
    },
    async insert(account, call, cid, { paramsHash, reply }, now) {
      await db
        .insertInto('replies')
        .values({ account_id: account, call, cid, params_hash: paramsHash, reply, created_at: now })
        .execute();
    },
    async purge(before) {
      await db.deleteFrom('replies').where('created_at', '<', before).execute();
    },
  };
}
