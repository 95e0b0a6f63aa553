import { map, type Observable, scan } from 'rxjs';
import { ChatMessage } from '../../shared/contract/chat.ts';
import { decode, list, object } from '../../shared/contract/schema.ts';

/** The data of a CHAT frame. */
const CHAT_DATA = object({ messages: list(ChatMessage) });
/** Messages kept for a new subscriber; the page asks for older ones. */
const MAX_MESSAGES = 200;

/** The latest messages, oldest first, and again with each new one, from the frames of CHAT. */
export const messagesOf = (
  frames: Observable<{ readonly data: unknown }>,
): Observable<readonly ChatMessage[]> =>
  frames.pipe(
    map(({ data }) => messagesIn(data)),
    scan(merged, [] as readonly ChatMessage[]),
  );

function messagesIn(data: unknown): readonly ChatMessage[] {
  const decoded = decode(CHAT_DATA, data);
  return decoded.ok ? decoded.value.messages : [];
}

/** By rising id, each once: a new snapshot repeats known messages, with fresh links to their images. */
function merged(known: readonly ChatMessage[], came: readonly ChatMessage[]): readonly ChatMessage[] {
  const byId = new Map([...known, ...came].map((one) => [one.id, one]));
  return [...byId.values()].sort((a, b) => a.id - b.id).slice(-MAX_MESSAGES);
}
