import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

export const SOURCE_TOKEN = 'a-token-of-a-source-with-32-signs';

/** A source: its socket, and all that it was sent. */
export async function connectSource(address: string, source: string, token = SOURCE_TOKEN) {
  const socket = new WebSocket(address);
  const heard: string[] = [];
  socket.on('message', (data) => heard.push(String(data)));
  await once(socket, 'open');
  const closed = once(socket, 'close');
  socket.send(JSON.stringify({ hello: { source, token } }));
  onTestFinished(() => socket.close());
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  const pings = setInterval(() => socket.send('ping'), 200);
  onTestFinished(() => clearInterval(pings));
  return {
    heard,
    socket,
    closed,
    send: (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    tick: (code: string, bid: string, at = Date.now(), ask: string | null = null) =>
      socket.send(JSON.stringify({ ticks: [[code, bid, ask, at]] })),
    /** Goes on for so long, with a tick every 20 ms. */
    async ticks(code: string, bid: string, ms = 100, ask?: string) {
      for (let past = 0; past < ms; past += 20) {
        this.tick(code, bid, Date.now(), ask);
        await setTimeout(20);
      }
    },
    silence: () => clearInterval(pings),
    refused: () =>
      heard.flatMap((text) => (text.startsWith('{"refused"') ? [JSON.parse(text).refused] : [])) as Record<
        string,
        number
      >[],
  };
}
