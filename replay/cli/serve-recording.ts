import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { SOCKET_PATH } from '../../shared/contract/socket.ts';
import { CLIENT_FRAME_MAX_BYTES } from '../../shared/limits.ts';
import { workerEnv } from '../../worker/env.ts';
import { createReplay, type Replay } from '../play/replay.ts';
import { EXIT, type Exit } from './exit.ts';
import { interrupted } from './interrupted.ts';
import type { Io } from './io.ts';
import { HOST, listening } from './listening.ts';
import { reportFailure, textOf } from './recording-files.ts';
import type { Task } from './task.ts';

/** The recording waits while a client has more unsent bytes than this. */
const MAX_BUFFERED = 1024 * 1024;
/** A client that reads nothing for this long is disconnected. */
const PATIENCE_MS = 5_000;
const MAX_BODY_BYTES = 64 * 1024;
const GOING_AWAY = 1001;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type, lang',
  'access-control-max-age': '600',
};

/** Plays a recording to any client as the exchange would, until it is interrupted. */
export async function serveRecording(
  { file, port, speed }: Extract<Task, { kind: 'serve' }>,
  io: Io,
): Promise<Exit> {
  // Fails early if the file does not exist.
  await (await open(file)).close();
  const replay = await createReplay({
    source: () => textOf(file),
    real: workerEnv(),
    atMs: 0,
    speed: Number.isFinite(speed) ? speed : 'max',
    isPaused: false,
  });
  if (!(await replay.player.ready)) return reportFailure(file, replay.player.failure(), io);
  const server = createServer((request, response) => {
    answer(replay, request, response).catch(() => response.destroy());
  });
  const sockets = openSockets(server, replay);
  await listening(server, port);
  const { port: taken } = server.address() as AddressInfo;
  await io.out(`Playing ${file} at http://${HOST}:${taken} (socket: ws://${HOST}:${taken}${SOCKET_PATH})`);
  replay.states.subscribe(({ status }) => {
    if (status !== 'ended') return;
    sayFailure(file, replay, io);
    void io.out(`${file} has ended; what it ended with stays here.`);
  });
  await interrupted();
  replay.stop();
  for (const client of sockets.clients) client.close(GOING_AWAY);
  server.closeAllConnections();
  server.close();
  return replay.player.failure() === undefined ? EXIT.done : EXIT.damaged;
}

function sayFailure(file: string, { player }: Replay, io: Io): void {
  const failure = player.failure();
  if (failure) io.err(`${file}, line ${failure.line}: ${failure.reason}. What stands before it is played.`);
}

async function answer(
  { exchange, player }: Replay,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = request;
  if (method === 'OPTIONS') {
    response.writeHead(204, CORS).end();
    return;
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${HOST}`);
  const isChange = method === 'POST' || method === 'DELETE';
  // The body is read and ignored: no call changes anything.
  await drained(request);
  player.begin();
  const call = {
    method: isChange ? method : 'GET',
    path: pathname,
    query: Object.fromEntries(searchParams),
  } as const;
  exchange.ask(call, ({ status, body }) => {
    response
      .writeHead(status, { ...CORS, 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(body));
  });
}

async function drained(request: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    if (bytes > MAX_BODY_BYTES) request.destroy();
  }
}

function openSockets(server: Server, replay: Replay): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: CLIENT_FRAME_MAX_BYTES });
  server.on('upgrade', (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    if (request.url?.split('?', 1)[0] !== SOCKET_PATH) turnAway(raw, '404 Not Found');
    else if (!replay.exchange.isUp()) turnAway(raw, '503 Service Unavailable');
    else sockets.handleUpgrade(request, raw, head, (socket) => welcome(socket, replay));
  });
  return sockets;
}

function turnAway(raw: Duplex, status: string): void {
  raw.on('error', () => raw.destroy());
  raw.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

function welcome(socket: WebSocket, { exchange, player }: Replay): void {
  const session = exchange.connect({
    send: (text) => sendWithin(socket, text, player.time.hold),
    close: (code) => closeWith(socket, code),
  });
  socket.on('error', () => undefined);
  if (session === undefined) {
    socket.terminate();
    return;
  }
  socket.on('close', session.closed);
  socket.on('message', (data) => {
    const text = String(data);
    session.receive(text);
    // Playing starts with the first subscription, so that the client misses nothing.
    if (text.includes('"sub"')) player.begin();
  });
}

/** Holds the recording's time for a client that reads slowly, at most `PATIENCE_MS`. */
function sendWithin(socket: WebSocket, text: string, hold: () => () => void): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount < MAX_BUFFERED) {
    socket.send(text);
    return;
  }
  const release = hold();
  const cancel = workerEnv().after(PATIENCE_MS, () => socket.terminate());
  socket.send(text, () => {
    cancel();
    release();
  });
}

/** Codes that are reserved for the protocol stand for a lost connection. */
function closeWith(socket: WebSocket, code: number): void {
  const isSendable = (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || code >= 3000;
  if (isSendable) socket.close(code);
  else socket.terminate();
}
