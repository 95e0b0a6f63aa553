import * as param from './parameter.ts';
import {
  type Domain,
  type Infer,
  listed,
  named,
  object,
  optional,
  text,
  time,
  whole,
  word,
} from './schema.ts';

/** The chat with the customer service. */

export type ChatMessage = Domain<typeof ChatMessage>;
export type WireChatMessage = Infer<typeof ChatMessage>;
export const ChatMessage = named(
  object({ id: whole(1), from: word('user', 'service'), text: text(), image: text(), created_at: time() }),
);

/** Ids are of the width in which a database numbers rows. */
const ID = param.integer(1, 2_147_483_647);

export const chatRoutes = {
  getChat: {
    method: 'GET',
    path: '/api/chat/list',
    session: true,
    request: { before: optional(ID) },
    answer: listed(ChatMessage),
  },
  /** Either a text or a picture. */
  sendChat: {
    method: 'POST',
    path: '/api/chat/send',
    session: true,
    request: {
      text: optional(param.text(1, 8_000)),
      image: optional(param.text(1, 500)),
      cid: optional(param.cid()),
    },
    answer: ChatMessage,
  },
} as const;
