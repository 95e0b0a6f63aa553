import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isAppPath } from '../../shared/app-paths.ts';
import type { FirstPages } from '../page/first-page.ts';
import { languageOf } from '../texts/texts.ts';
import { answerNotFound } from './app.ts';
import { DEVICE_BENCH, withScript } from './device-results.ts';
import { isApiPath, pathOf } from './guard.ts';
import { PERMISSIONS, pagePolicy } from './security-headers.ts';

const YEAR_S = 31_536_000;
const PAGE = 'index.html';
/** For operators: visitors need not know the versions of the packages. */
const PRIVATE = ['sbom.cdx.json'];

interface PageOptions {
  /** Of the app's API, beside the page's own. */
  readonly apiOrigins: readonly string[];
  /** Where the app asks for the address for complaints, if not its API. */
  readonly complaintUrl?: string | undefined;
  /** Whether `/bench` is a page too: a benchmark of the device that opens it. */
  readonly hasBench?: boolean | undefined;
  /** Makes the pages with the first rows of the list out of the built one. Absent: the page has none. */
  readonly firstPages?: ((page: string) => FirstPages) | undefined;
}

/**
 * Serves the built app from `dir`: files compressed by the build, hashed files with a year of cache, and the
 * page itself on every path of the app, so that deep links work. An unknown path is 404 for everybody; a
 * browser gets the page with it, which says so.
 * @throws if the app has not been built
 */
export async function serveBuiltApp(
  app: FastifyInstance,
  dir: string,
  { apiOrigins, complaintUrl, hasBench = false, firstPages }: PageOptions,
): Promise<void> {
  const page = readFileSync(join(dir, PAGE), 'utf8');
  const policy = pagePolicy(page, apiOrigins, complaintUrl);
  await app.register(fastifyStatic, {
    root: dir,
    wildcard: false,
    globIgnore: PRIVATE,
    preCompressed: true,
    cacheControl: false,
    index: PAGE,
    setHeaders(reply, path) {
      const isHashed = path.startsWith(join(dir, 'assets'));
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      reply.header('content-security-policy', policy);
      reply.header('permissions-policy', PERMISSIONS);
    },
  });
  if (firstPages !== undefined) addFirstPages(app, firstPages(page), policy);
  if (hasBench) {
    const manifest: Record<string, { readonly file: string }> = JSON.parse(
      readFileSync(join(dir, '.vite', 'manifest.json'), 'utf8'),
    );
    const bench = withScript(page, `/${manifest[DEVICE_BENCH]?.file ?? ''}`);
    app.get('/bench', (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
        .type('text/html; charset=utf-8')
        .send(bench),
    );
  }
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && isAppPath(path)) return reply.sendFile(PAGE);
    const isBrowser = request.headers.accept?.includes('text/html') === true;
    if (!isRead || !isBrowser || isApiPath(path) || isFile(path)) return answerNotFound(request, reply);
    return reply
      .code(404)
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': policy,
        'permissions-policy': PERMISSIONS,
      })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

/**
 * Answers a browser that opens `/` with the first rows of the list. The service worker, which keeps the page, and whoever
 * else asks for the file gets it without them; so does a network that keeps pages for others.
 */
function addFirstPages(app: FastifyInstance, pages: FirstPages, policy: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, headers, url } = request;
    const isOpened = headers['sec-fetch-mode'] === 'navigate' && headers['cdn-loop'] === undefined;
    if (method !== 'GET' || !isOpened || url.split('?')[0] !== '/') return;
    const [, language] = /(?:^|;\s*)pipstream_language=(\w+)/.exec(headers.cookie ?? '') ?? [];
    // Without them the page works as well.
    const made = await pages.of(languageOf(language)).catch(() => undefined);
    if (made === undefined) return;
    const accepted = headers['accept-encoding'] ?? '';
    const coding = (['br', 'gzip'] as const).find((one) => accepted.includes(one));
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policy,
        'permissions-policy': PERMISSIONS,
        vary: 'accept-encoding, cookie, sec-fetch-mode',
        ...(coding === undefined ? {} : { 'content-encoding': coding }),
      })
      .type('text/html; charset=utf-8')
      .send(made[coding ?? 'plain']);
  });
}

/** A path whose last part has an extension is a missing file, not a screen of the app. */
const isFile = (path: string): boolean =>
  path.startsWith('/assets/') || path.startsWith('/logos/') || /\.[a-z0-9]+$/i.test(path);
