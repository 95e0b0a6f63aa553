import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { DATA_POLICY } from '../security-headers.ts';
import { openApiDocument } from './document.ts';

const MAX_AGE_S = 300;

/** Serves the API's description on `/openapi.json` to all origins, so that web tools can read it. */
export function addOpenApi(app: FastifyInstance): void {
  let made: { readonly body: string; readonly tag: string } | undefined;
  app.get('/openapi.json', (request, reply) => {
    made ??= make();
    reply.headers({
      'cache-control': `public, max-age=${MAX_AGE_S}`,
      'content-security-policy': DATA_POLICY,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag: made.tag,
    });
    if (request.headers['if-none-match'] === made.tag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(made.body);
  });
}

function make() {
  const body = JSON.stringify(openApiDocument());
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}
