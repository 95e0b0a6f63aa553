import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { WireChatMessage } from '../../shared/contract/wire-content.ts';
import { lasting, perTab } from '../link/storage.ts';
import { engine } from './link.ts';
import { isReplay } from './replay-source.ts';
import { session } from './session.ts';

const READ = 'chat-read.';
const known = signal<readonly WireChatMessage[] | undefined>(undefined);
const readUpTo = signal(0);

/** The account's chat, oldest first: the latest messages and each that comes. Empty while nobody is signed in. */
export const chatMessages: ReadonlySignal<readonly WireChatMessage[]> = computed(() => known.value ?? []);

/** False until the server has said what the conversation is so far. */
export const chatKnown: ReadonlySignal<boolean> = computed(() => known.value !== undefined);

/** The service's messages that were not on the screen yet. */
export const unreadCount: ReadonlySignal<number> = computed(
  () => chatMessages.value.filter(({ id, from }) => from === 'service' && id > readUpTo.value).length,
);

const uid = computed(() => (session.value.status === 'signed-in' ? session.value.user.uid : undefined));

effect(() => {
  const owner = uid.value;
  known.value = undefined;
  readUpTo.value = owner === undefined ? 0 : Number(lasting.get(READ + owner) ?? 0);
  if (owner === undefined) return;
  return engine.stream((to) => to.chat(), learn);
});

/** None of one account is shown to another. */
const draftKey = (): string => `chat-draft.${uid.peek()}`;

/** What was written and not sent yet, for the life of the tab. */
export const chatDraft = {
  read: (): string => perTab.get(draftKey()) ?? '',
  write: (text: string): void => (text === '' ? perTab.remove(draftKey()) : perTab.set(draftKey(), text)),
};

/** The answer to a message that was sent may come before the push: each is known once. */
export function learn(messages: readonly WireChatMessage[]): void {
  const byId = new Map([...chatMessages.peek(), ...messages].map((one) => [one.id, one]));
  known.value = [...byId.values()].sort((a, b) => a.id - b.id);
}

/** All that is known has been seen. */
export function markChatRead(): void {
  const newest = chatMessages.peek().at(-1)?.id ?? 0;
  const owner = uid.peek();
  if (owner === undefined || newest <= readUpTo.peek()) return;
  readUpTo.value = newest;
  // A recording's account may be one of this device, whose own chat goes on elsewhere.
  if (!isReplay()) lasting.set(READ + owner, String(newest));
}
