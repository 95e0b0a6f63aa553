import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CODE } from '../../shared/contract/codes.ts';
import { refusal } from '../../shared/result.ts';
import { sendRefusal } from './send-refusal.ts';

const PREFLIGHT_S = 600;

/** The paths of the API; everything else is the app and its files. */
export const isApiPath = (path: string): boolean => path.startsWith('/api/') || path.startsWith('/v1/');

/**
 * The path of the matching route, however the client encoded it (`/%61pi/…`); without a route, the request's
 * path.
 */
export const pathOf = ({ routeOptions, url }: FastifyRequest): string =>
  routeOptions.url ?? url.split('?', 1)[0] ?? '';

/**
 * The address; in a path that cannot be decoded its percent signs count as text. So a person who opens a truncated link gets
 * the page that says so, and a program its refusal.
 */
export function readableUrl(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  if (isApiPath(path)) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** CORS with an exact list of origins, and `no-store` for API replies. */
export function guardApi(app: FastifyInstance, isAllowed: OriginCheck): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiPath(pathOf(request))) return;
    reply.headers({ 'cache-control': 'no-store', vary: 'Origin' });
    const { origin, host } = request.headers;
    const allowed = origin === undefined || isAllowed(origin, host);
    if (origin !== undefined && allowed) reply.header('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS') return answerPreflight(request, reply, origin !== undefined && allowed);
    // A page cannot read a reply without the header above; but a call with an effect must not even run.
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
 * Whether a browser sent the request by itself or for another site's page: a link, a picture, a form or a
 * prefetch. The app's calls use only fetch (`cors` or `same-origin`).
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

/** Whether a page of this origin may call: listed origins, and the server's own pages. */
export type OriginCheck = (origin: string, host: string | undefined) => boolean;

export function createOriginCheck(allowed: readonly string[]): OriginCheck {
  const list = new Set(allowed);
  return (origin, host) => list.has(origin) || isOwn(origin, host);
}

/** A page of this server: same host and port, whichever proxy terminates TLS. */
function isOwn(origin: string, host: string | undefined): boolean {
  if (host === undefined || !/^https?:\/\//.test(origin)) return false;
  return origin.slice(origin.indexOf('//') + 2) === host;
}
