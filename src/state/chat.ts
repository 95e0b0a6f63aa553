import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { WireChatMessage } from '../../shared/contract/wire-content.ts';
import { lasting, perTab } from '../link/storage.ts';
import { engine } from './engine.ts';
import { session } from './session.ts';

const READ = 'chat-read.';
const known = signal<readonly WireChatMessage[]>([]);
const readUpTo = signal(0);

/** The account's chat, oldest first: the latest messages and each that comes. Empty while nobody is signed in. */
export const chatMessages: ReadonlySignal<readonly WireChatMessage[]> = known;

/** The service's messages that were not on the screen yet. */
export const unreadCount: ReadonlySignal<number> = computed(
  () => known.value.filter(({ id, from }) => from === 'service' && id > readUpTo.value).length,
);

const uid = computed(() => (session.value.status === 'signed-in' ? session.value.user.uid : undefined));

effect(() => {
  const owner = uid.value;
  known.value = [];
  readUpTo.value = owner === undefined ? 0 : Number(lasting.get(READ + owner) ?? 0);
  if (owner === undefined) return;
  return engine.stream((to) => to.chat(), learn);
});

const DRAFT = 'chat-draft';

/** What was written and not sent yet, for the life of the tab. */
export const chatDraft = {
  read: (): string => perTab.get(DRAFT) ?? '',
  write: (text: string): void => (text === '' ? perTab.remove(DRAFT) : perTab.set(DRAFT, text)),
};

/** The answer to a message that was sent may come before the push: each is known once. */
export function learn(messages: readonly WireChatMessage[]): void {
  const byId = new Map([...known.peek(), ...messages].map((one) => [one.id, one]));
  known.value = [...byId.values()].sort((a, b) => a.id - b.id);
}

/** All that is known has been seen. */
export function markChatRead(): void {
  const newest = known.peek().at(-1)?.id ?? 0;
  const owner = uid.peek();
  if (owner === undefined || newest <= readUpTo.peek()) return;
  readUpTo.value = newest;
  lasting.set(READ + owner, String(newest));
}
