/*
 * The conversation with customer service: stored and outgoing messages, the read mark and the draft. Follows the
 * signed-in account from the moment a screen first reads it.
 */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { ChatMessage } from '../../shared/contract/chat.ts';
import type { BinaryPart } from '../../shared/contract/parameter.ts';
import type { Refusal } from '../../shared/result.ts';
import { randomId } from '../link/random-id.ts';
import { lasting, perTab } from '../link/storage.ts';
import { ask } from './ask.ts';
import { link } from './link.ts';
import { isReplay } from './replay-source.ts';
import { accountId } from './session.ts';
import { uploadPicture } from './upload.ts';

type Content = { readonly text: string } | { readonly image: string };

export interface OutgoingMessage {
  readonly cid: string;
  readonly content: Content;
  /** As it will stand in the conversation. */
  readonly message: ChatMessage;
  /** Id of the newest known message when this one was written; undefined before the conversation was loaded. */
  readonly after: number | undefined;
  /** Why the last try failed; undefined while it is being sent. */
  readonly error: Refusal | undefined;
}

const READ = 'chat-read.';
let isFollowed = false;
const known = signal<readonly ChatMessage[] | undefined>(undefined, { watched: follow });
const readUpTo = signal(0);
const sending = signal<readonly OutgoingMessage[]>([]);

/** The account's chat, oldest first: the latest messages and each that arrives. Empty while nobody is signed in. */
export const chatMessages: ReadonlySignal<readonly ChatMessage[]> = computed(() => known.value ?? []);

/** False until the server has sent the conversation so far. */
export const chatKnown: ReadonlySignal<boolean> = computed(() => known.value !== undefined);

/** Number of the service's messages that were not on the screen yet. */
export const unreadCount: ReadonlySignal<number> = computed(
  () => chatMessages.value.filter(({ id, from }) => from === 'service' && id > readUpTo.value).length,
);

/**
 * Messages that are not in the conversation yet; they outlive the screen. The conversation may have one before the answer
 * to its call.
 */
export const outgoing: ReadonlySignal<readonly OutgoingMessage[]> = computed(() => {
  const own = chatMessages.value.filter(({ from }) => from === 'user');
  return sending.value.filter(({ message, after, error }) => {
    if (after === undefined || error !== undefined) return true;
    const at = own.findIndex((one) => one.id > after && isAlike(one, message));
    if (at >= 0) own.splice(at, 1);
    return at < 0;
  });
});

/** The links of a picture differ. */
const isAlike = (one: ChatMessage, other: ChatMessage): boolean =>
  one.text === other.text && (one.image === '') === (other.image === '');

function follow(): void {
  if (isFollowed) return;
  isFollowed = true;
  let last: number | undefined;
  effect(() => {
    const owner = accountId.value;
    known.value = undefined;
    readUpTo.value = owner === undefined ? 0 : Number(lasting.get(READ + owner) ?? 0);
    if (owner === undefined) return;
    // A session that has expired takes nothing with it.
    if (owner !== last) sending.value = [];
    last = owner;
    return link().stream((engine) => engine.chat(), learn);
  });
}

/** The result of sending a message may come before its push or after it: each message is added once. */
function learn(messages: readonly ChatMessage[]): void {
  const byId = new Map([...chatMessages.peek(), ...messages].map((one) => [one.id, one]));
  known.value = [...byId.values()].sort((a, b) => a.id - b.id);
}

/** Marks all known messages as read. */
export function markChatRead(): void {
  const newest = chatMessages.peek().at(-1)?.id ?? 0;
  const owner = accountId.peek();
  if (owner === undefined || newest <= readUpTo.peek()) return;
  readUpTo.value = newest;
  // The account of a recording may be one of this device; its real chat must not be marked as read.
  if (!isReplay()) lasting.set(READ + owner, String(newest));
}

/** An account's draft is never shown to another. */
const draftKey = (): string => `chat-draft.${accountId.peek()}`;

/** The text that was written and not sent yet, kept for the life of the tab. */
export const chatDraft = {
  read: (): string => perTab.get(draftKey()) ?? '',
  write: (text: string): void => (text === '' ? perTab.remove(draftKey()) : perTab.set(draftKey(), text)),
};

const parts = signal<ReadonlyMap<string, number>>(new Map());

/** The part of the pictures under way that is uploaded, 0 to 1: of the one that has the longest way to go; undefined without any. */
export const uploadedPart: ReadonlySignal<number | undefined> = computed(() =>
  parts.value.size === 0 ? undefined : Math.min(...parts.value.values()),
);

/** Uploads a picture and says it, also when the screen has been left. */
export function sayPicture(picture: BinaryPart, onFailed: (error: Refusal) => void): void {
  const owner = accountId.peek();
  const id = randomId();
  uploadPicture(picture, (state) => {
    const others = [...parts.peek()].filter(([one]) => one !== id);
    parts.value = new Map(state.status === 'sending' ? [...others, [id, state.part]] : others);
    if (state.status === 'done' && accountId.peek() === owner) say({ image: state.url });
    if (state.status === 'failed') onFailed(state.error);
  });
}

export function say(content: Content): void {
  const after = known.peek() && (chatMessages.peek().at(-1)?.id ?? 0);
  const one = { cid: randomId(), content, message: unsent(content), after, error: undefined };
  sending.value = [...sending.peek(), one];
  void send(one);
}

/** Sends a failed message again, under the same `cid`: the exchange stores it at most once. */
export function sayAgain(cid: string): void {
  const one = sending.peek().find((waiting) => waiting.cid === cid && waiting.error !== undefined);
  if (one === undefined) return;
  setError(cid, undefined);
  void send(one);
}

async function send({ cid, content }: OutgoingMessage): Promise<void> {
  const result = await ask('sendChat', { ...content, cid });
  if (!result.ok) return setError(cid, result.error);
  // By now somebody else may be signed in.
  if (!sending.peek().some((one) => one.cid === cid)) return;
  learn([result.value]);
  sending.value = sending.peek().filter((one) => one.cid !== cid);
}

function setError(cid: string, error: Refusal | undefined): void {
  sending.value = sending.peek().map((one) => (one.cid === cid ? { ...one, error } : one));
}

const unsent = (content: Content): ChatMessage => ({
  id: 0,
  from: 'user',
  text: 'text' in content ? content.text : '',
  image: 'image' in content ? content.image : '',
  createdAt: '',
});
