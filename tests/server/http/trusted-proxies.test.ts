import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createProxyTrust, visitorAddress } from '../../../server/http/trusted-proxies.ts';
import { RATES } from '../../../server/rate-limit.ts';
import { openSocketServer } from '../../../server/socket/socket-server.ts';
import { START } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { type HttpFixture, startHttp } from '../http-fixture.ts';

const request = (peer: string, forwarded?: string) =>
  ({
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as IncomingMessage;

describe('the address of a visitor', () => {
  const PROXIES = ['10.0.0.0/8', '192.0.2.7', 'fd00::/8'];

  it.each<[string, string, string | undefined, string]>([
    ['asks directly', '203.0.113.5', undefined, '203.0.113.5'],
    ['asks directly and claims to be another', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['comes through a proxy', '10.1.2.3', '203.0.113.5', '203.0.113.5'],
    [
      'comes through a proxy and claims to be another',
      '10.1.2.3',
      '198.51.100.1, 203.0.113.5',
      '203.0.113.5',
    ],
    ['claims to be a proxy', '10.1.2.3', '198.51.100.1, 10.9.9.9, 203.0.113.5', '203.0.113.5'],
    ['comes through two proxies', '10.1.2.3', '203.0.113.5, 192.0.2.7', '203.0.113.5'],
    ['is a proxy itself', '10.1.2.3', undefined, '10.1.2.3'],
    ['comes through an empty header', '10.1.2.3', '', '10.1.2.3'],
    ['comes through a proxy over IPv6', 'fd00::1', '2001:db8::5', '2001:db8::5'],
    ['comes over a socket of both families', '::ffff:10.1.2.3', '203.0.113.5', '203.0.113.5'],
    ['has no readable address', '10.1.2.3', 'unknown', '10.1.2.3'],
    ['hides behind a name', '10.1.2.3', '203.0.113.5, _secret', '10.1.2.3'],
    ['is written with a port', '10.1.2.3', '203.0.113.5:50001', '203.0.113.5'],
    [
      'is written with a port behind two proxies',
      '10.1.2.3',
      '203.0.113.5:50001, 192.0.2.7:443',
      '203.0.113.5',
    ],
    ['is written in quotes', '10.1.2.3', '"203.0.113.5:50001"', '203.0.113.5'],
    ['is written in brackets', '10.1.2.3', '[2001:DB8::5]', '2001:db8::5'],
    ['is written in brackets with a port', '10.1.2.3', '"[2001:db8::5]:50001"', '2001:db8::5'],
    ['has a zone', '10.1.2.3', 'fe80::1%eth0', 'fe80::1'],
    ['has a port that is no number', '10.1.2.3', '203.0.113.5:x', '10.1.2.3'],
  ])('who %s', (_who, peer, forwarded, wanted) => {
    expect(visitorAddress(request(peer, forwarded), createProxyTrust(PROXIES))).toBe(wanted);
  });

  it.each([
    ['for=203.0.113.5', undefined, '203.0.113.5'],
    ['For="[2001:db8::5]:4711";proto=https', undefined, '2001:db8::5'],
    ['for=198.51.100.1, proto=http;for="203.0.113.5:47"', undefined, '203.0.113.5'],
    ['for="198.51.100.1, for=203.0.113.5', undefined, '203.0.113.5'],
    ['for=unknown', undefined, '10.1.2.3'],
    ['proto=https', undefined, '10.1.2.3'],
    ['for=203.0.113.5', '203.0.113.5', '203.0.113.5'],
    ['for=198.51.100.1', '203.0.113.5', '10.1.2.3'],
  ])('is read from Forwarded: %s, beside %s', (forwarded, listed, wanted) => {
    const both = {
      ...request('10.1.2.3', listed),
      headers: { ...request('10.1.2.3', listed).headers, forwarded },
    };
    expect(visitorAddress(both as IncomingMessage, createProxyTrust(PROXIES))).toBe(wanted);
  });
});

describe('the request limit', () => {
  let http: HttpFixture | undefined;
  afterEach(() => http?.stop());

  /** Uses up the allowance of one address, under the given name. @returns the status of one more, and of another name's */
  async function flood(settings: Readonly<Record<string, string>>) {
    // The time stands still, so no allowance returns meanwhile.
    http = await startHttp(settings, { clock: createManualClock(START) });
    const enter = (name: string) =>
      http?.ask('/api/user/createAccountDemoForU', { headers: { 'x-forwarded-for': name } });
    for (let i = 0; i < RATES.enter.burst; i++) expect((await enter('203.0.113.5'))?.status).toBe(200);
    return [(await enter('203.0.113.5'))?.status, (await enter('203.0.113.6'))?.status];
  }

  it('counts by connection without a trusted proxy, ignoring the header', async () => {
    expect(await flood({})).toEqual([429, 429]);
  });

  it('ignores a header from an untrusted sender', async () => {
    expect(await flood({ TRUSTED_PROXIES: '10.0.0.0/8' })).toEqual([429, 429]);
  });

  it('is separate for each visitor behind a trusted proxy', async () => {
    expect(await flood({ TRUSTED_PROXIES: '127.0.0.1' })).toEqual([429, 200]);
  });

  it('is one for an address with many ports, and ten times as wide for an IPv6 /48', async () => {
    http = await startHttp(
      { TRUSTED_PROXIES: '127.0.0.1', DEMO_ACCOUNTS_PER_ADDRESS: '2' },
      { clock: createManualClock(START) },
    );
    const enter = async (name: string) =>
      (await http?.ask('/api/user/createAccountDemoForU', { headers: { 'x-forwarded-for': name } }))?.status;
    const statuses = async (names: readonly string[]) => {
      const seen = [];
      for (const name of names) seen.push(await enter(name));
      return seen;
    };
    expect(await statuses(['203.0.113.5:1', '203.0.113.5:2', '203.0.113.5:3'])).toEqual([200, 200, 429]);
    const networks = Array.from({ length: 21 }, (_, i) => `2001:db8:0:${i.toString(16)}::1`);
    expect((await statuses(networks)).lastIndexOf(200)).toBe(19);
    expect(await enter('2001:db8:1::1')).toBe(200);
  });
});

describe('the socket limit', () => {
  /** Two sockets for each visitor. */
  async function openSockets(proxies: readonly string[]) {
    const http = await startHttp();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const isProxy = createProxyTrust(proxies);
    const sockets = openSocketServer(server, {
      market: http.market,
      exchange: http.exchange,
      accounts: http.accounts,
      chat: { onMessage: () => () => undefined },
      alerts: { onChange: () => () => undefined },
      clock: createManualClock(START),
      isAllowedOrigin: () => true,
      isKnownHost: () => true,
      isReady: () => true,
      isForOthers: () => false,
      visitorOf: (one: IncomingMessage) => visitorAddress(one, isProxy),
      maxPerVisitor: 2,
      security: { record: () => undefined },
      onFault: () => undefined,
    } as unknown as Parameters<typeof openSocketServer>[1]);
    const { port } = server.address() as AddressInfo;
    const opened: WebSocket[] = [];
    return {
      open: (name: string) =>
        new Promise<number | undefined>((resolve) => {
          const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/ws`, {
            headers: { 'x-forwarded-for': name },
          });
          socket.on('open', () => {
            opened.push(socket);
            resolve(101);
          });
          socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
          socket.on('error', () => undefined);
        }),
      async closeOne() {
        const socket = opened.pop();
        const closed = new Promise((resolve) => socket?.on('close', resolve));
        socket?.close();
        await closed;
      },
      async stop() {
        sockets.stop();
        for (const socket of opened) socket.terminate();
        server.close();
        await http.stop();
      },
    };
  }

  it('counts per visitor, and drops when a socket closes', async () => {
    const { open, closeOne, stop } = await openSockets([]);
    expect([await open('a'), await open('b'), await open('c')]).toEqual([101, 101, 429]);
    await closeOne();
    expect(await open('d')).toBe(101);
    await stop();
  });

  it('is separate for each visitor behind a trusted proxy', async () => {
    const { open, stop } = await openSockets(['127.0.0.1']);
    const names = ['203.0.113.5', '203.0.113.5', '203.0.113.5', '203.0.113.6'];
    const statuses = [];
    for (const name of names) statuses.push(await open(name));
    expect(statuses).toEqual([101, 101, 429, 101]);
    await stop();
  });
});
