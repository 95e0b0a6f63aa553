import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressFolder } from '../../../scripts/compress.ts';
import { type HttpFixture, startHttp } from '../http-fixture.ts';

/** A server whose settings name the labels of its API. */
let http: HttpFixture;
const dir = mkdtempSync(join(tmpdir(), 'pipstream-'));
beforeAll(async () => {
  writeFileSync(join(dir, 'index.html'), '<!doctype html>');
  await compressFolder(dir);
  const labels = { VITE_API_LABEL: 'gate', VITE_PC_API_LABEL: 'desk' };
  http = await startHttp(
    { PUBLIC_ORIGIN: 'https://m.example.com', ...labels },
    { web: { kind: 'built', dir } },
  );
});
afterAll(async () => {
  await http.stop();
  rmSync(dir, { recursive: true });
});

const LIST = '/v1/api/forex/trade_list';

it.each(['m.example.com', 'gate.example.com', 'desk.example.com:443'])(
  'answers calls and sockets of %s',
  async (host) => {
    expect((await http.ask(LIST, { headers: { host, lang: 'en' } })).status).toBe(200);
    (await http.socket({ host })).raw.terminate();
  },
);

it.each(['api.example.com', 'pcapi.example.com', 'example.com', 'gate.example.org'])(
  'refuses calls and sockets of %s',
  async (host) => {
    expect((await http.ask(LIST, { headers: { host, lang: 'en' } })).status).toBe(421);
    await expect(http.socket({ host })).rejects.toThrow('421');
  },
);

it('lets its pages ask those hosts, and open sockets to them, and no others', async () => {
  const { headers } = await http.ask('/', { headers: { host: 'm.example.com' } });
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toContain(
    "connect-src 'self' https://gate.example.com https://desk.example.com wss://gate.example.com wss://desk.example.com",
  );
  expect(policy).toContain("img-src 'self' data: blob: https://gate.example.com https://desk.example.com");
});
