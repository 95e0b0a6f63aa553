import type { IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBalancer } from '../../../bench/cluster/balancer.ts';
import { parseConfig } from '../../../server/config/config.ts';
import { createMetricsAccess } from '../../../server/http/metrics-access.ts';
import { openHttp } from '../http-fixture.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** The launcher's balancer: it passes bytes on, so that each client looks like a program on this machine. */
async function behindBalancer(url: string): Promise<string> {
  const balancer = createBalancer([{ name: 'gateway 1', url, status: 'ready', missed: 0 }]);
  onTestFinished(() => balancer.close());
  return balancer.listen('127.0.0.1', 0);
}

const statusOf = async (url: string, init: RequestInit = {}) => (await fetch(`${url}/metrics`, init)).status;

describe('the metrics without a token', () => {
  it('are for programs on this machine, where nothing brings others in', async () => {
    const http = await openHttp();
    expect(await statusOf(http.url)).toBe(200);
  });

  it.each([
    ['TRUSTED_PROXIES', '127.0.0.1'],
    ['PUBLIC_ORIGIN', 'https://m.example.com'],
    ['ALLOWED_ORIGINS', 'https://m.example.com'],
  ])('are for nobody with %s: a balancer would bring everybody in', async (name, value) => {
    const http = await openHttp({ [name]: value });
    expect(await statusOf(await behindBalancer(http.url))).toBe(404);
    expect(await statusOf(http.url)).toBe(404);
  });

  it('are those of a feed and a dealer, which nobody visits, but of no gateway', () => {
    const local = { socket: { remoteAddress: '127.0.0.1' }, headers: { host: '127.0.0.1:8270' } };
    const read = parseConfig({});
    if (!read.ok) throw new Error(read.error);
    const { role: _, ...config } = read.value;
    const isOpen = (name: 'feed' | 'dealer' | 'gateway') =>
      createMetricsAccess({ ...config, role: { name } as typeof read.value.role })(local as IncomingMessage);
    expect([isOpen('feed'), isOpen('dealer'), isOpen('gateway')]).toEqual([true, true, false]);
  });
});

it('with a token the metrics are for who sends it, through a balancer too', async () => {
  const http = await openHttp({ METRICS_TOKEN: TOKEN, PUBLIC_ORIGIN: 'https://m.example.com' });
  for (const url of [http.url, await behindBalancer(http.url)]) {
    expect(await statusOf(url)).toBe(404);
    for (const wrong of ['', TOKEN.slice(1), `${TOKEN}0`, TOKEN.toUpperCase()])
      expect(await statusOf(url, bearer(wrong))).toBe(404);
    expect(await statusOf(url, { headers: { authorization: TOKEN } })).toBe(404);
    expect(await statusOf(url, bearer(TOKEN))).toBe(200);
  }
});

it.each(['short', `${TOKEN} `, 'ü'.repeat(40)])(
  'the token %j stops the start, and is not printed',
  (token) => {
    const read = parseConfig({ METRICS_TOKEN: token });
    expect(read.ok ? '' : read.error).toMatch(/^METRICS_TOKEN must be at least 32/);
    expect(read.ok ? '' : read.error).not.toContain(token);
  },
);
