import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocketServer } from 'ws';
import { CODE } from '../../shared/contract/codes.ts';
import { SOCKET_PATH } from '../../shared/contract/socket.ts';
import { CLIENT_FRAME_MAX_BYTES } from '../../shared/limits.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { systemClock } from '../clock.ts';
import type { OriginCheck } from '../http/origins.ts';
import { languageOf, messageFor } from '../messages/messages.ts';
import { type Connection, createConnection, type Wire } from './connection.ts';
import { beginFrame } from './frame.ts';
import { createHub, type HubDeps } from './hub.ts';
import { LimitedSocket } from './limited-socket.ts';

export interface SocketDeps extends HubDeps {
  readonly accounts: Accounts;
  readonly isAllowedOrigin: OriginCheck;
  /** False while starting and stopping: nobody is let in then. */
  readonly isReady: () => boolean;
  /** Who asks, by address; of one address only so many at once are let in. */
  readonly visitorOf: (request: IncomingMessage) => string;
  readonly maxPerVisitor?: number;
  /** Upgrades that are not for this socket but for somebody else on the same port. */
  readonly isForOthers: (request: IncomingMessage) => boolean;
  /** What stands between a connection and its client. */
  readonly onWire?: (wire: Wire) => Wire;
}

export interface SocketServer {
  /** Connections that are open. */
  readonly size: number;
  /** Sends everybody away; they come back by themselves. */
  stop(): void;
}

const MAX_CONNECTIONS = 20_000;
/** Many phones share an address, but none may take every place. */
const MAX_PER_VISITOR = MAX_CONNECTIONS / 2;
const GOING_AWAY = 1001;
/** How long a client may take to answer the closing handshake when the server stops; real time, whatever the exchange's clock. */
const FAREWELL_MS = 500;
/** Finds peers that are gone without a word; costs nothing on the phone's side that its radio would notice. */
const KEEP_ALIVE_MS = 60_000;

/** How many of each name there are. */
function createTally() {
  const counts = new Map<string, number>();
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    add(name: string, more: number): void {
      const count = (counts.get(name) ?? 0) + more;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    },
  };
}

/** The socket of the contract's section 3, on the server's own port. */
export function openSocketServer(server: Server, deps: SocketDeps): SocketServer {
  const hub = createHub(deps);
  const clients = new Map<LimitedSocket, Connection>();
  const visitors = createTally();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: CLIENT_FRAME_MAX_BYTES,
    perMessageDeflate: false,
    autoPong: false,
    clientTracking: false,
    WebSocket: LimitedSocket,
  });

  const stopListening = deps.accounts.onSessionEnded((id) => {
    for (const connection of clients.values()) connection.sessionEnded(id);
  });

  const upgrade = (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    if (deps.isForOthers(request)) return;
    const visitor = deps.visitorOf(request);
    const status = refusalOf(request, deps, clients.size, visitors.of(visitor));
    if (status !== undefined) {
      turnAway(raw, status);
      return;
    }
    sockets.handleUpgrade(request, raw, head, (socket) => {
      const connection = welcome(socket, request, raw, hub, deps);
      clients.set(socket, connection);
      visitors.add(visitor, 1);
      socket.on('close', () => {
        clients.delete(socket);
        visitors.add(visitor, -1);
        connection.closed();
      });
    });
  };
  server.on('upgrade', upgrade);

  return {
    get size() {
      return clients.size;
    },
    stop() {
      server.off('upgrade', upgrade);
      stopListening();
      hub.stop();
      for (const socket of clients.keys()) {
        socket.close(GOING_AWAY);
        systemClock.after(FAREWELL_MS, () => socket.terminate());
      }
    },
  };
}

function welcome(
  socket: LimitedSocket,
  request: IncomingMessage,
  raw: Duplex,
  hub: ReturnType<typeof createHub>,
  deps: SocketDeps,
): Connection {
  const language = languageOf(request.headers.lang);
  socket.lastWords = JSON.stringify({
    cmd: 'error',
    topic: '',
    code: CODE.badParameter,
    msg: messageFor(CODE.badParameter, language),
  });
  if ('setKeepAlive' in raw && typeof raw.setKeepAlive === 'function') raw.setKeepAlive(true, KEEP_ALIVE_MS);
  const wire = wireOf(socket, raw);
  const connection = createConnection(deps.onWire?.(wire) ?? wire, { ...deps, hub, language });
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary) connection.malformed();
    else connection.receive(String(data));
  });
  socket.on('ping', (data: Buffer) => connection.ping(data));
  // A broken frame was answered with the last words by then, and the library closes the connection itself.
  socket.on('error', () => undefined);
  return connection;
}

const wireOf = (socket: LimitedSocket, raw: Duplex): Wire => ({
  bufferedBytes: () => socket.bufferedAmount,
  send(head, body) {
    if (socket.readyState !== LimitedSocket.OPEN) return;
    // One write: the shared part is not copied for each subscriber.
    raw.cork();
    raw.write(beginFrame(head, body.length));
    raw.write(body);
    raw.uncork();
  },
  sendText: (text) => socket.send(text),
  sendPong: (data) => socket.pong(data),
  refuse: (words) => socket.refuse(words),
  terminate: () => socket.terminate(),
});

/** @returns the HTTP status of a refused upgrade */
function refusalOf(
  request: IncomingMessage,
  deps: SocketDeps,
  connected: number,
  ofVisitor: number,
): number | undefined {
  const { origin, host } = request.headers;
  if (request.url?.split('?', 1)[0] !== SOCKET_PATH) return 404;
  if (origin !== undefined && !deps.isAllowedOrigin(origin, host)) return 403;
  if (!deps.isReady() || connected >= MAX_CONNECTIONS) return 503;
  if (ofVisitor >= (deps.maxPerVisitor ?? MAX_PER_VISITOR)) return 429;
  return undefined;
}

const REASONS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

function turnAway(raw: Duplex, status: number): void {
  raw.on('error', () => raw.destroy());
  raw.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
