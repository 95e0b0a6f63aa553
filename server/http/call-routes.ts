import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { CODE } from '../../shared/contract/codes.ts';
import { ROUTES, type RouteName, type RouteShape } from '../../shared/contract/routes.ts';
import { refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { SendCall } from '../cluster/calls/call-sender.ts';
import { limitByNetwork } from '../network.ts';
import { hourly, RATES, type RateLimits, type RateName, type TakeCall } from '../rate-limit.ts';
import type { Services } from '../services.ts';
import { envelopeOf } from '../texts/envelope.ts';
import { languageOf } from '../texts/texts.ts';
import { deviceOf, type Visitor } from '../visitor.ts';
import { isBrowserGone } from './browser-gone.ts';
import { createCalls, type RunCall } from './calls.ts';
import { isUnintended } from './guard.ts';
import { addFileRoute, readOneFile } from './one-file.ts';
import { refuseTooMany, sendRefusal } from './send-refusal.ts';

/** 2,000 characters may take twelve bytes each in a form. */
const CHAT_BODY_MAX_BYTES = 32 * 1024;

interface CallsDeps {
  readonly services: Services;
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
  readonly addressOf: (request: FastifyRequest) => string;
  /** Within an hour. Default: no limit. */
  readonly demoAccountsPerAddress?: number;
  /** Where another process deals for accounts. Default: this one does. */
  readonly send?: SendCall | undefined;
}

/** Registers every call of the table on its path. */
export function addCalls(app: FastifyInstance, deps: CallsDeps): void {
  const { services, clock, rateLimits, addressOf, send } = deps;
  const { demoAccountsPerAddress = Number.MAX_SAFE_INTEGER } = deps;
  const visitorOf = (request: FastifyRequest): Visitor => ({
    address: addressOf(request),
    device: deviceOf(request.headers['user-agent']),
    // A page of this server does not name its origin in a GET.
    origin: request.headers.origin ?? `${request.protocol}://${request.host}`,
    requestId: request.id,
  });
  const { exact, quick } = rateLimits;
  const limits: Readonly<Record<RateName, TakeCall>> = {
    enter: limitByNetwork(exact, 'enter', RATES.enter),
    order: limitByNetwork(quick, 'order', RATES.order),
    read: limitByNetwork(quick, 'read', RATES.read),
    upload: limitByNetwork(exact, 'upload', RATES.upload),
  };
  const demoAccounts = limitByNetwork(exact, 'demo', hourly(demoAccountsPerAddress));
  const run = createCalls(services, send);
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const { method, path, changes, body }: RouteShape = ROUTES[name];
    const rate = rateOf(name);
    const takeCall = limits[rate];
    const take = async (address: string) =>
      (await takeCall(address)) || (name === 'createDemoAccount' ? demoAccounts(address) : 0);
    const route: RouteOptions = {
      method,
      url: path,
      config: { changes: changes === true, call: name, isUpload: body === 'multipart' },
      ...(name === 'sendChat' ? { bodyLimit: CHAT_BODY_MAX_BYTES } : {}),
      handler: async (request, reply) => {
        const waitS = await take(addressOf(request));
        if (waitS > 0) {
          services.security.record({ kind: 'limit_reached', visitor: visitorOf(request), detail: rate });
          return refuseTooMany(request, reply, waitS);
        }
        return answer({ name, run, clock, visitor: visitorOf(request) }, request, reply);
      },
    };
    if (body === 'multipart') addFileRoute(app, route);
    else app.route(route);
  }
}

const ENTERING: ReadonlySet<RouteName> = new Set<RouteName>([
  'login',
  'register',
  'forgetPassword',
  'amendPassword',
  'beginTotp',
  'beginPasskey',
  'sendEmailCode',
  'sendSmsCode',
  'getCaptcha',
  'createDemoAccount',
  'resetDemoAccount',
]);

function rateOf(name: RouteName): RateName {
  const { changes, body }: RouteShape = ROUTES[name];
  if (ENTERING.has(name)) return 'enter';
  if (body === 'multipart') return 'upload';
  return changes ? 'order' : 'read';
}

interface Asked {
  readonly name: RouteName;
  readonly run: RunCall;
  readonly clock: Clock;
  readonly visitor: Visitor;
}

async function answer(
  { name, run, clock, visitor }: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if ('changes' in ROUTES[name] && isUnintended(request))
    return sendRefusal(request, reply, 403, refusal(CODE.badParameter, '', { field: 'sec-fetch-mode' }));
  const parameters = parametersOf(request);
  if (parameters === undefined)
    return sendRefusal(request, reply, 200, refusal(CODE.badParameter, '', { field: 'query' }));
  const language = languageOf(request.headers['lang']);
  const readFile = () => readOneFile(request);
  const running = run(name, {
    parameters,
    token: tokenOf(request),
    readFile,
    language,
    visitor: { ...visitor, language },
    isGone: () => isBrowserGone(clock, request.raw),
  });
  const isUpload = 'body' in ROUTES[name] && ROUTES[name].body === 'multipart';
  const outcome = isUpload ? await running : await withDeadline(clock, running);
  if (outcome === undefined) return sendRefusal(request, reply, 503, refusal(CODE.internal));
  return reply.send(envelopeOf(outcome, language));
}

/** Within the validity of an order: a client is not left without an answer. */
const ANSWER_DEADLINE_MS = 9_000;

/** @returns undefined at the deadline: the outcome is then unknown */
function withDeadline<T>(clock: Clock, running: Promise<T>): Promise<T | undefined> {
  let cancel = () => {};
  const expired = new Promise<undefined>((resolve) => {
    cancel = clock.after(ANSWER_DEADLINE_MS, () => resolve(undefined));
  });
  return Promise.race([running, expired]).finally(cancel);
}

/**
 * The query of a GET or DELETE, the form of a POST, and the path's parameters. A POST's query is not read, so
 * it must be empty.
 */
function parametersOf(request: FastifyRequest): URLSearchParams | undefined {
  const at = request.url.indexOf('?');
  const query = new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1));
  const isPost = request.method === 'POST';
  if (isPost && query.size > 0) return undefined;
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const parameters = isPost ? form : query;
  for (const [name, value] of Object.entries(request.params ?? {})) parameters.append(name, String(value));
  return parameters;
}

/** Reads the token only from the header: never from a cookie or the URL. */
const tokenOf = (request: FastifyRequest): string | undefined => request.headers.authorization || undefined;
