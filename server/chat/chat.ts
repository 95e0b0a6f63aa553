import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import type { Clock } from '../clock.ts';
import { cleanText, isBlank } from '../content/sanitise.ts';
import { createMailboxes } from '../exchange/mailbox.ts';
import { findReply, type ReplyKey, replyKey, storeReply } from '../exchange/reply.ts';
import type { Files } from '../files/files.ts';
import { createListeners } from '../listeners.ts';
import { badField, tooSoon } from '../refusals.ts';
import { ElsewhereError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import {
  type ChatRecord,
  type Conversations,
  chatRepository,
  type NewChatMessage,
} from './chat-repository.ts';
import type { ChatSender } from './chat-tables.ts';

/*
 * The chat between a user and the customer service: rules for messages, their order, and who is notified. Users write
 * through the API, the service through the operator's command; the socket subscribes with `onMessage`. Accounts are served
 * one message at a time. Encoding for the wire and the pictures themselves do not belong here.
 */

/** A message as users see it: plain text, or a picture. */
export interface ChatMessage {
  readonly id: number;
  readonly accountId: AccountId;
  readonly from: ChatSender;
  /** Empty beside a picture. */
  readonly text: string;
  /** Link to the picture, valid for 15 minutes; empty beside a text. */
  readonly image: string;
  readonly at: TimestampMs;
}

/** A text, or the link that the upload of a picture returned. */
type ChatContent = { readonly text: string } | { readonly image: string };

/** A message is stored before it is passed on to listeners. */
export interface Chat {
  /** The latest messages, oldest first. @param before id of the oldest message already known */
  latest(account: AccountId, before?: number): Promise<readonly ChatMessage[]>;
  /**
   * A user's message. A repeat with the same `cid` returns the first message and stores nothing. Refuses with 4000 and
   * `field` (`text`, `cid`, `image`: also a missing picture or another user's), 4029 and `retry_after_s`, 4108.
   */
  say(account: AccountId, said: ChatContent, cid?: string): Promise<Result<ChatMessage>>;
  /**
   * A message of the service; refuses with 4000 and `field`, 4004 for an unknown account. Rejects with ElsewhereError when
   * another process deals for the account: only that one's messages are read again after they could not be published.
   */
  answer(account: AccountId, text: string): Promise<Result<ChatMessage>>;
  /** Conversations waiting for an answer first, the longest waiting at the top. @param page from 1 */
  conversations(page: number): Promise<Conversations>;
  /** Called for every stored message, in order per account. Returns unsubscribe. */
  onMessage(listener: (message: ChatMessage) => void): () => void;
  /** Waits for pending writes. */
  idle(): Promise<void>;
}

export interface ChatDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: Pick<Files, 'claim' | 'link'>;
  /** Takes from a user's rate limit. @returns seconds to wait, or 0 */
  readonly takeTurn: (account: string) => number | Promise<number>;
  /** Whether this process deals for the account. Default: for all. */
  readonly isDealt?: ((account: AccountId) => boolean) | undefined;
  /** Receives errors of listeners. */
  readonly report: (error: unknown) => void;
}

const MESSAGES_SHOWN = 30;
export const CONVERSATIONS_PAGE = 200;
const MAX_TEXT_CHARACTERS = 2_000;
/** A burst is let through; steady writing is slowed down. */
export const MESSAGE_RATE = { perSecond: 1 / 3, burst: 20 };

export function createChat(deps: ChatDeps): Chat {
  const { store, clock, files, takeTurn, isDealt = () => true, report } = deps;
  // The message is already stored: a listener that throws must not turn the call into a refusal.
  const listeners = createListeners<[ChatMessage]>(report);
  const mailboxes = createMailboxes<AccountId>();

  const shown = ({ image, ...message }: ChatRecord): ChatMessage => ({
    ...message,
    image: image === undefined ? '' : files.link(image),
  });

  async function write(message: Omit<NewChatMessage, 'at'>, key?: ReplyKey): Promise<ChatMessage> {
    const written = shown(await storeMessage(store, { ...message, at: clock.now() }, key));
    listeners.call(written);
    return written;
  }

  async function say(
    account: AccountId,
    said: ChatContent,
    key: ReplyKey | undefined,
  ): Promise<Result<ChatMessage>> {
    const earlier = key && (await findReply<ChatRecord>(store.read, account, key));
    if (earlier !== undefined) return earlier.ok ? ok(shown(earlier.value)) : earlier;
    const waitS = await takeTurn(String(account));
    if (waitS > 0) return tooSoon(waitS);
    const message = { accountId: account, from: 'user', text: '', image: undefined } as const;
    if ('text' in said) return ok(await write({ ...message, ...said }, key));
    const image = await files.claim(said.image, account);
    return image.ok ? ok(await write({ ...message, image: image.value }, key)) : badField('image');
  }

  return {
    latest: async (account, before) =>
      (await chatRepository(store.read).latest(account, MESSAGES_SHOWN, before)).map(shown),
    async say(account, said, cid) {
      const readable = 'text' in said ? readText(said.text) : ok(said);
      if (!readable.ok) return readable;
      const key = replyKey('chat', cid, readable.value);
      return key.ok ? mailboxes.run(account, () => say(account, readable.value, key.value)) : key;
    },
    async answer(account, text) {
      const readable = readText(text);
      if (!readable.ok) return readable;
      return mailboxes.run(account, async () => {
        if ((await accountRepository(store.read).byId(account)) === undefined)
          return err(refusal(CODE.notFound));
        if (!isDealt(account)) throw new ElsewhereError(account);
        return ok(await write({ ...readable.value, accountId: account, from: 'service', image: undefined }));
      });
    },
    conversations: (page) => chatRepository(store.read).conversations(page, CONVERSATIONS_PAGE),
    onMessage: listeners.add,
    idle: () => mailboxes.idle(),
  };
}

/** Stores the message and the reply to its call in one transaction. */
const storeMessage = (
  store: Store,
  message: NewChatMessage,
  key: ReplyKey | undefined,
): Promise<ChatRecord> =>
  store.write(async (transaction) => {
    const made = await chatRepository(transaction).insert(message);
    if (key === undefined) return made;
    await storeReply(transaction, message.accountId, key, ok(made), message.at);
    return made;
  });

/** The text as it is stored; refuses blank and overlong texts. */
function readText(raw: string): Result<{ readonly text: string }> {
  const text = cleanText(raw);
  const isReadable = !isBlank(text) && [...text].length <= MAX_TEXT_CHARACTERS;
  return isReadable ? ok({ text }) : badField('text');
}
