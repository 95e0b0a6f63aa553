import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A socket client with minimal CPU use: a thousand of them fit beside the server on a small machine. */
export interface RawClient {
  /** Sends a text frame. */
  send(text: string): void;
  /** All bytes that have come, of every kind. */
  bytesRead(): number;
  end(): void;
}

/** Callbacks for messages. Reading only the head avoids a copy of the rest. */
export interface Taking {
  /** Called with the first bytes of every message, at most `headBytes` of them, and its size. */
  onHead?(head: string, bytes: number): void;
  /** Called with a copy of every full message; expensive. */
  onMessage?(message: Buffer): void;
}

const HEAD_BYTES = 96;
const TEXT_FRAME = 0x81;
const FINAL = 0x80;
const CONTINUES = 0;
/** A pong that nobody asked for: a sign of life without an answer. */
const SIGN_OF_LIFE = Buffer.of(0x8a, 0x80, 0, 0, 0, 0);
const SIGN_EVERY_MS = 10_000;
const SHORT = 126;
/** Shared read buffer of all clients; data that must last is copied. */
const INCOMING = Buffer.alloc(256 * 1024);

/**
 * @param path of the socket, e.g. `/v1/ws`
 * @param extension of the protocol that it offers; messages are taken as they are on the line
 */
export function openRawClient(
  port: number,
  path: string,
  taking: Taking,
  extension?: 'permessage-deflate',
): Promise<RawClient> {
  return new Promise((resolve, reject) => {
    let read = greet;
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: INCOMING,
        callback(count, buffer) {
          read(Buffer.from(buffer.buffer, buffer.byteOffset, count));
          return true;
        },
      },
    });
    socket.once('error', reject);
    const key = randomBytes(16).toString('base64');
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n` +
        `${extension === undefined ? '' : `Sec-WebSocket-Extensions: ${extension}\r\n`}\r\n`,
    );
    let answer = Buffer.alloc(0);
    function greet(chunk: Buffer): void {
      answer = Buffer.concat([answer, chunk]);
      const end = answer.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!answer.toString('latin1', 0, 12).endsWith('101')) {
        reject(new Error(`no socket: ${answer.toString('latin1', 0, 40)}`));
        return;
      }
      socket.off('error', reject);
      socket.on('error', () => undefined);
      read = createReader(taking);
      read(answer.subarray(end + 4));
      const signs = setInterval(() => socket.write(SIGN_OF_LIFE), SIGN_EVERY_MS).unref();
      socket.once('close', () => clearInterval(signs));
      resolve({
        send: (text) => sendText(socket, text),
        bytesRead: () => socket.bytesRead,
        end: () => socket.destroy(),
      });
    }
  });
}

/** Sends a masked text frame. The mask is zero, so the text stays the same. */
function sendText(socket: Socket, text: string): void {
  const body = Buffer.from(text);
  const head =
    body.length < SHORT
      ? Buffer.of(TEXT_FRAME, 0x80 | body.length, 0, 0, 0, 0)
      : Buffer.of(TEXT_FRAME, 0x80 | SHORT, body.length >> 8, body.length & 0xff, 0, 0, 0, 0);
  socket.write(Buffer.concat([head, body]));
}

/** Parses unmasked frames, split in any way, and joins the fragments of a message. */
function createReader({ onHead, onMessage }: Taking): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  /** State of the frame being read. */
  let left = 0;
  let last = false;
  /** State of the message being read. */
  let head = '';
  let bytes = 0;
  let parts: Buffer[] = [];

  const take = (payload: Buffer) => {
    if (bytes < HEAD_BYTES) head += payload.toString('latin1', 0, HEAD_BYTES - bytes);
    bytes += payload.length;
    left -= payload.length;
    if (onMessage) parts.push(Buffer.from(payload));
    if (left > 0 || !last) return;
    onHead?.(head, bytes);
    onMessage?.(Buffer.concat(parts));
    head = '';
    bytes = 0;
    parts = [];
  };

  return (chunk) => {
    let data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (left > 0) {
        if (data.length === 0) break;
        const payload = data.subarray(0, left);
        data = data.subarray(payload.length);
        take(payload);
        continue;
      }
      const frame = readHeader(data);
      if (frame === undefined) break;
      data = data.subarray(frame.headerBytes);
      if (frame.opcode > 2) {
        // Control frames (ping, close) are not measured.
        if (data.length < frame.bytes) break;
        data = data.subarray(frame.bytes);
        continue;
      }
      left = frame.bytes;
      last = frame.isLast;
      if (frame.opcode !== CONTINUES) bytes = 0;
      if (left === 0) take(data.subarray(0, 0));
    }
    rest = data.length === 0 ? data : Buffer.from(data);
  };
}

function readHeader(data: Buffer) {
  if (data.length < 2) return undefined;
  const [first, second] = [data.readUInt8(0), data.readUInt8(1)];
  const facts = { isLast: (first & FINAL) !== 0, opcode: first & 0x0f };
  if (second < SHORT) return { ...facts, headerBytes: 2, bytes: second };
  if (second === SHORT)
    return data.length < 4 ? undefined : { ...facts, headerBytes: 4, bytes: data.readUInt16BE(2) };
  return data.length < 10 ? undefined : { ...facts, headerBytes: 10, bytes: Number(data.readBigUInt64BE(2)) };
}
