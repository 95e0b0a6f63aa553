import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { addRequestLog, createRequestIds } from '../../../server/http/request-log.ts';
import { createLog, type LogLevel } from '../../../server/log.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { openHttp, type startHttp } from '../http-fixture.ts';

/** An app with a quick, a failing and a slow route, and what it logs. */
async function startApp(level: LogLevel) {
  const entries: Readonly<Record<string, unknown>>[] = [];
  const to = { write: (line: string) => void entries.push(JSON.parse(line)) };
  const clock = createManualClock(0);
  const app = Fastify();
  addRequestLog(app, createLog({ level, format: 'json', out: to, err: to }), clock);
  app.get('/quick/:id', { config: { call: 'getKline' } }, () => 'done');
  app.get('/failing', (_, reply) => reply.code(503).send('no'));
  app.get('/ready', { config: { isHealth: true } }, (_, reply) => reply.code(503).send('not yet'));
  app.get('/slow', async () => {
    // A call is slow from a second on, by the stopwatch.
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    return 'done';
  });
  const get = (url: string) => app.inject({ method: 'GET', url });
  return { app, entries, clock, get };
}

describe('the log of calls', () => {
  it('at the level debug has each call with its route’s pattern, never what was asked for', async () => {
    const { app, entries, get } = await startApp('debug');
    await get('/quick/canary-id?token=canary-token');
    await get('/canary-path?token=canary-token');
    expect(entries).toMatchObject([
      { level: 'debug', log: 'http', method: 'GET', route: '/quick/:id', call: 'getKline', status: 200 },
      { level: 'debug', route: 'unknown', status: 404 },
    ]);
    expect(entries[0]).toHaveProperty('request');
    expect(entries[0]).toHaveProperty('ms');
    expect(JSON.stringify(entries)).not.toContain('canary');
    await app.close();
  });

  it('at the usual level has slow and failed calls alone', async () => {
    const { app, entries, get } = await startApp('info');
    await get('/quick/1');
    await get('/failing');
    await get('/slow');
    expect(entries.map(({ level, msg, status }) => [level, msg, status])).toEqual([
      ['error', 'failed call', 503],
      ['warn', 'slow call', 200],
    ]);
    await app.close();
  });

  it('has no line of a process that says that it is not ready', async () => {
    const { app, entries, get } = await startApp('info');
    expect((await get('/ready')).statusCode).toBe(503);
    expect(entries).toEqual([]);
    await get('/failing');
    expect(entries).toHaveLength(1);
    await app.close();
  });

  it('has one line a second of an outage, with the number of the calls between', async () => {
    const { app, entries, clock, get } = await startApp('info');
    for (let i = 0; i < 20; i++) await get('/failing');
    expect(entries).toHaveLength(1);
    clock.advance(1_000);
    await get('/failing');
    expect(entries).toHaveLength(2);
    expect(entries[1]).toMatchObject({ folded: 19 });
    await app.close();
  });
});

describe('the id of a request', () => {
  const PROXY = { TRUSTED_PROXIES: '127.0.0.2' };
  const idOf = async (
    http: Awaited<ReturnType<typeof startHttp>>,
    given: string | undefined,
    from?: string,
  ) => {
    const headers = given === undefined ? {} : { 'x-request-id': given };
    const answer = await http.ask('/livez', { headers, ...(from === undefined ? {} : { from }) });
    return answer.headers['x-request-id'];
  };

  it('is in every reply, and another one each time', async () => {
    const http = await openHttp();
    const [first, second] = [await idOf(http, undefined), await idOf(http, undefined)];
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/);
    expect(second).not.toBe(first);
    const unknown = await http.ask('/api/there/is/no/such/call');
    expect(unknown.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-/);
  });

  it('is taken over from a trusted proxy alone, if it is short and safe', async () => {
    const http = await openHttp(PROXY);
    expect(await idOf(http, 'edge-0123.abc', '127.0.0.2')).toBe('edge-0123.abc');
    expect(await idOf(http, 'edge-0123.abc')).not.toBe('edge-0123.abc');
    for (const bad of ['short', 'x'.repeat(65), 'has a space in it', '{"level":"fatal"}'])
      expect(await idOf(http, bad, '127.0.0.2')).toMatch(/^[0-9a-f]{8}-/);
  });

  it('cannot be chosen twice, and two processes do not share ids', () => {
    const idsOf = (byte: number) =>
      createRequestIds({ bytes: (count) => new Uint8Array(count).fill(byte) }, () => true);
    const [ours, others] = [idsOf(1), idsOf(2)];
    const request = { headers: { 'x-request-id': ['one-1234', 'two-1234'] }, socket: {} } as never;
    expect([ours(request), ours(request), others(request)]).toEqual([
      '01010101-0',
      '01010101-1',
      '02020202-0',
    ]);
  });
});
