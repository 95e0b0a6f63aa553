import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { ROUTES, type RouteName } from '../../../shared/contract/routes.ts';
import { form, sharedHttp } from '../http-fixture.ts';

const http = sharedHttp({
  PUBLIC_ORIGIN: 'https://m.example.com',
  ALLOWED_ORIGINS: 'https://other.example.org',
});

const LIST = '/v1/api/forex/trade_list';
const CHANGING = (Object.keys(ROUTES) as RouteName[]).filter((name) => 'changes' in ROUTES[name]);

describe('other origins', () => {
  const own = () => http.url;

  it.each(['https://m.example.com', 'https://other.example.org'])('%s is allowed', async (origin) => {
    const { headers } = await http.ask(LIST, { headers: { origin } });
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers.vary).toContain('Origin');
  });

  it('the server’s own pages may always call', async () => {
    const { headers } = await http.ask(LIST, { headers: { origin: own() } });
    expect(headers['access-control-allow-origin']).toBe(own());
  });

  it.each([
    'https://evil.com',
    'null',
    'https://api.evil.com',
    'https://m.example.com.evil.com',
    'http://m.example.com',
    'https://m.example.com:444',
    'https://M.example.com',
    'ftp://127.0.0.1',
    'https://m.example.com/',
    '',
  ])('%j is not', async (origin) => {
    const read = await http.ask(LIST, { headers: { origin } });
    expect(read.headers['access-control-allow-origin']).toBeUndefined();
    const preflight = await http.ask(LIST, { method: 'OPTIONS', headers: { origin } });
    expect([preflight.status, preflight.code]).toEqual([403, CODE.badParameter]);
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
    for (const name of CHANGING) {
      const changed = await http.ask(ROUTES[name].path, { headers: { origin } });
      expect([changed.status, changed.code]).toEqual([403, CODE.badParameter]);
    }
  });

  it('a preflight of a listed origin names methods and headers', async () => {
    const { status, headers, text } = await http.ask(LIST, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://m.example.com',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,lang',
      },
    });
    expect([status, text]).toEqual([204, '']);
    expect(headers['access-control-allow-origin']).toBe('https://m.example.com');
    expect(headers['access-control-allow-headers']).toBe('authorization, lang, content-type');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });
});

describe.each(CHANGING)('%s changes state by GET', (name) => {
  const { path } = ROUTES[name];

  it.each([
    { 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-mode': 'cors', 'sec-purpose': 'prefetch' },
    { 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch;prerender' },
  ])('and is refused when a browser asks with %j', async (headers: Record<string, string>) => {
    const answer = await http.ask(path, { headers });
    expect([answer.status, answer.data]).toEqual([403, { field: 'sec-fetch-mode' }]);
  });

  it('and is accepted from the app', async () => {
    for (const mode of ['cors', 'same-origin']) {
      const { status } = await http.ask(path, { headers: { 'sec-fetch-mode': mode } });
      expect(status).toBe(200);
    }
  });

  it('and HEAD does not reach it', async () => {
    expect((await http.ask(path, { method: 'HEAD' })).status).toBe(404);
  });

  // spec: 7.2
  it('and a token outside its header does not count', async () => {
    if (!('session' in ROUTES[name])) return;
    const token = await http.enter();
    const cookie = await http.ask(path, { headers: { cookie: `authorization=${token}; token=${token}` } });
    const query = await http.ask(`${path}?authorization=${token}&token=${token}`);
    expect([cookie.code, query.code]).toEqual([CODE.sessionExpired, CODE.sessionExpired]);
  });
});

describe('transport errors keep their status and have the envelope', () => {
  const envelope = (code: number, msg = expect.any(String)) => ({ code, msg });

  it.each(['/api/nothing', '/v1/nothing', '/v1/ws', '/nothing'])('%s: 404', async (path) => {
    const answer = await http.ask(path, { headers: { lang: 'en' } });
    expect(answer).toMatchObject({ status: 404, ...envelope(CODE.notFound, 'Not found') });
  });

  it('a body over the limit: 413', async () => {
    const answer = await http.ask(ROUTES.login.path, form({ demo_id: 'x'.repeat(20_000) }));
    expect(answer).toMatchObject({ status: 413, ...envelope(CODE.badParameter) });
  });

  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x'])('%s: 415', async (type) => {
    const answer = await http.ask(ROUTES.login.path, {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{}',
    });
    expect(answer).toMatchObject({ status: 415, ...envelope(CODE.badParameter) });
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'POST'])('%s on a GET: 404', async (method) => {
    expect((await http.ask(LIST, { method })).status).toBe(404);
  });

  it.each([
    ['no request line', 'GARBAGE\r\n\r\n', '400'],
    ['no such method', 'FOO /api/nothing HTTP/1.1\r\nhost: x\r\n\r\n', '400'],
    ['headers over the limit', `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
  ])('%s', async (_, sent, status) => {
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      connect(http.port, '127.0.0.1', function begin(this: Socket) {
        this.write(sent);
      })
        .on('data', (part) => {
          text += part;
        })
        .on('error', reject)
        .on('close', () => resolve(text));
    });
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head.split(' ')[1]).toBe(status);
    expect(JSON.parse(body)).toEqual({ ...envelope(CODE.badParameter), data: null });
  });

  it('a malformed path: 400, outside of the API 404', async () => {
    expect(await http.ask('/api/%zz')).toMatchObject({ status: 400, ...envelope(CODE.badParameter) });
    expect(await http.ask('/%E0%A4%A')).toMatchObject({ status: 404, ...envelope(CODE.notFound) });
  });

  it('a bug reveals nothing about itself: 500', async () => {
    const original = http.market.instruments;
    Object.assign(http.market, {
      instruments: () => {
        throw new Error('secret words');
      },
    });
    const answer = await http.ask(`${LIST}?t=1`);
    Object.assign(http.market, { instruments: original });
    expect(answer).toMatchObject({ status: 500, ...envelope(CODE.internal) });
    expect(answer.text).not.toContain('secret');
    expect(String(http.faults.splice(0))).toContain('secret words');
  });
});

describe('every answer', () => {
  it.each([LIST, '/api/nothing', '/healthz', '/logos/EURUSD.svg', '/nothing'])(
    '%s carries the security headers',
    async (path) => {
      const { headers } = await http.ask(path);
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-site',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    },
  );

  it('is equally guarded when its path is encoded in another way', async () => {
    const path = '/%761/api/forex/%73ubmit';
    const { headers, code } = await http.ask(path);
    expect([code, headers['cache-control']]).toEqual([CODE.sessionExpired, 'no-store']);
    expect((await http.ask(path, { headers: { origin: 'https://evil.com' } })).status).toBe(403);
  });

  it('of the API is not cached', async () => {
    for (const path of [LIST, '/api/nothing', '/v1/api/forex/submit'])
      expect((await http.ask(path)).headers['cache-control']).toBe('no-store');
  });
});

describe('outside the API', () => {
  it('a health check', async () => {
    expect(await http.ask('/healthz')).toMatchObject({ status: 200, data: { status: 'ready' } });
  });

  it('logos by code, without scripts', async () => {
    const { status, headers, text } = await http.ask('/logos/EURUSD.svg');
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(text).toMatch(/^<svg/);
  });

  it.each(['/logos/NOPE.svg', '/logos/EURUSD.png', '/logos/..%2Fx.svg', '/logos/__proto__.svg'])(
    '%s is not found',
    async (path) => {
      expect((await http.ask(path)).status).toBe(404);
    },
  );
});
