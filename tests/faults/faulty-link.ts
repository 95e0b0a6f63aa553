import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Chance } from '../sim/chance.ts';

/** The fate of one request. */
export type Fault =
  | 'none'
  /** It never reaches the server. */
  | 'request lost'
  /** It is carried out, and the answer is lost. */
  | 'reply lost'
  /** The answer breaks off in the middle. */
  | 'reply cut'
  /** A proxy before the server fails and answers with an error. */
  | 'failed before'
  /** A proxy before the server fails after the server has answered. */
  | 'failed after'
  /** Some proxies and browsers repeat a request by themselves. */
  | 'sent twice';

export const FAULTS: readonly Fault[] = [
  'none',
  'request lost',
  'reply lost',
  'reply cut',
  'failed before',
  'failed after',
  'sent twice',
];

export interface FaultyLink {
  readonly url: string;
  readonly seen: ReadonlyMap<Fault, number>;
}

/** The addresses that requests come from, so that the server's limit per address does not apply. */
const ADDRESSES = 50;

/** A link to the server that fails at random. @param target the server's current port */
export async function openFaultyLink(chance: Chance, target: () => number): Promise<FaultyLink> {
  const seen = new Map<Fault, number>();
  let asked = 0;
  const forward = (message: IncomingMessage) =>
    forwarded(message, target(), `127.0.0.${1 + (asked++ % ADDRESSES)}`);
  const server = createServer((message, response) => {
    const fault = chance.happens(0.4) ? 'none' : (chance.pick(FAULTS) ?? 'none');
    seen.set(fault, (seen.get(fault) ?? 0) + 1);
    // A stopped server counts as a lost link.
    carry(fault, message, response, forward).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function carry(
  fault: Fault,
  message: IncomingMessage,
  response: ServerResponse,
  forward: (message: IncomingMessage) => Promise<Reply>,
): Promise<void> {
  if (fault === 'request lost') return void response.destroy();
  if (fault === 'failed before') return void response.writeHead(503).end('<h1>Unavailable</h1>');
  const [reply] = await Promise.all([
    forward(message),
    ...(fault === 'sent twice' ? [forward(message)] : []),
  ]);
  if (fault === 'reply lost') response.destroy();
  else if (fault === 'failed after') response.writeHead(502).end('<h1>Bad gateway</h1>');
  else {
    response.writeHead(reply.status, { ...reply.headers, 'content-length': reply.body.length });
    if (fault !== 'reply cut') response.end(reply.body);
    else response.write(reply.body.subarray(0, reply.body.length / 2), () => response.destroy());
  }
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function forwarded({ url, headers, method }: IncomingMessage, port: number, from: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', localAddress: from, path: url, method, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: { 'content-type': String(response.headers['content-type']) },
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}
