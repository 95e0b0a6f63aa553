import { map, type Observable, scan } from 'rxjs';
import type { WireChatMessage } from '../../shared/contract/wire-content.ts';
import { decodeMessages } from '../answers.ts';
import type { Inbox } from './inbox.ts';

export interface Chat {
  /** Held while subscribed: the latest messages, oldest first, and each that comes. */
  messages(): Observable<readonly WireChatMessage[]>;
}

/** Of what is kept for whoever subscribes; older ones are asked for. */
const MAX_MESSAGES = 200;

export function createChat(inbox: Inbox): Chat {
  return {
    messages: () =>
      inbox.topic('CHAT').pipe(
        map(({ data }) => decodeMessages(data) ?? []),
        scan(merged, [] as readonly WireChatMessage[]),
      ),
  };
}

/** By rising id, each once: a new snapshot repeats what is known, with fresh links to its pictures. */
function merged(
  known: readonly WireChatMessage[],
  came: readonly WireChatMessage[],
): readonly WireChatMessage[] {
  const byId = new Map([...known, ...came].map((one) => [one.id, one]));
  return [...byId.values()].sort((a, b) => a.id - b.id).slice(-MAX_MESSAGES);
}
