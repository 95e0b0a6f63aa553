import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { CODE } from '../../shared/contract/codes.ts';
import { refusal } from '../../shared/result.ts';
import { logoSvg } from '../catalogue/logos.ts';
import type { Clock } from '../clock.ts';
import type { SendCall } from '../cluster/calls/call-sender.ts';
import { markSvg } from '../content/content-logos.ts';
import type { HostCheck } from '../known-hosts.ts';
import type { Log } from '../log.ts';
import { limitByNetwork } from '../network.ts';
import { RATES, type RateLimits, rateLimitsHere } from '../rate-limit.ts';
import type { Services } from '../services.ts';
import { UnavailableError } from '../store/errors.ts';
import { envelopeOf } from '../texts/envelope.ts';
import { languageOf } from '../texts/texts.ts';
import { addCalls } from './call-routes.ts';
import { addBodyDeadline, DEADLINES, type Deadlines, REQUEST_TIMEOUT } from './deadlines.ts';
import { readFlatJson } from './flat-json.ts';
import { guardApi, isApiPath, type OriginCheck, pathOf, readableUrl } from './guard.ts';
import type { Metrics } from './metrics.ts';
import type { MetricsAccess } from './metrics-access.ts';
import { openApiDocument } from './openapi/document.ts';
import { addRequestLog } from './request-log.ts';
import { DATA_POLICY, HTTPS_ONLY, PICTURE_POLICY, SECURITY_HEADERS } from './security-headers.ts';
import { refuseTooMany, sendRefusal } from './send-refusal.ts';
import { type ProxyTrust, visitorAddress } from './trusted-proxies.ts';

const BODY_MAX_BYTES = 16 * 1024;
const LOGO_MAX_AGE_S = 86_400;
const FORM = 'application/x-www-form-urlencoded';

/** What the exchange can do at the moment. */
export type Readiness =
  /** Nothing: it starts or stops. */
  | 'closed'
  /** Nothing: the database does not answer. */
  | 'unreachable'
  /** It answers what it can, but storing fails or takes too long. */
  | 'failing'
  /** It answers what it can; what it needs of other processes is away for all of its kind. */
  | 'degraded'
  /** It serves whom it has, and ends soon: new clients belong to another process. */
  | 'draining'
  | 'ready';

export interface AppOptions {
  readonly services: Services;
  readonly clock: Clock;
  readonly isAllowedOrigin: OriginCheck;
  readonly isKnownHost: HostCheck;
  /** Whether the app's public origin is https. */
  readonly isHttps?: boolean;
  /** The proxies whose headers name the visitor, and are believed about host and protocol. */
  readonly isProxy: ProxyTrust;
  readonly deadlines?: Partial<Deadlines>;
  /** Default: without limit. */
  readonly demoAccountsPerAddress?: number;
  /** Default: those of this process alone. */
  readonly rateLimits?: RateLimits | undefined;
  /** Where another process deals: sends it the calls that are its own. */
  readonly send?: SendCall | undefined;
  readonly readiness: () => Readiness;
  /** Names what is away while it is degraded. */
  readonly lacks?: (() => readonly string[]) | undefined;
  /** Called with every unexpected error; the path has no query, so no secret. */
  readonly onFault: (path: string, error: unknown, requestId: string) => void;
  /** Names each request. Default: a number in sequence. */
  readonly requestIds?: (request: IncomingMessage) => string;
  /** Logs calls. Default: none. */
  readonly log?: Log | undefined;
  readonly metrics?: Pick<Metrics, 'addTo'>;
  /** Default: programs on this machine. */
  readonly mayReadMetrics?: MetricsAccess;
  /** Adds hooks that inject faults, in development. */
  readonly addFaults?: ((app: FastifyInstance) => void) | undefined;
}

/** The HTTP side: the API, the logos and a health check. `web-*.ts` add the app's own pages. */
export function createApp(options: AppOptions): FastifyInstance {
  const deadlines = { ...DEADLINES, ...options.deadlines };
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: options.isProxy,
    requestTimeout: deadlines.uploadMs,
    http: { headersTimeout: deadlines.headMs, connectionsCheckingInterval: deadlines.checkMs },
    ...(options.requestIds === undefined ? {} : { genReqId: options.requestIds }),
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable,
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    // A path of the API that cannot be decoded arrives here before any hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(SECURITY_HEADERS);
      fail(error, request, reply, options.onFault);
    },
    // Parameters are read from the raw query, where a repeated name is visible.
    routerOptions: { querystringParser: () => ({}) },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const flat = readFlatJson(String(body));
    if (flat === undefined) done(Object.assign(new Error('not a flat object'), { statusCode: 400 }));
    else done(null, flat);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
    if (options.isHttps) reply.headers(HTTPS_ONLY);
    if (!options.isKnownHost(request.headers.host)) return refuseHost(request, reply);
    if (!isApiPath(pathOf(request))) return;
    reply.header('content-security-policy', DATA_POLICY);
  });
  addBodyDeadline(app, options.clock, deadlines.bodyMs, refuseUnreadable);
  // First, so that a page of another origin can read the refusals below.
  guardApi(app, options.isAllowedOrigin);
  const isServing = () => options.readiness() !== 'closed' && options.readiness() !== 'unreachable';
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiPath(pathOf(request)) || isServing()) return;
    if (options.readiness() === 'unreachable') return refuseUnavailable(request, reply);
    return sendRefusal(request, reply, 503, refusal(CODE.internal));
  });
  if (options.log) addRequestLog(app, options.log, options.clock);
  options.metrics?.addTo(app, options.mayReadMetrics);
  options.addFaults?.(app);
  const { services, clock, rateLimits = rateLimitsHere(clock) } = options;
  // Fastify's own `request.ip` takes an entry of the header as it is written, with its port.
  const addressOf = ({ raw }: FastifyRequest) => visitorAddress(raw, options.isProxy);
  addCalls(app, { ...options, rateLimits, addressOf });
  addHealth(app, options);
  addLogos(app);
  addOpenApi(app);
  addFiles(app, { services, rateLimits, addressOf, isReady: isServing });
  app.setErrorHandler((error: FastifyError, request, reply) => fail(error, request, reply, options.onFault));
  return app;
}

function refuseHost(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ 'cache-control': 'no-store', 'content-security-policy': DATA_POLICY });
  return sendRefusal(request, reply, 421, refusal(CODE.badParameter, '', { field: 'host' }));
}

/** The reply to an unknown path. */
export const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendRefusal(request, reply, 404, refusal(CODE.notFound));

/**
 * `/livez`: the process runs. `/readyz`, and `/healthz` as its older name: it can decide and store orders, or no other process
 * of its kind could do more.
 */
function addHealth(
  app: FastifyInstance,
  { readiness, lacks }: Pick<AppOptions, 'readiness' | 'lacks'>,
): void {
  const headers = { 'cache-control': 'no-store', 'content-security-policy': DATA_POLICY };
  const answer = (reply: FastifyReply, status: string, more = {}) =>
    reply.headers(headers).send({ code: CODE.success, msg: '', data: { status, ...more } });
  app.get('/livez', (_, reply) => answer(reply, 'alive'));
  for (const path of ['/readyz', '/healthz']) {
    app.get(path, { config: { isHealth: true } }, (request, reply) => {
      if (readiness() === 'ready') return answer(reply, 'ready');
      if (readiness() === 'degraded') return answer(reply, 'degraded', { lacks: lacks?.() ?? [] });
      return sendRefusal(request, reply.headers(headers), 503, refusal(CODE.internal));
    });
  }
}

const RETRY_AFTER_S = 1;

/**
 * The database took nothing of this request. An order or another GET that changes state is one write, so it is
 * refused for good, with a code below 5000 and a status below 500: those leave the outcome open. 4029 says
 * nothing about an earlier request under the same `cid`.
 */
function refuseUnavailable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.routeOptions.config.changes)
    return refuseTooMany(request, reply, RETRY_AFTER_S, { reason: 'unavailable' });
  return sendRefusal(request, reply, 503, refusal(CODE.internal));
}

function addLogos(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/logos/:file', (request, reply) => {
    const { file } = request.params;
    const name = file.endsWith('.svg') ? file.slice(0, -4) : '';
    const picture = logoSvg(name) ?? markSvg(name);
    if (picture === undefined) return answerNotFound(request, reply);
    return reply
      .headers({
        'cache-control': `public, max-age=${LOGO_MAX_AGE_S}`,
        'content-security-policy': PICTURE_POLICY,
      })
      .type('image/svg+xml')
      .send(picture);
  });
}

/** A picture opened directly is a page: no script may run in it, whatever type the browser guesses. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

interface FilesDeps {
  readonly services: Pick<Services, 'files'>;
  readonly rateLimits: RateLimits;
  readonly addressOf: (request: FastifyRequest) => string;
  readonly isReady: () => boolean;
}

/** Serves uploaded pictures to anyone with a signed link. */
function addFiles(app: FastifyInstance, { services, rateLimits, addressOf, isReady }: FilesDeps): void {
  const take = limitByNetwork(rateLimits.quick, 'files', RATES.read);
  app.get('/files/*', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': FILE_POLICY });
    if (!isReady()) return sendRefusal(request, reply, 503, refusal(CODE.internal));
    const waitS = await take(addressOf(request));
    if (waitS > 0) return refuseTooMany(request, reply, waitS);
    const picture = await services.files.open(request.url);
    if (picture === undefined) return sendRefusal(request, reply, 404, refusal(CODE.notFound));
    return reply
      .headers({
        'cache-control': `private, max-age=${picture.secondsLeft}`,
        'content-disposition': 'inline',
        'content-length': picture.size,
      })
      .type(picture.mime)
      .send(picture.content);
  });
}

const UNREADABLE: Readonly<Record<string, string>> = {
  [REQUEST_TIMEOUT]: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** A request that is not HTTP reaches no hook or handler: reply on the raw connection, then close it. */
function refuseUnreadable(error: Error & { readonly code: string }, socket: Socket): void {
  // The peer has gone, or a reply has started: nothing more can be sent.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(
    envelopeOf({ ok: false, error: refusal(CODE.badParameter) }, languageOf(undefined)),
  );
  const headers = {
    ...SECURITY_HEADERS,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = UNREADABLE[error.code] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}

/** Transport errors keep their status; anything else thrown is a bug, and its message stays on the server. */
function fail(
  error: FastifyError | UnavailableError,
  request: FastifyRequest,
  reply: FastifyReply,
  onFault: AppOptions['onFault'],
): FastifyReply {
  const status = ('statusCode' in error && error.statusCode) || 500;
  if (status >= 400 && status < 500) {
    return sendRefusal(request, reply, status, refusal(status === 404 ? CODE.notFound : CODE.badParameter));
  }
  onFault(pathOf(request), error, request.id);
  if (error instanceof UnavailableError) return refuseUnavailable(request, reply);
  return sendRefusal(request, reply, 500, refusal(CODE.internal));
}

const DESCRIPTION_MAX_AGE_S = 300;

/** Serves the API's description on `/openapi.json` to all origins, so that web tools can read it. */
function addOpenApi(app: FastifyInstance): void {
  let made: { readonly body: string; readonly tag: string } | undefined;
  app.get('/openapi.json', (request, reply) => {
    made ??= makeDescription();
    reply.headers({
      'cache-control': `public, max-age=${DESCRIPTION_MAX_AGE_S}`,
      'content-security-policy': DATA_POLICY,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag: made.tag,
    });
    if (request.headers['if-none-match'] === made.tag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(made.body);
  });
}

function makeDescription() {
  const body = JSON.stringify(openApiDocument());
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}
