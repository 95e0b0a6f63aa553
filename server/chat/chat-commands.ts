import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { err, ok } from '../../shared/result.ts';
import { accountOfUid, uidOf } from '../accounts/user.ts';
import type { Thing } from '../ops/resource.ts';
import type { ChatMessage } from './chat.ts';
import type { Conversation } from './chat-repository.ts';

const uid = { help: "The user's UID" } as const;
const NOBODY = 'There is no user with this UID.';
const OUTLINE_LENGTH = 60;

export const chat: Thing = {
  help: 'Questions of users to the customer service',
  usual: 'list',
  verbs: {
    list: {
      help: 'Conversations, those who wait for an answer first',
      parameters: {},
      async run(services) {
        const conversations = await services.chat.conversations();
        const waiting = conversations.filter(({ waits }) => waits).length;
        return ok({ rows: conversations.map(outline), note: `Waiting for an answer: ${waiting}.` });
      },
    },
    show: {
      help: 'The last messages with one user, oldest first',
      parameters: { uid, before: { help: 'Those before the message with this number', optional: true } },
      async run({ chat: room, accounts }, values) {
        const account = accountOf(values['uid']);
        if ((await accounts.directory.person(account)) === undefined) return err(NOBODY);
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
      parameters: { uid, text: { help: 'At most 2000 characters' } },
      async run({ chat: room }, values) {
        const written = await room.answer(accountOf(values['uid']), values['text'] ?? '');
        if (written.ok) return ok({ rows: [line(written.value)] });
        return err(written.error.code === CODE.notFound ? NOBODY : 'text has 1 to 2000 characters.');
      },
    },
  },
};

/** Nobody has the account 0, so that a text that is no UID finds nobody. */
const accountOf = (text: string | undefined): AccountId =>
  /^[1-9][0-9]{7,9}$/.test(text ?? '') ? accountOfUid(Number(text)) : (0 as AccountId);

const outline = ({ messages, waits, last }: Conversation) => ({
  uid: uidOf(last.accountId),
  waits,
  messages,
  at: new Date(last.at).toISOString(),
  last: last.image === undefined ? [...last.text].slice(0, OUTLINE_LENGTH).join('') : '[picture]',
});

const line = ({ id, from, text, image, at }: ChatMessage) => ({
  id,
  at: new Date(at).toISOString(),
  from,
  text,
  image,
});
