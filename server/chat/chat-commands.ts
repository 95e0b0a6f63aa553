import { CODE } from '../../shared/contract/codes.ts';
import { err, ok } from '../../shared/result.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { accountOfText, uidOf } from '../accounts/user.ts';
import { isoOf, page, pageNote, readPage } from '../command-values.ts';
import type { Resource } from '../resource.ts';
import { type Chat, type ChatMessage, CONVERSATIONS_PAGE } from './chat.ts';
import type { Conversation } from './chat-repository.ts';

interface ChatCommandDeps {
  readonly chat: Chat;
  readonly accounts: Pick<Accounts, 'directory'>;
}

const uid = { help: "The user's uid" } as const;
const NOBODY = 'There is no user with this UID.';
const OUTLINE_LENGTH = 60;

export const chat: Resource<ChatCommandDeps> = {
  help: 'Customer service chat',
  usual: 'list',
  verbs: {
    list: {
      help: `Conversations, the longest waiting for an answer first; ${CONVERSATIONS_PAGE} a page`,
      parameters: { page },
      async run({ chat: room }, values) {
        const shown = readPage(values['page']);
        if (!shown.ok) return shown;
        const { list, total, waiting } = await room.conversations(shown.value);
        const note = `${pageNote(shown.value, total, CONVERSATIONS_PAGE)} Waiting for an answer: ${waiting}.`;
        return ok({ rows: list.map(outline), note });
      },
    },
    show: {
      help: 'The latest messages with one user, oldest first',
      parameters: { uid, before: { help: 'Only messages before the one with this number', optional: true } },
      async run({ chat: room, accounts }, values) {
        const account = accountOfText(values['uid']);
        const person = account && (await accounts.directory.person(account));
        if (account === undefined || person === undefined) return err(NOBODY);
        const { before } = values;
        if (before !== undefined && !/^[1-9][0-9]{0,8}$/.test(before))
          return err('before is the number of a message.');
        const messages = await room.latest(account, before === undefined ? undefined : Number(before));
        return ok({
          rows: messages.map(line),
          note: 'Pictures are paths on the address of the API and end after 15 minutes.',
        });
      },
    },
    answer: {
      help: 'Writes to one user',
      crosses: true,
      parameters: { uid, text: { help: 'At most 2000 characters' } },
      async run({ chat: room }, values) {
        const account = accountOfText(values['uid']);
        if (account === undefined) return err(NOBODY);
        const written = await room.answer(account, values['text'] ?? '');
        if (written.ok) {
          const facts = { uid: uidOf(account), message: written.value.id };
          return ok({ rows: [line(written.value)], changed: { before: null, after: facts } });
        }
        return err(written.error.code === CODE.notFound ? NOBODY : 'text has 1 to 2000 characters.');
      },
    },
  },
};

const outline = ({ messages, waits, last }: Conversation) => ({
  uid: uidOf(last.accountId),
  waits,
  messages,
  at: isoOf(last.at),
  last: last.image === undefined ? [...last.text].slice(0, OUTLINE_LENGTH).join('') : '[picture]',
});

const line = ({ id, from, text, image, at }: ChatMessage) => ({
  id,
  at: isoOf(at),
  from,
  text,
  image,
});
