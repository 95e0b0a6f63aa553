import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CODE } from '../../shared/contract/codes.ts';
import { ROUTES, type RouteName } from '../../shared/contract/routes.ts';
import { refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import { languageOf } from '../messages/messages.ts';
import type { Call, Services } from './call.ts';
import { CALLS } from './calls.ts';
import { isUnintended } from './guard.ts';
import { createRateLimit, RATES, type RateName } from './rate-limit.ts';
import { envelopeOf, sendRefusal } from './reply.ts';

/** Puts every call of the table on its path. */
export function addCalls(app: FastifyInstance, services: Services, clock: Clock): void {
  const limits = {
    enter: createRateLimit(clock, RATES.enter),
    order: createRateLimit(clock, RATES.order),
    read: createRateLimit(clock, RATES.read),
  } satisfies Record<RateName, unknown>;
  for (const call of Object.values(CALLS)) {
    const { method, path } = ROUTES[call.name];
    const take = limits[rateOf(call.name)];
    app.route({
      method,
      url: path,
      config: { changes: changes(call.name) },
      handler: (request, reply) => {
        const waitS = take(request.ip);
        if (waitS > 0) return refuseTooMany(request, reply, waitS);
        return answer(call, services, request, reply);
      },
    });
  }
}

const changes = (name: RouteName): boolean => 'changes' in ROUTES[name];

function rateOf(name: RouteName): RateName {
  if (name === 'login' || name === 'createDemoAccount' || name === 'resetDemoAccount') return 'enter';
  return changes(name) ? 'order' : 'read';
}

async function answer(
  call: Call<RouteName>,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (changes(call.name) && isUnintended(request))
    return sendRefusal(request, reply, 403, refusal(CODE.badParameter, '', { field: 'sec-fetch-mode' }));
  const parameters = parametersOf(request);
  if (parameters === undefined)
    return sendRefusal(request, reply, 200, refusal(CODE.badParameter, '', { field: 'query' }));
  const language = languageOf(request.headers.lang);
  const outcome = await call.run(services, { parameters, token: tokenOf(request), language });
  return reply.send(envelopeOf(outcome, language));
}

/** The query of a GET or DELETE, the form of a POST; a POST's query is not looked at, so it must be empty. */
function parametersOf(request: FastifyRequest): URLSearchParams | undefined {
  const at = request.url.indexOf('?');
  const query = new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1));
  if (request.method !== 'POST') return query;
  if (query.size > 0) return undefined;
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** From the header alone, as it is: never from a cookie or the address. */
const tokenOf = (request: FastifyRequest): string | undefined => request.headers.authorization || undefined;

function refuseTooMany(request: FastifyRequest, reply: FastifyReply, waitS: number): FastifyReply {
  reply.header('retry-after', waitS);
  return sendRefusal(request, reply, 429, refusal(CODE.tooMany, '', { retry_after_s: waitS }));
}
