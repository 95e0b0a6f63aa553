import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import type { Clock } from '../clock.ts';
import { cleanText, isBlank } from '../content/sanitise.ts';
import { createMailboxes } from '../exchange/mailbox.ts';
import { findReply, type ReplyKey, replyKey } from '../exchange/reply.ts';
import { replyRepository } from '../exchange/reply-repository.ts';
import type { Files } from '../files/files.ts';
import type { Store } from '../store/store.ts';
import type { Chat, ChatMessage, Said } from './chat.ts';
import type { ChatRecord, NewChatMessage } from './chat-repository.ts';
import { chatRepository } from './chat-repository.ts';

export interface ChatParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: Pick<Files, 'claim' | 'link'>;
  /** Whether a user may write now: the seconds to wait, or 0; by the account's number. */
  readonly takeTurn: (account: string) => number;
  /** Told of what went wrong where nobody waits for an answer. */
  readonly report: (error: unknown) => void;
}

const MESSAGES_SHOWN = 30;
const CONVERSATIONS_SHOWN = 200;
const MAX_TEXT_CHARACTERS = 2_000;
/** Who writes a lot at once is heard; who never stops is slowed down. */
export const MESSAGE_RATE = { perSecond: 1 / 3, burst: 20 };

export function createChat({ store, clock, files, takeTurn, report }: ChatParts): Chat {
  const listeners = new Set<(message: ChatMessage) => void>();
  const mailboxes = createMailboxes<AccountId>();

  const shown = ({ image, ...message }: ChatRecord): ChatMessage => ({
    ...message,
    image: image === undefined ? '' : files.link(image),
  });

  async function write(message: Omit<NewChatMessage, 'at'>, key?: ReplyKey): Promise<ChatMessage> {
    return tell(shown(await keep(store, { ...message, at: clock.now() }, key)));
  }

  function tell(message: ChatMessage): ChatMessage {
    for (const listener of listeners) {
      // The message is stored: whoever fails to pass it on must not make it look refused.
      try {
        listener(message);
      } catch (error) {
        report(error);
      }
    }
    return message;
  }

  async function say(
    account: AccountId,
    said: Said,
    key: ReplyKey | undefined,
  ): Promise<Result<ChatMessage>> {
    const earlier = key && (await findReply<ChatRecord>(store.read, account, key));
    if (earlier !== undefined) return earlier.ok ? ok(shown(earlier.value)) : earlier;
    const waitS = takeTurn(String(account));
    if (waitS > 0) return err(refusal(CODE.tooMany, '', { retry_after_s: waitS }));
    const message = { accountId: account, from: 'user', text: '', image: undefined } as const;
    if ('text' in said) return ok(await write({ ...message, ...said }, key));
    const image = await files.claim(said.image, account);
    return image.ok ? ok(await write({ ...message, image: image.value }, key)) : wrong('image');
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
        return ok(await write({ ...readable.value, accountId: account, from: 'service', image: undefined }));
      });
    },
    conversations: () => chatRepository(store.read).conversations(CONVERSATIONS_SHOWN),
    onMessage(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    idle: () => mailboxes.idle(),
  };
}

/** The message and the answer to its call, both or neither. */
const keep = (store: Store, message: NewChatMessage, key: ReplyKey | undefined): Promise<ChatRecord> =>
  store.write(async (transaction) => {
    const made = await chatRepository(transaction).insert(message);
    if (key === undefined) return made;
    const reply = { paramsHash: key.paramsHash, reply: JSON.stringify(ok(made)) };
    await replyRepository(transaction).insert(message.accountId, key.call, key.cid, reply, message.at);
    return made;
  });

/** As it is stored; refuses one that says nothing or too much. */
function readText(raw: string): Result<{ readonly text: string }> {
  const text = cleanText(raw);
  const isReadable = !isBlank(text) && [...text].length <= MAX_TEXT_CHARACTERS;
  return isReadable ? ok({ text }) : wrong('text');
}

const wrong = (field: string) => err(refusal(CODE.badParameter, '', { field }));
