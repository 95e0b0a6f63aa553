import { map, type Observable, scan } from 'rxjs';
import { ChatMessage } from '../../shared/contract/chat.ts';
import { decode, list, object } from '../../shared/contract/schema.ts';
import type { Inbox } from './inbox.ts';

export interface Chat {
  /** The latest messages, oldest first, and again with each new one. Holds the topic while subscribed. */
  messages(): Observable<readonly ChatMessage[]>;
}

/** The data of a CHAT frame. */
const CHAT_DATA = object({ messages: list(ChatMessage) });
/** Messages kept for a new subscriber; the page asks for older ones. */
const MAX_MESSAGES = 200;

export function createChat(inbox: Inbox): Chat {
  return {
    messages: () =>
      inbox.topic('CHAT').pipe(
        map(({ data }) => messagesOf(data)),
        scan(merged, [] as readonly ChatMessage[]),
      ),
  };
}

function messagesOf(data: unknown): readonly ChatMessage[] {
  const decoded = decode(CHAT_DATA, data);
  return decoded.ok ? decoded.value.messages : [];
}

/** By rising id, each once: a new snapshot repeats known messages, with fresh links to their images. */
function merged(known: readonly ChatMessage[], came: readonly ChatMessage[]): readonly ChatMessage[] {
  const byId = new Map([...known, ...came].map((one) => [one.id, one]));
  return [...byId.values()].sort((a, b) => a.id - b.id).slice(-MAX_MESSAGES);
}
