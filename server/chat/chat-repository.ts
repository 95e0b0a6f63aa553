import type { Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { FileId } from '../files/file-tables.ts';
import { recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { ChatSender } from './chat-tables.ts';

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

/** The messages between one user and the service, as an operator lists them. */
export interface Conversation {
  readonly messages: number;
  /** The last message is the user's, so a reply is due. */
  readonly waits: boolean;
  readonly last: ChatRecord;
}

/** A page of them. */
export interface Conversations {
  readonly list: readonly Conversation[];
  /** Of all pages. */
  readonly total: number;
  readonly waiting: number;
}

export function chatRepository(db: Db) {
  return {
    /** The last ones before the message with that id, oldest first. */
    async latest(account: AccountId, limit: number, before?: number): Promise<readonly ChatRecord[]> {
      const own = db.selectFrom('chat_messages').selectAll().where('account_id', '=', account);
      const rows = await (before === undefined ? own : own.where('id', '<', before))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toRecord).reverse();
    },
    /**
     * First those that wait, by their first message without an answer: who writes again keeps the place. Then the others, by
     * their last message, latest first. @param page from 1
     */
    async conversations(page: number, size: number): Promise<Conversations> {
      const groups = db
        .selectFrom('chat_messages')
        .select(({ fn }) => [
          fn.max('id').as('last_id'),
          fn.max('id').filterWhere('sender', '=', 'service').as('answer_id'),
          fn.countAll<number>().as('count'),
        ])
        .groupBy('account_id')
        .as('groups');
      const all = db.selectFrom('chat_messages').innerJoin(groups, 'groups.last_id', 'chat_messages.id');
      const rows = await all
        .selectAll('chat_messages')
        .select('groups.count')
        // `user` comes after `service` in the alphabet.
        .orderBy('sender', 'desc')
        .orderBy(({ selectFrom }) =>
          selectFrom('chat_messages as later')
            .select(({ fn }) => fn.min('later.id').as('first_id'))
            .whereRef('later.account_id', '=', 'chat_messages.account_id')
            .where(({ eb, fn, lit }) => eb('later.id', '>', fn.coalesce('groups.answer_id', lit(0)))),
        )
        .orderBy('id', 'desc')
        .limit(size)
        .offset((page - 1) * size)
        .execute();
      const counted = await all
        .select(({ fn }) => ['sender', fn.countAll<number>().as('count')])
        .groupBy('sender')
        .execute();
      return {
        list: rows.map((row) => ({
          messages: Number(row.count),
          waits: row.sender === 'user',
          last: toRecord(row),
        })),
        total: counted.reduce((sum, { count }) => sum + Number(count), 0),
        waiting: Number(counted.find(({ sender }) => sender === 'user')?.count ?? 0),
      };
    },
    async insert(message: NewChatMessage): Promise<ChatRecord> {
      const { accountId, from, text, image, at } = message;
      const row = await db
        .insertInto('chat_messages')
        .values(rowOf({ accountId, sender: from, text, image, createdAt: at }))
        .returning('id')
        .executeTakeFirstOrThrow();
      return { ...message, id: row.id };
    },
  };
}

function toRecord(row: Selectable<Schema['chat_messages']>): ChatRecord {
  const { sender: from, createdAt: at, ...fields } = recordOf(row);
  return { ...fields, from, at };
}
