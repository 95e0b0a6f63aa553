import type { Kysely, Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { FileId } from '../files/files.ts';
import type { Schema } from '../store/schema.ts';

export type ChatSender = 'user' | 'service';

export interface NewChatMessage {
  readonly accountId: AccountId;
  readonly from: ChatSender;
  /** Empty beside a picture. */
  readonly text: string;
  /** Undefined beside a text. */
  readonly image: FileId | undefined;
  readonly at: TimestampMs;
}

export interface ChatRecord extends NewChatMessage {
  readonly id: number;
}

/** What one user and the service have said, as an operator looks for it. */
export interface Conversation {
  readonly messages: number;
  /** The user had the last word, so an answer is due. */
  readonly waits: boolean;
  readonly last: ChatRecord;
}

export interface ChatReads {
  /** The last ones before the message with that id, oldest first. */
  latest(account: AccountId, limit: number, before?: number): Promise<readonly ChatRecord[]>;
  /** Those who wait first, each group by its last message, latest first. */
  conversations(limit: number): Promise<readonly Conversation[]>;
}

export interface ChatWrites {
  insert(message: NewChatMessage): Promise<ChatRecord>;
}

export function chatRepository(db: Kysely<Schema>): ChatReads & ChatWrites {
  return {
    async latest(account, limit, before) {
      const own = db.selectFrom('chat_messages').selectAll().where('account_id', '=', account);
      const rows = await (before === undefined ? own : own.where('id', '<', before))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toRecord).reverse();
    },
    async conversations(limit) {
      const groups = db
        .selectFrom('chat_messages')
        .select(({ fn }) => [fn.max('id').as('last_id'), fn.countAll<number>().as('count')])
        .groupBy('account_id')
        .as('groups');
      const rows = await db
        .selectFrom('chat_messages')
        .innerJoin(groups, 'groups.last_id', 'chat_messages.id')
        .selectAll('chat_messages')
        .select('groups.count')
        // `user` comes after `service` in the alphabet.
        .orderBy('sender', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        messages: Number(row.count),
        waits: row.sender === 'user',
        last: toRecord(row),
      }));
    },
    async insert(message) {
      const row = await db
        .insertInto('chat_messages')
        .values({
          account_id: message.accountId,
          sender: message.from,
          text: message.text,
          image: message.image ?? null,
          created_at: message.at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { ...message, id: row.id };
    },
  };
}

const toRecord = (row: Selectable<Schema['chat_messages']>): ChatRecord => ({
  id: row.id,
  accountId: row.account_id as AccountId,
  from: row.sender === 'user' ? 'user' : 'service',
  text: row.text,
  image: row.image === null ? undefined : (row.image as FileId),
  at: timestampMs(row.created_at),
});
