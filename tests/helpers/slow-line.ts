import type { Clock } from '../../server/clock.ts';
import type { SocketHandlers, SocketLink } from '../../worker/env.ts';
import { createChance } from '../sim/chance.ts';
import type { World } from '../sim/world.ts';

export interface LineOptions {
  readonly bytesPerS: number;
  /** Of a way there and back. */
  readonly roundTripMs: number;
  /** Share of the packets that are lost. */
  readonly loss: number;
  /** Hears each frame of a socket as it arrives. */
  readonly heard: (data: string | Uint8Array) => void;
  /** Hears each call when the server has answered it. */
  readonly answered: (path: string) => void;
}

const PACKET_BYTES = 1_400;
/** IP, TCP and TLS of a packet; the heads of a call and of its answer. */
const HEAD_BYTES = 76;
const CALL_HEAD_BYTES = 600;
const ANSWER_HEAD_BYTES = 300;
/** Texts of answers are compressed to about this share. */
const COMPRESSED = 0.25;
/** What the server's system takes of a connection before anything waits in the server itself. */
const SYSTEM_BYTES = 16_384;
/** From the round trip on, the time after which a later packet is enough for the sender to repeat a lost one. */
const REORDER_SHARE = 0.25;

/**
 * A phone's line with a rate, a delay and lost packets, in simulated time: all connections share its rate, what was lost is
 * sent again a round trip later, and what is behind it on its connection waits for it, as in TCP.
 */
export function createSlowLine(world: World, seed: number, options: LineOptions) {
  const { bytesPerS, roundTripMs, loss, heard, answered } = options;
  const clock: Clock = world.clock;
  const freeAt = { up: 0, down: 0 };
  /** Sockets have luck of their own: calls come at times that depend on the machine. */
  const [luckOfSockets, luckOfCalls] = [createChance(seed), createChance(seed + 1_000)];
  let busy = 0;

  /** One way of one connection. */
  function wire(way: keyof typeof freeAt, chance = luckOfCalls) {
    let arrivesAt = 0;
    let outstanding = 0;
    return {
      /** Bytes that wait in the sender itself. */
      buffered: () => Math.max(0, outstanding - SYSTEM_BYTES),
      send(bytes: number, arrived: () => void): void {
        for (let left = bytes; left > 0; left -= PACKET_BYTES) {
          const tookMs = ((Math.min(PACKET_BYTES, left) + HEAD_BYTES) * 1_000) / bytesPerS;
          freeAt[way] = Math.max(clock.steady(), freeAt[way]) + tookMs;
          let at = freeAt[way] + roundTripMs / 2;
          while (chance.happens(loss)) {
            freeAt[way] += tookMs;
            at += roundTripMs * (1 + REORDER_SHARE) + tookMs;
          }
          arrivesAt = Math.max(arrivesAt, at);
        }
        outstanding += bytes;
        const afterMs = arrivesAt - clock.steady();
        clock.after(afterMs, arrived);
        clock.after(afterMs + roundTripMs / 2, () => {
          outstanding -= bytes;
        });
      },
    };
  }

  async function carry(request: Request, body: string): Promise<Response> {
    const life = world.life();
    if (life === undefined) throw new TypeError('connection refused');
    const { pathname, search } = new URL(request.url);
    const [up, down] = [wire('up'), wire('down')];
    await new Promise<void>((resolve) => up.send(CALL_HEAD_BYTES + search.length + body.length, resolve));
    busy++;
    const answer = await life.app
      .inject({
        method: request.method as 'GET' | 'POST',
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        ...(body === '' ? {} : { payload: body }),
      })
      .finally(() => busy--);
    answered(pathname);
    const bytes = ANSWER_HEAD_BYTES + Math.ceil(answer.body.length * COMPRESSED);
    await new Promise<void>((resolve) => down.send(bytes, resolve));
    return new Response(answer.body, { status: answer.statusCode });
  }

  return {
    busy: () => busy > 0,
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const request = new Request(input, init);
      const body = request.method === 'POST' ? await request.text() : '';
      return carry(request, body);
    },
    openSocket(_url: string, handlers: SocketHandlers): SocketLink {
      const [up, down] = [wire('up', luckOfSockets), wire('down', luckOfSockets)];
      let isOpen = true;
      const toPhone = (data: string | Uint8Array) =>
        down.send(data.length, () => {
          if (!isOpen) return;
          heard(data);
          handlers.message(data);
        });
      const end = (code: number) => {
        if (!isOpen) return;
        isOpen = false;
        connection?.closed();
        handlers.closed(code);
      };
      const connection = world.life()?.connect({
        bufferedBytes: down.buffered,
        send(head, body, kind) {
          toPhone(
            kind === 'binary' ? Buffer.concat([Buffer.from(head, 'latin1'), body]) : head + body.toString(),
          );
        },
        sendText: toPhone,
        sendPong() {},
        refuse: toPhone,
        terminate: () => end(1006),
      });
      // The handshakes of TCP and of the WebSocket.
      up.send(CALL_HEAD_BYTES, () => down.send(ANSWER_HEAD_BYTES, () => isOpen && handlers.opened()));
      return {
        send: (text) => up.send(text.length, () => isOpen && connection?.receive(text)),
        close: () => end(1000),
      };
    },
  };
}
