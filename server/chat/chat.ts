import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Result } from '../../shared/result.ts';
import type { Conversation } from './chat-repository.ts';
import type { ChatSender } from './chat-tables.ts';

/** A message as it is shown: plain text, or a picture. */
export interface ChatMessage {
  readonly id: number;
  readonly accountId: AccountId;
  readonly from: ChatSender;
  /** Empty beside a picture. */
  readonly text: string;
  /** The picture's address, good for a while from now; empty beside a text. */
  readonly image: string;
  readonly at: TimestampMs;
}

/** A text, or a picture's address as its upload was answered. */
export type Said = { readonly text: string } | { readonly image: string };

/** What users and the customer service write to each other. Every message is stored before anybody hears of it. */
export interface Chat {
  /** The last ones, oldest first; `before`: the id of the first message that is already known. */
  latest(account: AccountId, before?: number): Promise<readonly ChatMessage[]>;
  /**
   * A user's message. The same again under the same `cid` is answered with the first one and written once. Refuses with
   * 4000 and `field` (`text`, `cid`, `image` also when it is not there or not theirs), 4029 and `retry_after_s`, 4108.
   */
  say(account: AccountId, said: Said, cid?: string): Promise<Result<ChatMessage>>;
  /** The service's message; refuses with 4000 and `field`, 4004 for no such account. */
  answer(account: AccountId, text: string): Promise<Result<ChatMessage>>;
  /** Those who wait for an answer first. */
  conversations(): Promise<readonly Conversation[]>;
  /** Told of every message after it was stored, in the order of each account. */
  onMessage(listener: (message: ChatMessage) => void): () => void;
  /** Waits for what is being written. */
  idle(): Promise<void>;
}
