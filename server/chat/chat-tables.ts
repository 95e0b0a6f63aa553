import type { Generated } from 'kysely';

export interface ChatSchema {
  chat_messages: ChatMessageTable;
}

interface ChatMessageTable {
  id: Generated<number>;
  account_id: number;
  /** `user` or `service`. */
  sender: string;
  /** Empty beside a picture. */
  text: string;
  /** The file's id; null beside a text. */
  image: string | null;
  created_at: number;
}
