import type { Generated } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { FileId } from '../files/file-tables.ts';

declare module '../store/schema.ts' {
  interface Schema {
    chat_messages: ChatMessageTable;
  }
}

export type ChatSender = 'user' | 'service';

interface ChatMessageTable {
  id: Generated<number>;
  account_id: AccountId;
  sender: ChatSender;
  /** Empty beside a picture. */
  text: string;
  /** Null beside a text. */
  image: FileId | null;
  created_at: TimestampMs;
}
