import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Result } from '../../shared/result.ts';
import { operatorRepository, ownerName } from '../operators/operators.ts';
import type { Random } from '../random.ts';
import type { OperatorAnswer, Resources } from '../resource.ts';
import { makeSecret } from '../secret.ts';
import { ElsewhereError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import { writeAddress } from './channel-file.ts';
import { crosses, runStep, type Step, type StepLogDeps, type StepRefusal, type StepRequest } from './step.ts';

const HOST = '127.0.0.1';
const TOKEN_BYTES = 32;
/** Room for a news text in fifteen languages. */
const BODY_MAX_BYTES = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 32;

/** The body of a reply with status 200. After 500 the step may be done; every other status means that nothing was. */
export type ChannelReply = Result<OperatorAnswer, StepRefusal>;

/** Has a step run by the process that deals for the account that it is about. Rejects when that one does not answer. */
export type StepElsewhere = (account: AccountId, step: Step) => Promise<ChannelReply>;

export interface ChannelDeps<Deps extends StepLogDeps> {
  readonly resources: Resources<Deps>;
  readonly deps: Deps;
  /** Where several processes deal. */
  readonly elsewhere?: StepElsewhere | undefined;
  readonly random: Random;
  readonly dataDir: string;
  /** 0: any free one. */
  readonly port?: number;
  /** Receives bugs in a step; `where` holds no typed text. */
  readonly onFault: (where: string, error: unknown) => void;
}

/**
 * Listens for operators on the loopback address. Who asks is proved by what the request carries: the token of the channel
 * file, which only the server's user can read, so that anybody who can read the data can give orders, in that user's name; or the
 * signature of an operator's own key over the body, the port and a challenge that this channel has given and that counts for one
 * request. What a request says of who it is counts for nothing.
 * @returns stops: removes the file and waits for the running steps
 * @throws the error of listening
 */
export async function openChannel<Deps extends StepLogDeps>(
  options: ChannelDeps<Deps>,
): Promise<() => Promise<void>> {
  const token = makeSecret(options.random, TOKEN_BYTES);
  const challenges = createChallenges(options.random);
  const running = new Set<Promise<void>>();
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, async (request, response) => {
    const who = (body: string) => whoAsks(request, body, { token, challenges, store: options.deps.store });
    const step = await accept(request, who).catch(() => 400);
    if (step === 401) response.setHeader('www-authenticate', challenges.give());
    if (typeof step === 'number') return end(response, step);
    const ended = perform(step, response, options);
    running.add(ended);
    await ended;
    running.delete(ended);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen({ host: HOST, port: options.port ?? 0 });
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

type Who = Pick<Step, 'who' | 'isOwner'>;

/** @returns the requested step, or the status of the refusal */
async function accept(
  request: IncomingMessage,
  whoAsks: (body: string) => Promise<Who | undefined>,
): Promise<Step | number> {
  const refused = refusalStatus(request);
  if (refused !== undefined) return refused;
  const body = await readBody(request);
  if (body === undefined) return 413;
  const who = await whoAsks(body);
  if (who === undefined) return 401;
  const step = readStep(body);
  return step === undefined ? 400 : { ...step, ...who };
}

interface Proofs {
  readonly token: string;
  readonly challenges: ReturnType<typeof createChallenges>;
  readonly store: Pick<Store, 'read'>;
}

const SIGNED = /^Operator ([a-z0-9._-]+) ([\w-]+) ([\w-]+)$/;

async function whoAsks(
  { headers: { authorization = '' }, socket: { localPort: port = 0 } }: IncomingMessage,
  body: string,
  { token, challenges, store }: Proofs,
): Promise<Who | undefined> {
  if (isSame(authorization, token)) return { who: ownerName(), isOwner: true };
  const [, name = '', challenge = '', signature = ''] = SIGNED.exec(authorization) ?? [];
  // Taken before anything is waited for: of two equal requests one finds it.
  if (!challenges.take(challenge)) return undefined;
  const isSigned = await operatorRepository(store.read).hasSigned(name, { challenge, port, body }, signature);
  return isSigned ? { who: name } : undefined;
}

/** Challenges that were given and not used. Beyond this bound the oldest is dropped, and who got it has to ask again. */
const MAX_CHALLENGES = 1_000;

/** Each counts for one request, so that a request that somebody has captured cannot be sent again. */
function createChallenges(random: Random) {
  const given = new Set<string>();
  return {
    give(): string {
      const challenge = makeSecret(random, TOKEN_BYTES);
      given.add(challenge);
      const [oldest = ''] = given;
      if (given.size > MAX_CHALLENGES) given.delete(oldest);
      return challenge;
    },
    /** @returns false if it was not given, or is used */
    take: (challenge: string): boolean => given.delete(challenge),
  };
}

async function perform<Deps extends StepLogDeps>(
  step: Step,
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
function refusalStatus({ method, url, headers, socket }: IncomingMessage): number | undefined {
  if (headers.host !== `${HOST}:${socket.localPort}` || headers.origin !== undefined) return 403;
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

const requestEntries = {
  resource: v.string(),
  verb: v.string(),
  values: v.record(v.string(), v.string()),
};
/** Commands of earlier versions send `who`; it is not read. */
const requestSchema = v.strictObject({ ...requestEntries, who: v.optional(v.unknown()) });
/** A step that another process of the exchange passes on. */
export const stepSchema = v.strictObject({
  ...requestEntries,
  who: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
});

function readStep(body: string): StepRequest | undefined {
  try {
    const read = v.safeParse(requestSchema, JSON.parse(body));
    if (!read.success) return undefined;
    const { who: _, ...step } = read.output;
    return step;
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
