import { describe, expect, it } from 'vitest';
import { apiOriginsOf, createHostCheck } from '../../../server/known-hosts.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { sharedHttp } from '../http-fixture.ts';

const LOCAL = ['127.0.0.1:8080', '192.168.1.20:8080', '[::1]:8080', '[fe80::1]', 'localhost', 'LocalHost:80'];
const MALFORMED = [
  '',
  'evil.com/127.0.0.1',
  '127.0.0.1@evil.com',
  '127.0.0.1.evil.com',
  '[::1].evil.com',
  '[x]',
];

const LABELS = ['api', 'pcapi'];
const beside = (origin: string) => createHostCheck([origin, ...apiOriginsOf(origin, LABELS)], '::');

describe('without a public origin', () => {
  const isKnown = createHostCheck(['https://other.example.org'], 'box.lan');

  it.each([...LOCAL, 'm.app.localhost:8080', 'box.lan', 'other.example.org'])('%s is known', (host) => {
    expect(isKnown(host)).toBe(true);
  });

  it('a request without a host is accepted: no browser sends one', () => {
    expect(isKnown(undefined)).toBe(true);
  });

  it.each([
    ...MALFORMED,
    'evil.com',
    'evil.com:8080',
    'localhost.evil.com',
    'a.other.example.org',
    'xlocalhost',
  ])('%j is not', (host) => {
    expect(isKnown(host)).toBe(false);
  });
});

describe('with a public origin', () => {
  const isKnown = beside('https://m.example.com');

  it.each([...LOCAL, 'm.example.com', 'M.example.com:443', 'api.example.com', 'pcapi.example.com'])(
    '%s is known',
    (host) => {
      expect(isKnown(host)).toBe(true);
    },
  );

  it.each([
    ...MALFORMED,
    'evil.com',
    'example.com',
    'm.example.com.evil.com',
    'm.example.com.',
    'mexample.com',
    'other.example.com',
    'a.api.example.com',
  ])('%j is not', (host) => {
    expect(isKnown(host)).toBe(false);
  });

  it('its API is unknown if it has no sub-domain', () => {
    expect(beside('https://example.com')('api.com')).toBe(false);
  });

  it('other names below the same hosting platform are unknown, and the labels of its API are a setting', () => {
    for (const other of ['evil.fly.dev', 'evil.name.fly.dev', 'fly.dev'])
      expect(beside('https://name.fly.dev')(other)).toBe(false);
    expect(apiOriginsOf('https://name.fly.dev:8443', ['name', 'name-pc'])).toEqual([
      'https://name.fly.dev:8443',
      'https://name-pc.fly.dev:8443',
    ]);
  });

  it('names of others below the same registry are unknown', () => {
    expect(beside('https://example.co.uk')('api.co.uk')).toBe(false);
    expect(beside('https://example.com.hk')('api.com.hk')).toBe(false);
    expect(beside('https://m.example.co.uk')('api.example.co.uk')).toBe(true);
  });

  it('an address, and a name below localhost, has no API beside it', () => {
    for (const origin of ['http://192.168.1.20:8080', 'http://[2001:db8::1]', 'http://m.app.localhost:8080'])
      expect(apiOriginsOf(origin, LABELS)).toEqual([]);
  });
});

describe('a request to a name of somebody else', () => {
  const http = sharedHttp();
  const evil = () => ({ host: `evil.com:${http.port}`, origin: `http://evil.com:${http.port}` });

  it.each([
    '/v1/api/forex/trade_list',
    '/api/user/createAccountDemoForU',
    '/healthz',
    '/logos/EURUSD.svg',
    '/x',
  ])('%s is refused', async (path) => {
    const answer = await http.ask(path, { headers: { ...evil(), lang: 'en' } });
    expect(answer).toMatchObject({ status: 421, code: CODE.badParameter, data: { field: 'host' } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('opens no socket', async () => {
    await expect(http.socket(evil())).rejects.toThrow('421');
  });

  it('is accepted under a name of this server', async () => {
    const host = `localhost:${http.port}`;
    const headers = { host, origin: `http://${host}` };
    expect((await http.ask('/v1/api/forex/trade_list', { headers })).status).toBe(200);
    (await http.socket(headers)).raw.terminate();
  });
});
