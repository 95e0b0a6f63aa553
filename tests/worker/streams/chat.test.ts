import { describe, expect, test } from 'vitest';
import type { ChatMessage, WireChatMessage } from '../../../shared/contract/chat.ts';
import { collect, openSignedIn } from '../helpers/scripted-engine.ts';

const message = (id: number, more: Partial<WireChatMessage> = {}): WireChatMessage => ({
  id,
  from: 'service',
  text: `message ${id}`,
  image: '',
  created_at: '2026-01-01T00:00:00.000Z',
  ...more,
});
const frame = (seq: number, ...messages: readonly unknown[]) => ({
  topic: 'CHAT',
  seq,
  ts: 0,
  data: { messages },
});

async function openChat() {
  const { env, engine } = await openSignedIn();
  const seen = collect<readonly ChatMessage[]>(engine.chat() as never);
  await env.settle();
  return { socket: env.socket(), seen, env };
}

describe('the chat', () => {
  test('is subscribed while a screen shows it', async () => {
    const { socket } = await openChat();
    expect(socket.commands()).toContainEqual({ cmd: 'sub', topic: 'CHAT' });
  });

  test('an empty conversation is a value too: it is known to be empty', async () => {
    const { socket, seen } = await openChat();
    socket.say(frame(1));
    expect(seen).toEqual([[]]);
  });

  test('adds messages, oldest first, each once', async () => {
    const { socket, seen } = await openChat();
    socket.say(frame(1, message(1), message(2)));
    socket.say(frame(2, message(3)));
    expect(seen.at(-1)?.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test('a new snapshot renews the links to pictures and keeps older messages', async () => {
    const { socket, seen } = await openChat();
    socket.say(frame(1, message(1), message(2, { image: '/files/old' })));
    socket.say(frame(2, message(2, { image: '/files/new' }), message(3)));
    expect(seen.at(-1)?.map(({ id, image }) => [id, image])).toEqual([
      [1, ''],
      [2, '/files/new'],
      [3, ''],
    ]);
  });

  test('keeps the latest two hundred', async () => {
    const { socket, seen } = await openChat();
    socket.say(frame(1, ...Array.from({ length: 250 }, (_, i) => message(i + 1))));
    expect(seen.at(-1)).toHaveLength(200);
    expect(seen.at(-1)?.[0]?.id).toBe(51);
  });
});
