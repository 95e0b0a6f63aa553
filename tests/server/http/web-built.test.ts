import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compressFolder } from '../../../scripts/compress.ts';
import { DEVICE_BENCH } from '../../../server/http/device-results.ts';
import { readableUrl } from '../../../server/http/guard.ts';
import { serveBuiltApp } from '../../../server/http/web-built.ts';
import { apiOriginsOf } from '../../../server/known-hosts.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const SCRIPT = `console.log(${JSON.stringify('pipstream '.repeat(100))});`;
const [STYLES, BOOT] = ['b{color:red}', "document.documentElement.dir = 'rtl'"];
const PAGE = `<!doctype html><style>${STYLES}</style><script type="module" src="/assets/a-1.js"></script>
<script>${BOOT}</script>`;
const digestOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

async function app(publicOrigin?: string, hasBench?: boolean, complaintUrl?: string) {
  const dir = temporaryFolder();
  mkdirSync(join(dir, 'assets'));
  mkdirSync(join(dir, '.vite'));
  writeFileSync(join(dir, 'index.html'), PAGE);
  writeFileSync(join(dir, 'manifest.json'), '{}');
  writeFileSync(
    join(dir, '.vite', 'manifest.json'),
    JSON.stringify({ [DEVICE_BENCH]: { file: 'assets/bench-1.js' } }),
  );
  writeFileSync(join(dir, '.built-from'), 'digest');
  writeFileSync(join(dir, 'sbom.cdx.json'), '{}');
  writeFileSync(join(dir, 'assets', 'a-1.js'), SCRIPT);
  await compressFolder(dir);
  const server = Fastify({ exposeHeadRoutes: false, rewriteUrl: ({ url = '/' }) => readableUrl(url) });
  const apiOrigins = apiOriginsOf(publicOrigin, ['api', 'pcapi']);
  await serveBuiltApp(server, dir, { apiOrigins, complaintUrl, hasBench });
  onTestFinished(() => server.close());
  return server;
}

describe('the built app', () => {
  // spec: 2.1 8.8
  it.each(['/', '/trade', '/trade/', '/order?x=1', '/mine/system', '/login'])(
    '%s is the page',
    async (url) => {
      const { statusCode, headers, body } = await (await app()).inject({ url });
      expect([statusCode, body]).toEqual([200, PAGE]);
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-type']).toContain('text/html');
    },
  );

  it.each([
    '/assets/gone-2.js',
    '/nothing.js',
    '/logos/X',
    '/api/nothing',
    '/v1/nothing',
    '/assets/../../x.js',
  ])('%s is not the page', async (url) => {
    expect((await (await app()).inject({ url })).statusCode).toBe(404);
  });

  it.each(['/nope', '/mine/nope', '/metrics', '/trade/x', '/Trade', '/%E0%A4%A', '/trade%', '/%?id=%E0'])(
    '%s is unknown: 404, with the page for a browser',
    async (url) => {
      const server = await app();
      const browser = await server.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([browser.statusCode, browser.body]).toEqual([404, PAGE]);
      expect(browser.headers['content-type']).toContain('text/html');
      expect(browser.headers['content-security-policy']).toContain("default-src 'none'");
      for (const accept of ['*/*', 'application/json']) {
        const program = await server.inject({ url, headers: { accept } });
        expect([program.statusCode, program.json().code]).toEqual([404, CODE.notFound]);
      }
      expect(
        (await server.inject({ url, method: 'POST', headers: { accept: 'text/html' } })).statusCode,
      ).toBe(404);
    },
  );

  it.each(['/.built-from', '/.vite/manifest.json', '/sbom.cdx.json', '/%2e%2e/%2e%2e/etc/passwd'])(
    '%s does not leave the folder',
    async (url) => {
      const { body } = await (await app()).inject({ url });
      expect(body).not.toMatch(/^digest|^\{\}$|root:/);
    },
  );

  it('has a page that measures the device only where it is wanted', async () => {
    const [script] = /<script.*/.exec(PAGE) ?? [];
    const { statusCode, body, headers } = await (await app(undefined, true)).inject({ url: '/bench' });
    expect([statusCode, body]).toEqual([
      200,
      PAGE.replace(
        script ?? '',
        `<script type="module" crossorigin src="/assets/bench-1.js"></script>${script}`,
      ),
    ]);
    expect(headers['content-security-policy']).toContain(`script-src 'self' ${digestOf(BOOT)};`);
    expect((await (await app()).inject({ url: '/bench' })).statusCode).toBe(404);
  });

  it('caches files with a hash in their name permanently', async () => {
    const { headers, body } = await (await app()).inject({ url: '/assets/a-1.js' });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-encoding']).toBeUndefined();
    expect(body).toBe(SCRIPT);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
  ])('sends the copies compressed by the build: %s', async (accepted, encoding) => {
    const server = await app();
    const { headers, rawPayload } = await server.inject({
      url: '/assets/a-1.js',
      headers: { 'accept-encoding': accepted },
    });
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(headers.vary).toMatch(/accept-encoding/i);
    if (encoding === 'br') expect(brotliDecompressSync(rawPayload).toString()).toBe(SCRIPT);
    expect(rawPayload.length).toBeLessThan(brotliCompressSync(SCRIPT).length + 100);
  });

  it('allows no inline script or styles but those of the built page', async () => {
    const policy = String((await (await app()).inject({ url: '/trade' })).headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' ${digestOf(BOOT)};`);
    expect(policy).toContain(`style-src 'self' ${digestOf(STYLES)};`);
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('unsafe');
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
  });

  it('enforces Trusted Types with two policies, and gives up the devices that it does not use', async () => {
    for (const url of ['/trade', '/no/such/page']) {
      const { headers } = await (await app()).inject({ url, headers: { accept: 'text/html' } });
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toEqual(
        expect.arrayContaining(["require-trusted-types-for 'script'", 'trusted-types default dompurify']),
      );
      const permissions = String(headers['permissions-policy']).split(', ');
      expect(permissions).toEqual(expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()']));
    }
  });

  it('may ask another host for the address for complaints', async () => {
    const page = await app(undefined, false, 'https://mail.example.org:8443/to?x=1');
    const policy = (await page.inject({ url: '/' })).headers['content-security-policy'];
    expect(policy).toContain("img-src 'self' data: blob:;");
    expect(policy).toContain("connect-src 'self' https://mail.example.org:8443;");
  });

  it.each([
    [
      'https://m.example.com',
      "connect-src 'self' https://api.example.com https://pcapi.example.com wss://api.example.com wss://pcapi.example.com;",
    ],
    [
      'http://m.example.com:8080',
      "img-src 'self' data: blob: http://api.example.com:8080 http://pcapi.example.com:8080;",
    ],
    ['https://example.com', "connect-src 'self';"],
    ['http://10.0.0.1:8080', "connect-src 'self';"],
    ['http://localhost', "connect-src 'self';"],
  ])('served from %s it may call the hosts of its API', async (origin, wanted) => {
    const { headers } = await (await app(origin)).inject({ url: '/' });
    expect(headers['content-security-policy']).toContain(wanted);
  });
});
