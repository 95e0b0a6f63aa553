import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CODE } from '../../shared/contract/codes.ts';
import { refusal } from '../../shared/result.ts';
import type { OriginCheck } from './origins.ts';
import { sendRefusal } from './reply.ts';

const PREFLIGHT_S = 600;

/** The paths of the API; everything else is the app and its files. */
export const isApiPath = (path: string): boolean => path.startsWith('/api/') || path.startsWith('/v1/');

/** The path of the matching route, however the client spelt it (`/%61pi/…`); without a route the path of the request. */
export const pathOf = ({ routeOptions, url }: FastifyRequest): string =>
  routeOptions.url ?? url.split('?', 1)[0] ?? '';

/** CORS by an exact list, and answers that no cache keeps. */
export function guardApi(app: FastifyInstance, isAllowed: OriginCheck): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiPath(pathOf(request))) return;
    reply.headers({ 'cache-control': 'no-store', vary: 'Origin' });
    const { origin, host } = request.headers;
    const allowed = origin === undefined || isAllowed(origin, host);
    if (origin !== undefined && allowed) reply.header('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS') return answerPreflight(request, reply, origin !== undefined && allowed);
    // A read without the header above can't be read by the page; a call with an effect must not run at all.
    if (!allowed && hasEffect(request)) return sendRefusal(request, reply, 403, refusal(CODE.badParameter));
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a route whose GET changes state. */
    changes?: boolean;
  }
}

const hasEffect = ({ method, routeOptions }: FastifyRequest): boolean =>
  method !== 'GET' || routeOptions.config.changes === true;

/**
 * Whether a browser asks on its own or for another site's page: by a link, a picture, a form or ahead of time.
 * The app's calls come by fetch alone (`cors` or `same-origin`).
 */
export function isUnintended(request: FastifyRequest): boolean {
  const mode = request.headers['sec-fetch-mode'];
  const purpose = request.headers['sec-purpose'] ?? request.headers['purpose'];
  return mode === 'navigate' || mode === 'no-cors' || String(purpose ?? '').includes('prefetch');
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply, allowed: boolean): FastifyReply {
  if (!allowed) return sendRefusal(request, reply, 403, refusal(CODE.badParameter));
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': 'authorization, lang, content-type',
      'access-control-max-age': PREFLIGHT_S,
    })
    .send();
}
