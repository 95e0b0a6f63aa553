import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../clock.ts';
import { FeedError } from '../feed-error.ts';
import { type Refused, readSourceFrame, SOURCE_FRAME_MAX_BYTES, type SourceFrame } from './source-frames.ts';

/*
 * The door for sources of prices: a WebSocket server of its own (docs/prices.md). It knows who may connect and who is
 * connected; what is in the frames belongs to `push-market.ts`.
 */

const SOURCE_PATH = '/v1/feed';
/** A connection without a hello is closed after this time. */
const HELLO_MS = 5_000;
const REPORT_MS = 1_000;
const NORMAL = 1000;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

export interface SourceSettings {
  readonly listen: { readonly host: string; readonly port: number };
  /** By the name of a source; under '' the one for all of them. */
  readonly tokens: ReadonlyMap<string, string>;
  /** In order of preference; empty: any one source. */
  readonly sources: readonly string[];
}

interface SourceServerDeps extends SourceSettings {
  readonly names: readonly string[];
  readonly codes: () => readonly string[];
  readonly clock: Clock;
  readonly say: (sentence: string) => void;
  connected(source: number): void;
  disconnected(source: number): void;
  /** Any frame or ping, before what is in it. */
  heard(source: number): void;
  malformed(source: number): void;
  take(source: number, frame: SourceFrame): void;
  refused(source: number): Refused | undefined;
}

export interface SourceServer {
  listen(): Promise<void>;
  close(): Promise<void>;
  isConnected(source: number): boolean;
  /** As the source calls itself. */
  nameOf(source: number): string | undefined;
}

interface Connected {
  readonly socket: WebSocket;
  readonly name: string;
}

export function openSourceServer(deps: SourceServerDeps): SourceServer {
  const { clock, codes, names, say } = deps;
  const http = createServer((_request, response) => {
    response.writeHead(426, { upgrade: 'websocket' }).end('Sources of prices connect here by WebSocket.\n');
  });
  const sockets = new WebSocketServer({
    server: http,
    path: SOURCE_PATH,
    maxPayload: SOURCE_FRAME_MAX_BYTES,
  });
  // Errors of the HTTP server, which `openAt` reports.
  sockets.on('error', () => undefined);
  const connected: (Connected | undefined)[] = names.map(() => undefined);
  const known: (string | undefined)[] = names.map(() => undefined);

  /** The place of a source; undefined if it may not connect. */
  const admit = (name: string, token: string): number | undefined => {
    const wanted = deps.tokens.get(name) ?? deps.tokens.get('');
    if (wanted === undefined || !isSame(wanted, token)) return undefined;
    if (deps.sources.length > 0) {
      const place = deps.sources.indexOf(name);
      return place < 0 ? undefined : place;
    }
    const held = connected[0];
    return held === undefined || held.name === name ? 0 : undefined;
  };
  const begin = (socket: WebSocket, source: number, name: string): void => {
    const before = connected[source];
    connected[source] = { socket, name };
    known[source] = name;
    // The same source again: its old connection is dead, or about to be.
    before?.socket.close(NORMAL);
    deps.connected(source);
    say(`The source of prices "${name.slice(0, 40)}" is connected.`);
    socket.send(JSON.stringify({ code: 1, codes: codes() }));
  };

  sockets.on('connection', (socket) => {
    let source: number | undefined;
    const stopWaiting = clock.after(HELLO_MS, () => {
      if (source === undefined) socket.close(POLICY_VIOLATION);
    });
    const hello = (frame: SourceFrame | undefined): void => {
      const place = frame?.kind === 'hello' ? admit(frame.source, frame.token) : undefined;
      if (place === undefined || frame?.kind !== 'hello') {
        socket.send('{"code":999}');
        socket.close(POLICY_VIOLATION);
        return;
      }
      source = place;
      begin(socket, place, frame.source);
    };
    socket.on('message', (data, isBinary) => {
      const text = isBinary ? '' : data.toString();
      if (source === undefined) {
        const read = readSourceFrame(text);
        hello(read.ok ? read.value : undefined);
        return;
      }
      if (connected[source]?.socket !== socket) return;
      deps.heard(source);
      if (text === 'ping') {
        socket.send('pong');
        return;
      }
      const read = readSourceFrame(text);
      if (!read.ok || read.value.kind === 'hello') deps.malformed(source);
      else deps.take(source, read.value);
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      stopWaiting();
      if (source === undefined || connected[source]?.socket !== socket) return;
      say(`The source of prices "${connected[source]?.name.slice(0, 40)}" is gone.`);
      connected[source] = undefined;
      deps.disconnected(source);
    });
  });

  let stopReports = (): void => undefined;
  return {
    async listen() {
      await openAt(http, deps.listen);
      const { port } = http.address() as AddressInfo;
      say(`Sources of prices connect to ws://${deps.listen.host}:${port}${SOURCE_PATH}.`);
      stopReports = clock.every(REPORT_MS, () => {
        for (const [source, held] of connected.entries()) {
          const refused = held && deps.refused(source);
          if (refused && held.socket.readyState === WebSocket.OPEN)
            held.socket.send(JSON.stringify({ refused }));
        }
      });
    },
    async close() {
      stopReports();
      for (const socket of sockets.clients) socket.close(GOING_AWAY);
      sockets.close();
      if (!http.listening) return;
      http.close();
      http.closeAllConnections();
      await once(http, 'close');
    },
    isConnected: (source) => connected[source] !== undefined,
    nameOf: (source) => known[source],
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

const isSame = (wanted: string, given: string): boolean => timingSafeEqual(digest(wanted), digest(given));

/** @throws FeedError */
async function openAt(http: Server, { host, port }: SourceSettings['listen']): Promise<void> {
  http.listen(port, host);
  try {
    await once(http, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new FeedError(
      `Sources of prices can't connect at ${host}:${port} (${code}): set FEED_LISTEN to an address and a port that are free here.`,
      { cause: error },
    );
  }
}

/**
 * The same address while another process makes the prices: it answers sources with status 503 and says why. @returns close
 */
export async function openWaitingDoor(listen: SourceSettings['listen']): Promise<() => Promise<void>> {
  const http = createServer((_request, response) => response.writeHead(503).end(WAITING));
  http.on('upgrade', (_request, socket) => {
    socket.end(
      `HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: ${WAITING.length}\r\nConnection: close\r\n\r\n${WAITING}`,
    );
  });
  await openAt(http, listen);
  return async () => {
    http.close();
    http.closeAllConnections();
    await once(http, 'close');
  };
}

const WAITING =
  'This feed waits: another one makes the prices. Connect to that one, and try here again later.\n';
