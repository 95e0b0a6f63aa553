import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Result } from '../../shared/result.ts';
import type { Random } from '../random.ts';
import type { OperatorAnswer, Resources } from '../resource.ts';
import { makeSecret } from '../secret.ts';
import { ElsewhereError } from '../store/errors.ts';
import { writeAddress } from './channel-file.ts';
import { crosses, runStep, type StepLogDeps, type StepRefusal, type StepRequest } from './step.ts';

const HOST = '127.0.0.1';
const TOKEN_BYTES = 32;
/** Room for a news text in fifteen languages. */
const BODY_MAX_BYTES = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 32;

/** The body of a reply with status 200. After 500 the step may be done; every other status means that nothing was. */
export type ChannelReply = Result<OperatorAnswer, StepRefusal>;

/** Has a step run by the process that deals for the account that it is about. Rejects when that one does not answer. */
export type StepElsewhere = (account: AccountId, step: StepRequest) => Promise<ChannelReply>;

export interface ChannelDeps<Deps extends StepLogDeps> {
  readonly resources: Resources<Deps>;
  readonly deps: Deps;
  /** Where several processes deal. */
  readonly elsewhere?: StepElsewhere | undefined;
  readonly random: Random;
  readonly dataDir: string;
  /** Receives bugs in a step; `where` holds no typed text. */
  readonly onFault: (where: string, error: unknown) => void;
}

/**
 * Listens for the operator on the loopback address. Port and token are in a file that only the server's user can read,
 * so that anybody who can read the data can give orders.
 * @returns stops: removes the file and waits for the running steps
 */
export async function openChannel<Deps extends StepLogDeps>(
  options: ChannelDeps<Deps>,
): Promise<() => Promise<void>> {
  const token = makeSecret(options.random, TOKEN_BYTES);
  const running = new Set<Promise<void>>();
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, async (request, response) => {
    const step = await accept(request, token).catch(() => 400);
    if (typeof step === 'number') return end(response, step);
    const ended = perform(step, response, options);
    running.add(ended);
    await ended;
    running.delete(ended);
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
    await Promise.all(running);
    server.closeAllConnections();
    await closed;
  };
}

/** @returns the requested step, or the status of the refusal */
async function accept(request: IncomingMessage, token: string): Promise<StepRequest | number> {
  const refused = refusalStatus(request, token);
  if (refused !== undefined) return refused;
  const body = await readBody(request);
  return body === undefined ? 413 : (readStep(body) ?? 400);
}

async function perform<Deps extends StepLogDeps>(
  step: StepRequest,
  response: ServerResponse,
  { resources, deps, elsewhere, onFault }: ChannelDeps<Deps>,
): Promise<void> {
  try {
    const reply: ChannelReply = await runStep(resources, deps, step).catch((error: unknown) => {
      if (!(error instanceof ElsewhereError) || elsewhere === undefined || !crosses(resources, step))
        throw error;
      return elsewhere(error.account, step);
    });
    await end(response, 200, reply);
  } catch (error) {
    onFault(`operator step ${step.resource} ${step.verb}`, error);
    await end(response, 500);
  }
}

/** A page in a browser cannot set this host, and this header needs a CORS preflight, which is never answered. */
function refusalStatus({ method, url, headers, socket }: IncomingMessage, token: string): number | undefined {
  if (headers.host !== `${HOST}:${socket.localPort}` || headers.origin !== undefined) return 403;
  if (!isSame(headers.authorization ?? '', token)) return 401;
  if (url !== '/') return 404;
  if (method !== 'POST') return 405;
  if (headers['content-type'] !== 'application/json') return 415;
  return undefined;
}

/** Compares in constant time. */
const isSame = (guess: string, token: string): boolean => timingSafeEqual(digest(guess), digest(token));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Reads to the end even when the body is too long: a client that still sends would not read the refusal.
 * @returns undefined when it is too long
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

export const stepSchema = v.strictObject({
  who: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  resource: v.string(),
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
