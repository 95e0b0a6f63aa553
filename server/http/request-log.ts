import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Random } from '../random.ts';
import type { ProxyTrust } from './trusted-proxies.ts';

const SLOW_MS = 1_000;
/** Between two lines of one kind; those in between are counted. An outage answers every call with 503. */
const QUIET_MS = 1_000;
const PREFIX_BYTES = 4;
/** What a proxy may pass on: nothing that could break a line or fill a log. */
const SAFE_ID = /^[\w.-]{8,64}$/;

/**
 * The id of each request: the one of a trusted proxy, or the process's own. Every reply carries it, so that a
 * user can name it to the support.
 */
export function createRequestIds(random: Random, isProxy: ProxyTrust): (request: IncomingMessage) => string {
  const prefix = Buffer.from(random.bytes(PREFIX_BYTES)).toString('hex');
  let count = 0;
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && SAFE_ID.test(given) && isProxy(socket.remoteAddress ?? '')) return given;
    return `${prefix}-${(count++).toString(36)}`;
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It asks whether the process is ready: a no is not a failure, but how one that ends sends its clients away. */
    isHealth?: boolean;
  }
}

/**
 * Logs failed (5xx) and slow calls, and each call at the level `debug`. An entry has the route's pattern, never
 * the address that was asked for, and nothing of the account.
 */
export function addRequestLog(app: FastifyInstance, log: Log, clock: Clock): void {
  const isDebug = log.isLevelEnabled('debug');
  const failed = throttled(clock, (facts) => log.error(facts, 'failed call'));
  const slow = throttled(clock, (facts) => log.warn(facts, 'slow call'));
  app.addHook('onResponse', (request, reply, done) => {
    // No entry is made up for the usual call.
    const { isHealth, isUpload } = request.routeOptions.config;
    if (reply.statusCode >= 500 && isHealth !== true) failed(request, reply);
    else if (reply.elapsedTime >= SLOW_MS && isUpload !== true) slow(request, reply);
    else if (isDebug) log.debug(factsOf(request, reply), 'call');
    done();
  });
}

type Facts = ReturnType<typeof factsOf>;

const factsOf = (
  { id, method, routeOptions }: FastifyRequest,
  { statusCode, elapsedTime }: FastifyReply,
) => ({
  log: 'http',
  request: id,
  method,
  route: routeOptions.url ?? 'unknown',
  call: routeOptions.config.call,
  status: statusCode,
  ms: Math.round(elapsedTime * 10) / 10,
});

function throttled(
  clock: Clock,
  write: (facts: Facts & { readonly folded?: number }) => void,
): (request: FastifyRequest, reply: FastifyReply) => void {
  let quietUntil = 0;
  let folded = 0;
  return (request, reply) => {
    const now = clock.steady();
    if (now < quietUntil) {
      folded += 1;
      return;
    }
    write({ ...factsOf(request, reply), ...(folded === 0 ? {} : { folded }) });
    quietUntil = now + QUIET_MS;
    folded = 0;
  };
}
