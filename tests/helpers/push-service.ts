import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import type { PushMessage } from '../../shared/contract/push.ts';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a request is answered with: a status, or one with headers. */
type Treatment = number | { readonly status: number; readonly headers: Record<string, string> };

/** A browser's push service on this machine; it ends with the test. */
export interface PushService {
  readonly origin: string;
  readonly received: readonly Received[];
  /** What the next requests are answered with; 201 after these. */
  answer(...next: readonly Treatment[]): void;
  /** Resolves with the requests once there are so many. */
  until(count: number): Promise<readonly Received[]>;
}

export async function startPushService(): Promise<PushService> {
  const received: Received[] = [];
  const answers: Treatment[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method, url = '', headers } = request;
    if (method === 'POST') received.push({ path: url, headers, body: Buffer.concat(parts) });
    const next = answers.shift() ?? 201;
    const { status, headers: more } = typeof next === 'number' ? { status: next, headers: {} } : next;
    response.writeHead(status, more).end();
    for (const look of waiting) look();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    received,
    answer: (...next) => void answers.push(...next),
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** A browser that has subscribed: it alone can read what comes. */
export interface PushBrowser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** Decrypts a message (RFC 8291) after it has checked who sends it (RFC 8292). */
  read(received: Received, publicKey: string): PushMessage;
}

export function createPushBrowser(service: string, name = 'one'): PushBrowser {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  return {
    endpoint: `${service}/push/${name}`,
    p256dh: pair.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    read(received, publicKey) {
      checkSender(received, publicKey, service);
      return JSON.parse(decrypted(received.body, pair, auth));
    },
  };
}

/** The `aes128gcm` coding (RFC 8188) with one record. */
function decrypted(body: Buffer, own: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + senderKey.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), senderKey]);
  const secret = hkdf(own.computeSecret(senderKey), auth, info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

function checkSender({ headers }: Received, publicKey: string, audience: string): void {
  const [, token = '', key] = /^vapid t=([\w.-]+), *k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error(`signed with another key: ${headers.authorization}`);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const signed = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')))
    throw new Error('the signature is wrong');
  const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (aud !== audience || !/^mailto:.+@.+/.test(sub)) throw new Error(`wrong claims: ${aud} ${sub}`);
}
