import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type PerMessageDeflateOptions, type RawData, WebSocket, WebSocketServer } from 'ws';
import { CODE } from '../../shared/contract/codes.ts';
import { SOCKET_PATH } from '../../shared/contract/socket.ts';
import { CLIENT_FRAME_MAX_BYTES, CLIENT_SILENCE_MAX_MS } from '../../shared/limits.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { systemClock } from '../clock.ts';
import { MAX_SOCKETS } from '../config/limits.ts';
import type { OriginCheck } from '../http/guard.ts';
import type { HostCheck } from '../known-hosts.ts';
import { networksOf, WIDE_SHARE } from '../network.ts';
import { between, type Random, systemRandom } from '../random.ts';
import type { SecurityRecorder } from '../security/security.ts';
import { UnavailableError } from '../store/errors.ts';
import { languageOf, messageFor } from '../texts/texts.ts';
import { deviceOf } from '../visitor.ts';
import { type ClientSocket, type Connection, createConnection } from './client-connection.ts';
import { beginBinaryFrame, beginDeflatedFrame, beginTextFrame, deflated } from './frame-header.ts';
import { createHub, type HubDeps } from './hub.ts';

/*
 * The WebSocket of the contract (docs/api.md): topics with snapshots and sequence numbers, one connection per client.
 * `roles/port.ts` opens it on the HTTP server's port. The hub subscribes to market, exchange and chat; a connection runs a
 * client's commands; the flusher decides when changes are sent. Limits and fairness between clients belong here;
 * rules of trading, storage and sessions do not.
 */

export interface SocketDeps extends HubDeps {
  readonly accounts: Accounts;
  readonly security: SecurityRecorder;
  readonly isAllowedOrigin: OriginCheck;
  readonly isKnownHost: HostCheck;
  /** False while the server starts and stops: no client is accepted then. */
  readonly isReady: () => boolean;
  /** The client's address. */
  readonly visitorOf: (request: IncomingMessage) => string;
  /** Connections of one address, or of one IPv6 /64 network; ten times as many of one /48. */
  readonly maxPerVisitor: number;
  /** Spreads the ends of connections. Default: the system's. */
  readonly random?: Random;
  /** Whether another listener on the same port handles this upgrade. */
  readonly isForOthers: (request: IncomingMessage) => boolean;
  /** Wraps each client's socket, to inject faults. */
  readonly wrapSocket?: (socket: ClientSocket) => ClientSocket;
}

export interface SocketServer {
  /** Number of open connections. */
  readonly size: number;
  /** Closes the connections one by one, at random moments of that time: their clients reconnect, to other processes. */
  drain(overMs: number): Promise<void>;
  /** Closes all connections; clients reconnect by themselves. */
  stop(): void;
}

const GOING_AWAY = 1001;
const NOT_TEXT = 1007;
const POLICY_VIOLATION = 1008;
const TOO_BIG = 1009;
/** Time for the closing handshake when the server stops; real time, not the exchange's clock. */
const CLOSE_TIMEOUT_MS = 500;
/** Between two looks for clients that have fallen silent. */
const SWEEP_MS = 5_000;

/**
 * Sends the reason before it closes. The library refuses a frame over the limit by its header and closes at once;
 * `close` is the only place where a message can still be sent.
 */
class LimitedSocket extends WebSocket {
  /** The last frame for a client that breaks a limit. */
  closingError = '';
  /** The steady time of the last frame of the client. */
  receivedAt = 0;

  override close(code?: number, data?: string | Buffer): void {
    const broken = code === TOO_BIG || code === NOT_TEXT;
    if (broken && this.readyState === WebSocket.OPEN) this.send(this.closingError);
    super.close(broken ? POLICY_VIOLATION : code, data);
  }

  /** Sends one error acknowledgement and closes. */
  refuse(errorText: string): void {
    if (this.readyState === WebSocket.OPEN) this.send(errorText);
    super.close(POLICY_VIOLATION);
  }
}

/**
 * Every browser offers compression, which costs both sides more than it saves on a good link. So it is used only where the
 * address asks for it, too. Neither side may refer back to an earlier message, or the others' bodies could not be shared.
 */
const asksDeflate = (request: IncomingMessage): boolean =>
  new URLSearchParams(request.url?.split('?', 2)[1]).get('deflate') === '1';
const DEFLATE: PerMessageDeflateOptions = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  // What the library sends itself is short, and must not be overtaken while it is compressed.
  threshold: Number.MAX_SAFE_INTEGER,
};
/** Shorter bodies are sent as they are. */
const MIN_DEFLATED_BYTES = 256;

/** Counts by name. */
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

/** Opens the socket of docs/api.md on the port of `server`. */
export function openSocketServer(server: Server, deps: SocketDeps): SocketServer {
  const { clock, random = systemRandom } = deps;
  const hub = createHub(deps);
  const clients = new Map<LimitedSocket, Connection>();
  const visitors = createTally();
  const options = {
    noServer: true,
    maxPayload: CLIENT_FRAME_MAX_BYTES,
    autoPong: false,
    clientTracking: false,
    WebSocket: LimitedSocket,
  };
  const plain = new WebSocketServer({ ...options, perMessageDeflate: false });
  const compressing = new WebSocketServer({ ...options, perMessageDeflate: DEFLATE });

  const goodbye = (socket: LimitedSocket, code = GOING_AWAY) => {
    socket.close(code);
    systemClock.after(CLOSE_TIMEOUT_MS, () => socket.terminate());
  };

  const stopListening = deps.accounts.onSessionEnded((id) => {
    for (const connection of clients.values()) connection.sessionEnded(id);
  });

  /** A proxy keeps the connection of a client that is gone, so its TCP shows nothing. */
  const stopSweeping = clock.every(SWEEP_MS, () => {
    const silentSince = clock.steady() - CLIENT_SILENCE_MAX_MS;
    for (const socket of clients.keys())
      if (socket.receivedAt <= silentSince) goodbye(socket, POLICY_VIOLATION);
  });

  const stopChecking = deps.onGap?.(createSessionChecks(clients, deps));

  const upgrade = (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    if (deps.isForOthers(request)) return;
    const networks = networksOf(deps.visitorOf(request));
    const [visitor, wide = ''] = networks;
    const ofVisitor = Math.max(visitors.of(visitor), Math.floor(visitors.of(wide) / WIDE_SHARE));
    const status = refusalOf(request, deps, clients.size, ofVisitor);
    if (status !== undefined) {
      if (status === 429) {
        const from = { address: visitor, device: '' };
        deps.security.record({ kind: 'limit_reached', visitor: from, detail: 'sockets' });
      }
      turnAway(raw, status);
      return;
    }
    const sockets = asksDeflate(request) ? compressing : plain;
    sockets.handleUpgrade(request, raw, head, (socket) => {
      const connection = welcome(socket, request, raw, hub, deps);
      clients.set(socket, connection);
      socket.receivedAt = clock.steady();
      for (const one of networks) visitors.add(one, 1);
      socket.on('close', () => {
        clients.delete(socket);
        for (const one of networks) visitors.add(one, -1);
        connection.closed();
      });
    });
  };
  server.on('upgrade', upgrade);

  return {
    get size() {
      return clients.size;
    },
    async drain(overMs) {
      const closed = [...clients.keys()].map(async (socket) => {
        const gone = once(socket, 'close');
        clock.after(between(random, 0, overMs), () => goodbye(socket));
        await gone;
      });
      await Promise.all(closed);
    },
    stop() {
      server.off('upgrade', upgrade);
      stopListening();
      stopSweeping();
      stopChecking?.();
      hub.stop();
      for (const socket of clients.keys()) goodbye(socket);
    },
  };
}

/** At once: calls need the database, too. */
const MOST_CHECKS = 8;
const AGAIN_MS = 1_000;

/** @returns looks the sessions of all clients up again, each until it is known: its end may have been missed */
function createSessionChecks(
  clients: ReadonlyMap<LimitedSocket, Connection>,
  { clock, onFault }: Pick<SocketDeps, 'clock' | 'onFault'>,
): () => void {
  const unchecked = new Set<LimitedSocket>();
  let running = 0;
  const check = async (): Promise<void> => {
    running++;
    for (const socket of unchecked) {
      unchecked.delete(socket);
      try {
        await clients.get(socket)?.checkSession();
      } catch (error) {
        // The store itself reports that the database is out of reach.
        if (!(error instanceof UnavailableError)) onFault('socket session', error);
        unchecked.add(socket);
        await new Promise<void>((resolve) => clock.after(AGAIN_MS, resolve));
      }
    }
    running--;
  };
  return () => {
    for (const socket of clients.keys()) unchecked.add(socket);
    for (let started = running; started < MOST_CHECKS; started++) void check();
  };
}

function welcome(
  socket: LimitedSocket,
  request: IncomingMessage,
  raw: Duplex,
  hub: ReturnType<typeof createHub>,
  deps: SocketDeps,
): Connection {
  const language = languageOf(request.headers['lang']);
  socket.closingError = JSON.stringify({
    cmd: 'error',
    topic: '',
    code: CODE.badParameter,
    msg: messageFor(CODE.badParameter, language),
  });
  const client = clientSocketOf(socket, raw);
  const visitor = { address: deps.visitorOf(request), device: deviceOf(request.headers['user-agent']) };
  const connection = createConnection(deps.wrapSocket?.(client) ?? client, {
    ...deps,
    hub,
    language,
    visitor,
  });
  const noteSign = () => {
    socket.receivedAt = deps.clock.steady();
  };
  socket.on('message', (data: RawData, isBinary: boolean) => {
    noteSign();
    if (isBinary) connection.malformed();
    else connection.receive(String(data));
  });
  socket.on('ping', (data: Buffer) => {
    noteSign();
    connection.ping(data);
  });
  socket.on('pong', noteSign);
  // LimitedSocket has sent its closing error by then, and the library closes the connection.
  socket.on('error', () => undefined);
  return connection;
}

function clientSocketOf(socket: LimitedSocket, raw: Duplex): ClientSocket {
  // The library joins the names of its extensions at each look.
  const deflates = socket.extensions !== '';
  return {
    bufferedBytes: () => socket.bufferedAmount,
    send(head, body, kind) {
      if (socket.readyState !== LimitedSocket.OPEN) return;
      // Few bytes are left to save in a binary body, which seldom has two readers.
      const isDeflated = kind !== 'binary' && deflates && body.length >= MIN_DEFLATED_BYTES;
      const begin = isDeflated ? beginDeflatedFrame : kind === 'binary' ? beginBinaryFrame : beginTextFrame;
      const rest = isDeflated ? deflatedOnce(body) : body;
      // Bypasses the sender of `ws`, so that the shared body is not copied for each subscriber. No fragmented message may be
      // under way, and the sender must not compress: that takes time, and this frame would overtake its own.
      raw.cork();
      raw.write(begin(head, rest.length));
      raw.write(rest);
      raw.uncork();
    },
    sendText: (text) => socket.send(text),
    sendPong: (data) => socket.pong(data),
    refuse: (errorText) => socket.refuse(errorText),
    terminate: () => socket.terminate(),
  };
}

const deflatedBodies = new WeakMap<Buffer, Buffer>();
/** Compressed once for all who get it. */
function deflatedOnce(body: Buffer): Buffer {
  const known = deflatedBodies.get(body);
  if (known !== undefined) return known;
  const made = deflated(body);
  deflatedBodies.set(body, made);
  return made;
}

/** @returns the HTTP status of a refused upgrade */
function refusalOf(
  request: IncomingMessage,
  deps: SocketDeps,
  connected: number,
  ofVisitor: number,
): number | undefined {
  const { origin, host } = request.headers;
  if (request.url?.split('?', 1)[0] !== SOCKET_PATH) return 404;
  if (!deps.isKnownHost(host)) return 421;
  if (origin !== undefined && !deps.isAllowedOrigin(origin, host)) return 403;
  if (!deps.isReady() || connected >= MAX_SOCKETS) return 503;
  if (ofVisitor >= deps.maxPerVisitor) return 429;
  return undefined;
}

const REASONS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

function turnAway(raw: Duplex, status: number): void {
  raw.on('error', () => raw.destroy());
  raw.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
