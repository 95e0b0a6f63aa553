import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compressFolder } from '../../../scripts/compress.ts';
import { serveBuiltApp } from '../../../server/http/web-built.ts';
import { createFirstPages } from '../../../server/page/first-page.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { price } from '../../../shared/domain/price.ts';
import type { Quote } from '../../../shared/domain/quote.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { ok } from '../../../shared/result.ts';
import { anInstrument } from '../../helpers/instruments.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const NOW = Date.UTC(2026, 2, 4, 10);
const PAGE =
  '<!doctype html><html><head><meta charset="utf-8" /></head><body><div id="first" aria-hidden="true"></div><i>outline</i></body></html>';
const OPENED = { 'sec-fetch-mode': 'navigate' };

const quote: Quote = {
  instrumentId: instrumentId(1),
  close: price(108_512),
  ask: price(108_520),
  open: price(108_400),
  marketOpen: true,
  time: timestampMs(NOW - 40),
};

interface Given {
  readonly instruments?: readonly Instrument[];
  readonly quoteOf?: (id: number) => Quote | undefined;
}

/** The page as a browser gets it. */
async function opened({ instruments = [anInstrument()], quoteOf = () => quote }: Given = {}) {
  const dir = temporaryFolder();
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'index.html'), PAGE);
  await compressFolder(dir);
  const clock = createManualClock(NOW);
  const asked: string[] = [];
  const server = Fastify({ exposeHeadRoutes: false });
  await serveBuiltApp(server, dir, {
    apiOrigins: [],
    firstPages: (page) =>
      createFirstPages({
        page,
        clock,
        market: {
          instruments: () => instruments,
          quote: quoteOf,
          sparkline: () => [
            [0, 108_400],
            [60, 108_500],
            [120, 108_450],
          ],
        },
        async run(name, language) {
          asked.push(`${name} ${language}`);
          return ok({ of: name, markup: '</script>' });
        },
      }),
  });
  onTestFinished(() => server.close());
  const get = (headers: Readonly<Record<string, string>> = OPENED, url = '/') =>
    server.inject({ url, headers });
  return {
    clock,
    asked,
    get,
    server,
    /** In a language, as the app's cookie names it. */
    async rowIn(language: Language) {
      const { body } = await get({ ...OPENED, cookie: `a=b; pipstream_language=${language}` });
      const [, rows = ''] = /<div id="first" aria-hidden="true">(.*)<\/div><i>/.exec(body) ?? [];
      return rows;
    },
  };
}

const dataIn = (body: string) => JSON.parse(/id="first-data">(.*?)<\/script>/.exec(body)?.[1] ?? '');
const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('the page with the first rows', () => {
  it('has code, name, price, change and chart of each instrument that has a price, ten at most', async () => {
    const instruments = Array.from({ length: 12 }, (_, at) =>
      anInstrument({ id: instrumentId(at + 1), showCode: `A${at}/USD` }),
    );
    const { get } = await opened({ instruments, quoteOf: (id) => (id === 2 ? undefined : quote) });
    const { body } = await get();
    expect(body.match(/class="first-row"/g)).toHaveLength(9);
    expect(body).toContain('A0/<wbr>USD');
    expect(body).not.toContain('A1/<wbr>USD');
    expect(body).not.toContain('A10/<wbr>USD');
    expect(body.match(/<path d="M-4 60L-4 54 0 54 52 4 104 29 108 29 108 60"/g)).toHaveLength(9);
    expect(dataIn(body).quotes).toHaveLength(9);
    expect(dataIn(body).quotes[0]).toEqual([1, 108_512, 108_400, 10, 1, NOW - 40, 0, 108_520]);
  });

  it('shows numbers and names as the app does in that language', async () => {
    const { rowIn } = await opened();
    expect(textOf(await rowIn('en'))).toBe('EUR/ USD Euro / US Dollar 1.08 512 +0.10%');
    expect(textOf(await rowIn('de'))).toBe('EUR/ USD Euro / US-Dollar 1,08 512 +0,10 %');
    expect(textOf(await rowIn('hk'))).toBe('EUR/ USD 歐元 / 美元 1.08 512 +0.10%');
    expect(await rowIn('en')).toContain('1.08<b>512</b>');
    expect(await rowIn('en')).toContain('data-tone="up"');
  });

  it('has no chart of a closed market', async () => {
    const { get } = await opened({ quoteOf: () => ({ ...quote, marketOpen: false }) });
    const { body } = await get();
    expect(body).toContain('quote-row" data-closed>');
    expect(body).not.toContain('<path');
  });

  it('carries its time, and what the app asks first, as data', async () => {
    const { get } = await opened();
    const { body } = await get();
    expect(body).toContain(`<meta name="first" content="${NOW} hk" /><meta charset="utf-8"`);
    const { answers } = dataIn(body);
    expect(Object.keys(answers)).toEqual(
      (['getTradeList', 'getCategories', 'getBasicInfo'] as const).map((name) => ROUTES[name].path),
    );
    expect(answers[ROUTES.getBasicInfo.path]).toEqual({
      code: 1,
      msg: '',
      data: { of: 'getBasicInfo', markup: '</script>' },
    });
  });

  it('leaves a long list to the app', async () => {
    const instruments = Array.from({ length: 41 }, (_, at) => anInstrument({ id: instrumentId(at + 1) }));
    const { asked, get } = await opened({ instruments });
    await get();
    expect(asked).toEqual(['getCategories hk', 'getBasicInfo hk']);
  });

  it('is made at most every 250 ms for a language', async () => {
    const { asked, clock, get, rowIn } = await opened();
    await Promise.all([get(), get()]);
    clock.advance(249);
    await get();
    expect(asked).toHaveLength(3);
    await rowIn('de');
    expect(asked).toHaveLength(6);
    clock.advance(1);
    await get();
    expect(asked).toHaveLength(9);
  });

  it('is kept by nobody, has the policy of the built page, and comes compressed', async () => {
    const { get } = await opened();
    const built = await get({});
    const { headers, body } = await get();
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.vary).toBe('accept-encoding, cookie, sec-fetch-mode');
    expect(headers.etag).toBeUndefined();
    expect(headers['content-security-policy']).toBe(built.headers['content-security-policy']);
    const br = await get({ ...OPENED, 'accept-encoding': 'gzip, br' });
    const gzip = await get({ ...OPENED, 'accept-encoding': 'gzip' });
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(String(brotliDecompressSync(br.rawPayload))).toBe(body);
    expect(String(gunzipSync(gzip.rawPayload))).toBe(body);
  });

  it('writes names as text', async () => {
    const { get } = await opened({ instruments: [anInstrument({ showCode: '<b>&"' })] });
    const { body } = await get();
    expect(body).toContain('&lt;b&gt;&amp;&quot;');
    expect(body).not.toContain('<b>&"');
  });
});

describe('the page without rows', () => {
  it.each([
    ['for a script, as the service worker is', {}, '/'],
    ['for another mode', { 'sec-fetch-mode': 'cors' }, '/'],
    ['behind a network that keeps pages', { ...OPENED, 'cdn-loop': 'example.net' }, '/'],
    ['on another screen', OPENED, '/trade'],
  ])('is given %s', async (_, headers, url) => {
    const { get, asked } = await opened();
    const answer = await get(headers, url);
    expect([answer.body, asked]).toEqual([PAGE, []]);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers.etag).toBeDefined();
  });

  it('is given while the usual markets are closed, and the app shows others first', async () => {
    const shut = anInstrument({ market: { status: 'closed', opensAt: timestampMs(NOW + 3_600_000) } });
    const { get } = await opened({ instruments: [shut, shut, anInstrument()] });
    expect((await get()).body).toBe(PAGE);
  });

  it('is given while no price is known', async () => {
    const { get } = await opened({ quoteOf: () => undefined });
    expect((await get()).body).toBe(PAGE);
  });

  it('is all that a page without a place for rows can be', async () => {
    const pages = createFirstPages({
      page: '<html></html>',
      clock: createManualClock(NOW),
      market: { instruments: () => [anInstrument()], quote: () => quote, sparkline: () => [] },
      run: async () => undefined,
    });
    expect(await pages.of('en')).toBeUndefined();
  });
});
