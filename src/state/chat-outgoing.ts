import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { WireChatMessage } from '../../shared/contract/wire-content.ts';
import type { Refusal } from '../../shared/result.ts';
import { ask, newCid } from './ask.ts';
import { learn } from './chat.ts';
import { session } from './session.ts';

type Content = { readonly text: string } | { readonly image: string };

export interface Outgoing {
  readonly cid: string;
  readonly content: Content;
  /** As it will stand in the conversation. */
  readonly message: WireChatMessage;
  /** Why the last try failed; undefined while it is on its way. */
  readonly error: Refusal | undefined;
}

const list = signal<readonly Outgoing[]>([]);

/** What was said and is not in the conversation yet; it outlives the screen. */
export const outgoing: ReadonlySignal<readonly Outgoing[]> = list;

const uid = computed(() => (session.value.status === 'signed-in' ? session.value.user.uid : undefined));
effect(() => {
  if (uid.value !== undefined) list.value = [];
});

export function say(content: Content): void {
  const one = { cid: newCid(), content, message: pending(content), error: undefined };
  list.value = [...list.peek(), one];
  void send(one);
}

/** Under the same `cid` as before, so that it is said once. */
export function sayAgain(cid: string): void {
  const one = list.peek().find((waiting) => waiting.cid === cid && waiting.error !== undefined);
  if (one === undefined) return;
  mark(cid, undefined);
  void send(one);
}

async function send({ cid, content }: Outgoing): Promise<void> {
  const answer = await ask('sendChat', { ...content, cid });
  if (!answer.ok) return mark(cid, answer.error);
  // Whoever is signed in by now may be somebody else.
  if (!list.peek().some((one) => one.cid === cid)) return;
  learn([answer.value]);
  list.value = list.peek().filter((one) => one.cid !== cid);
}

function mark(cid: string, error: Refusal | undefined): void {
  list.value = list.peek().map((one) => (one.cid === cid ? { ...one, error } : one));
}

const pending = (content: Content): WireChatMessage => ({
  id: 0,
  from: 'user',
  text: 'text' in content ? content.text : '',
  image: 'image' in content ? content.image : '',
  created_at: '',
});
