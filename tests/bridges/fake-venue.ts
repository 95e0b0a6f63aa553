import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';

/*
 * A venue on this machine that speaks the venue's own protocol: it replays the frames of a capture to whoever has subscribed to
 * their channels. Its REST answers are written by hand after the venue's documentation, for the few symbols of the tests.
 */

type Json = Readonly<Record<string, unknown>>;

export interface Captured {
  readonly atMs: number;
  readonly frame: Json;
}

/** What differs from venue to venue. */
export interface Protocol {
  /** The venue's addresses as ccxt has them, led here. */
  urls(http: string, ws: string): object;
  readonly options?: object;
  /** @returns the answer to `GET`; undefined: 404 */
  rest(path: string, query: URLSearchParams, sent: readonly Json[]): unknown;
  /** @returns answers to a client's frame, and the channels that it subscribes to */
  hear(frame: Json): { readonly answers: readonly Json[]; readonly channels: readonly string[] };
  /** The channel of a captured frame, and what a subscriber gets of it. */
  tell(frame: Json): { readonly channel: string; readonly frame: Json } | undefined;
}

export interface FakeVenue {
  /** For ccxt's constructor. */
  readonly settings: object;
  /** Subscribed channels, a row for each connection. */
  readonly subscribed: (readonly string[])[];
  /** Paths of the requests, and when they came. */
  readonly requests: { readonly path: string; readonly query: URLSearchParams; readonly atMs: number }[];
  /** What was told to whom subscribes, in order. */
  readonly told: { readonly channel: string; readonly frame: Json }[];
  readonly isOver: () => boolean;
  /** Ends all connections without a farewell. */
  cut(): void;
  /** Tells nothing while true; pings are answered. */
  hush(isQuiet: boolean): void;
  /** So many next requests are refused. */
  refuse(count: number, status: number, retryAfterS?: number): void;
}

export function readCapture(file: string): readonly Captured[] {
  return gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ dir }) => dir === 'in')
    .map(({ at_us, frame }) => ({ atMs: at_us / 1_000, frame: JSON.parse(frame) }));
}

const STEP_MS = 10;

/** @param speed captured time over real time */
export async function startVenue(
  captured: readonly Captured[],
  protocol: Protocol,
  speed: number,
): Promise<FakeVenue> {
  const subscribed: string[][] = [];
  const requests: { path: string; query: URLSearchParams; atMs: number }[] = [];
  const told: { channel: string; frame: Json }[] = [];
  const sockets = new Map<WebSocket, string[]>();
  let [refusals, status, retryAfterS, isQuiet]: [number, number, number | undefined, boolean] = [
    0,
    429,
    undefined,
    false,
  ];
  const http = createServer((request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://x');
    requests.push({ path, query, atMs: Date.now() });
    if (refusals > 0) {
      refusals--;
      response.writeHead(status, retryAfterS === undefined ? {} : { 'Retry-After': String(retryAfterS) });
      response.end('{"code":-1003,"msg":"Too many requests"}');
      return;
    }
    const answer = protocol.rest(
      path,
      query,
      told.map(({ frame }) => frame),
    );
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  const server = new WebSocketServer({ server: http });
  let startedMs: number | undefined;
  server.on('connection', (socket) => {
    const channels: string[] = [];
    subscribed.push(channels);
    sockets.set(socket, channels);
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (data) => {
      const { answers, channels: asked } = protocol.hear(JSON.parse(String(data)));
      if (isQuiet) return;
      channels.push(...asked);
      for (const answer of answers) socket.send(JSON.stringify(answer));
      if (asked.length > 0) startedMs ??= performance.now();
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  let at = 0;
  const [{ atMs: firstMs } = { atMs: 0 }] = captured;
  const timer = setInterval(() => {
    if (startedMs === undefined) return;
    const untilMs = firstMs + (performance.now() - startedMs) * speed;
    for (let one = captured[at]; one !== undefined && one.atMs <= untilMs; one = captured[++at]) {
      const telling = isQuiet ? undefined : protocol.tell(one.frame);
      if (telling === undefined) continue;
      told.push(telling);
      for (const [socket, channels] of sockets)
        if (channels.includes(telling.channel)) socket.send(JSON.stringify(telling.frame));
    }
  }, STEP_MS);
  const cut = () => {
    for (const socket of sockets.keys()) socket.terminate();
  };
  onTestFinished(async () => {
    clearInterval(timer);
    cut();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  const { port } = http.address() as AddressInfo;
  return {
    settings: {
      urls: { api: protocol.urls(`http://127.0.0.1:${port}`, `ws://127.0.0.1:${port}`) },
      options: protocol.options ?? {},
      // ccxt asks for one with `ws:`, which no venue has.
      httpAgent: new Agent(),
    },
    subscribed,
    requests,
    told,
    isOver: () => at >= captured.length,
    cut,
    hush(said) {
      isQuiet = said;
    },
    refuse(count, said, seconds) {
      [refusals, status, retryAfterS] = [count, said, seconds];
    },
  };
}

/** A candle of a minute that anybody can compute again: `[open, high, low, close, volume]`. */
export const candleOf = (minuteMs: number): readonly number[] => {
  const open = 60_000 + ((minuteMs / 60_000) % 1_000);
  return [open, open + 3.5, open - 2.25, open + 1, 7];
};
