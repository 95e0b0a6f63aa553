import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import type { Result } from '../../shared/result.ts';
import { makeSecret } from '../accounts/secret.ts';
import type { Random } from '../random.ts';
import type { Things } from './arguments.ts';
import { writeAddress } from './channel-file.ts';
import type { OperatorAnswer, OperatorServices } from './resource.ts';
import { runStep, type StepRefusal, type StepRequest } from './step.ts';

const HOST = '127.0.0.1';
const TOKEN_BYTES = 32;
/** A news text in fifteen languages and more. */
const BODY_MAX_BYTES = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 32;

/** What the channel answers with status 200; every other status means that nothing was done. */
export type ChannelReply = Result<OperatorAnswer, StepRefusal>;

export interface ChannelOptions {
  readonly things: Things;
  readonly services: OperatorServices;
  readonly random: Random;
  readonly dataDir: string;
  /** Told of bugs in a step; `where` holds no text that was typed. */
  readonly onFault: (where: string, error: unknown) => void;
}

/**
 * Listens for the operator on this machine's own address. Port and token are in a file that only the server's user can
 * read, so that whoever may read the data may give orders.
 * @returns stops: takes the file away and waits for the steps under way
 */
export async function openChannel(options: ChannelOptions): Promise<() => Promise<void>> {
  const token = makeSecret(options.random, TOKEN_BYTES);
  const underWay = new Set<Promise<void>>();
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, async (request, response) => {
    const step = await accept(request, token).catch(() => 400);
    if (typeof step === 'number') return end(response, step);
    const ended = perform(step, response, options);
    underWay.add(ended);
    await ended;
    underWay.delete(ended);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen({ host: HOST, port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const remove = writeAddress(options.dataDir, { port, token });
  return async () => {
    remove();
    const closed = once(server, 'close');
    server.close();
    await Promise.all(underWay);
    server.closeAllConnections();
    await closed;
  };
}

/** @returns the step that is asked for, or the status to refuse with */
async function accept(request: IncomingMessage, token: string): Promise<StepRequest | number> {
  const refused = refusalStatus(request, token);
  if (refused !== undefined) return refused;
  const body = await readBody(request);
  return body === undefined ? 413 : (readStep(body) ?? 400);
}

async function perform(
  step: StepRequest,
  response: ServerResponse,
  { things, services, onFault }: ChannelOptions,
): Promise<void> {
  try {
    const reply: ChannelReply = await runStep(things, services, step);
    await end(response, 200, reply);
  } catch (error) {
    onFault(`operator step ${step.thing} ${step.verb}`, error);
    await end(response, 500);
  }
}

/** A page of a browser can neither name this host nor send this header without being asked first, which nothing answers. */
function refusalStatus({ method, url, headers, socket }: IncomingMessage, token: string): number | undefined {
  if (headers.host !== `${HOST}:${socket.localPort}` || headers.origin !== undefined) return 403;
  if (!isSame(headers.authorization ?? '', token)) return 401;
  if (url !== '/') return 404;
  if (method !== 'POST') return 405;
  if (headers['content-type'] !== 'application/json') return 415;
  return undefined;
}

/** In the same time for every guess. */
const isSame = (guess: string, token: string): boolean => timingSafeEqual(digest(guess), digest(token));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * To its end even when it is too long, since whoever is still sending does not hear a refusal.
 * @returns undefined for more than is kept
 */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_MAX_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size > BODY_MAX_BYTES ? undefined : Buffer.concat(chunks).toString();
}

const stepSchema = v.strictObject({
  who: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  thing: v.string(),
  verb: v.string(),
  values: v.record(v.string(), v.string()),
});

function readStep(body: string): StepRequest | undefined {
  try {
    const read = v.safeParse(stepSchema, JSON.parse(body));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

function end(response: ServerResponse, status: number, reply?: ChannelReply): Promise<void> {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  const closed = once(response, 'close');
  response.end(reply === undefined ? '' : JSON.stringify(reply));
  return closed.then(() => undefined);
}
