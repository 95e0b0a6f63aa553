import type { WireChatMessage } from '../../shared/contract/chat.ts';
import { ok } from '../../shared/result.ts';
import type { Calls } from '../call.ts';
import { badField } from '../refusals.ts';
import type { Chat, ChatMessage } from './chat.ts';

export const chatCalls = ({ chat }: { readonly chat: Chat }): Calls<'getChat' | 'sendChat'> => ({
  async getChat({ before }, { session }) {
    const messages = await chat.latest(session.accountId, before);
    return ok({ list: messages.map(wireChatMessage) });
  },
  async sendChat({ text, image, cid }, { session }) {
    if (text !== undefined && image !== undefined) return badField('image');
    if (text === undefined && image === undefined) return badField('text');
    const message = text === undefined ? { image: image ?? '' } : { text };
    const written = await chat.say(session.accountId, message, cid);
    return written.ok ? ok(wireChatMessage(written.value)) : written;
  },
});

export const wireChatMessage = ({ id, from, text, image, at }: ChatMessage): WireChatMessage => ({
  id,
  from,
  text,
  image,
  created_at: new Date(at).toISOString(),
});
