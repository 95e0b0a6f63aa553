import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CODE } from '../../../../shared/contract/codes.ts';
import { root } from '../../../architecture/sources.ts';
import { putDatabase } from '../../../helpers/data-folder.ts';
import { connectSource, SOURCE_TOKEN } from '../../../helpers/price-source.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { type HttpFixture, startHttp } from '../../http-fixture.ts';

const STALE_MS = 1_000;

/** The exchange with prices from outside; its port for sources is any free one. */
async function exchange(settings: Readonly<Record<string, string>> = {}) {
  const http = await startHttp({
    FEED: 'push',
    FEED_LISTEN: '127.0.0.1:0',
    FEED_TOKEN: SOURCE_TOKEN,
    FEED_STALE_MS: `${STALE_MS}`,
    ...settings,
  });
  onTestFinished(() => http.stop());
  const address = /ws:\/\/[\d.:]+\/v1\/feed/.exec(http.logged.join('\n'))?.[0] ?? '';
  return {
    http,
    address,
    connect: (source: string, token = SOURCE_TOKEN) => connectSource(address, source, token),
  };
}

const listed = async (http: HttpFixture, code: string) =>
  (await http.ask('/v1/api/forex/trade_list')).data.list.find((one: { Code: string }) => one.Code === code);

const order = (id: number, more: Readonly<Record<string, string | number>> = {}) => ({
  forex_id: id,
  type: 1,
  status: 1,
  cont: 0.01,
  multiple: 2,
  ...more,
});

describe('a source of prices', () => {
  it('is let in with its token, and is told the codes; another one is not', async () => {
    const { connect } = await exchange();
    const source = await connect('a');
    expect(JSON.parse(source.heard[0] ?? '')).toMatchObject({
      code: 1,
      codes: expect.arrayContaining(['BTCUSD']),
    });
    const stranger = await connect('a', 'b'.repeat(33));
    expect(stranger.heard).toEqual(['{"code":999}']);
    await stranger.closed;
    // Any one source: a second one with another name waits for the first to go.
    const second = await connect('b');
    expect(second.heard).toEqual(['{"code":999}']);
  });

  it('is answered to a ping, and told what was not taken, and how often', async () => {
    const { connect } = await exchange();
    const source = await connect('a');
    await source.ticks('BTCUSD', '60000.00');
    const now = Date.now();
    source.send({
      ticks: [
        ['NONE', '1', null, now],
        ['BTCUSD', '60000.001', null, now],
        ['BTCUSD', '6e4', null, now],
        ['BTCUSD', 60_000, null, now],
        ['BTCUSD', '60000', null, now - 60_000],
        ['BTCUSD', '60000', null, now + 60_000],
        ['BTCUSD', '99000', null, now],
        ['BTCUSD', '60000', null, now],
      ],
    });
    source.send('no frame');
    await expect.poll(source.refused, { timeout: 3_000 }).toHaveLength(1);
    const sums = source.refused().reduce((sum, one) => ({
      ...Object.fromEntries(Object.entries(one).map(([name, count]) => [name, count + (sum[name] ?? 0)])),
    }));
    expect(sums).toEqual({ unknown: 1, malformed: 4, old: 1, future: 1, held: 3, dropped: 1 });
    expect(source.heard).toContain('pong');
  });

  it('makes the price, and nobody else does: before its first ticks and after its last the market is stale', async () => {
    const { http, connect } = await exchange();
    expect(await listed(http, 'BTCUSD')).toMatchObject({
      MarketStatus: 0,
      Stale: 1,
      ForexQuotations: { Close: 0 },
    });
    const token = await http.enter();
    const id = await http.idOf('BTCUSD');
    const source = await connect('a');
    expect((await http.send(token, 'submitOrder', order(id))).data).toMatchObject({ reason: 'stale' });
    await source.ticks('BTCUSD', '60000.5');
    expect(await listed(http, 'BTCUSD')).toMatchObject({
      MarketStatus: 1,
      ForexQuotations: { Close: 60_000.5 },
    });
    const opened = await http.send(token, 'submitOrder', order(id));
    expect(opened.code).toBe(CODE.success);
    await expect.poll(async () => (await listed(http, 'BTCUSD')).MarketStatus, { timeout: 3_000 }).toBe(0);
    const refused = await http.send(token, 'submitOrder', order(id));
    expect([refused.code, refused.data]).toEqual([CODE.marketClosed, { reason: 'stale' }]);
  });

  it('lets a close wait for the next price, within its validity', async () => {
    const { http, connect } = await exchange();
    const token = await http.enter();
    const id = await http.idOf('BTCUSD');
    const source = await connect('a');
    await source.ticks('BTCUSD', '60000');
    const first = await http.send(token, 'submitOrder', order(id));
    const second = await http.send(token, 'submitOrder', order(id));
    await expect.poll(async () => (await listed(http, 'BTCUSD')).Stale, { timeout: 3_000 }).toBe(1);
    const seen = { seen_at: Date.now(), valid_ms: 2_000 };
    const late = await http.send(token, 'closeOrder', { id: first.data.Id, ...seen });
    expect([late.code, late.data]).toEqual([CODE.marketClosed, { reason: 'stale' }]);
    const waiting = http.send(token, 'closeOrder', {
      id: second.data.Id,
      seen_at: Date.now(),
      valid_ms: 10_000,
    });
    await setTimeout(200);
    source.tick('BTCUSD', '60001');
    expect((await waiting).data).toMatchObject({ UpdatePrice: 60_001 });
  });

  it('judges a stop at the first accepted price after a halt, not by what it sent meanwhile', async () => {
    const { http, connect } = await exchange({ FEED_STALE_MS: '20000' });
    const token = await http.enter();
    const id = await http.idOf('BTCUSD');
    const source = await connect('a');
    await source.ticks('BTCUSD', '60000');
    await http.send(token, 'submitOrder', order(id, { stop_loss_price: 59_990 }));
    source.send({ halt: ['BTCUSD'] });
    await expect.poll(async () => (await listed(http, 'BTCUSD')).Mode).toBe('halted');
    const halted = await http.send(token, 'submitOrder', order(id));
    expect([halted.code, halted.data]).toEqual([CODE.marketClosed, { reason: 'halted' }]);
    await source.ticks('BTCUSD', '59980');
    const holding = async () => (await http.send(token, 'getDeals', { status: 1, page: 1 })).data.data.length;
    expect(await holding()).toBe(1);
    source.send({ resume: ['BTCUSD'] });
    await source.ticks('BTCUSD', '59970');
    await expect.poll(holding).toBe(0);
    const closed = (await http.send(token, 'getDeals', { status: 3, page: 1 })).data.data[0];
    expect(closed).toMatchObject({ UpdatePrice: 59_970 });
  });

  it('a wild price touches no stop', async () => {
    const { http, connect } = await exchange({ FEED_STALE_MS: '20000' });
    const token = await http.enter();
    const id = await http.idOf('BTCUSD');
    const source = await connect('a');
    await source.ticks('BTCUSD', '60000');
    await http.send(token, 'submitOrder', order(id, { stop_loss_price: 50_000 }));
    source.tick('BTCUSD', '6000');
    source.tick('BTCUSD', '6000');
    await source.ticks('BTCUSD', '60001');
    expect((await http.send(token, 'getDeals', { status: 1, page: 1 })).data.data).toHaveLength(1);
    source.silence();
    const candles = (await http.ask(`/v1/api/forex/kline?forex_id=${id}&period=1min`)).data as number[][];
    expect(Math.min(...candles.map(([, , , low]) => low ?? 0))).toBe(60_000);
  });
});

describe('simulated prices', () => {
  it('are called so, and with SIMULATED_PRICES=refuse no real money is dealt at them', async () => {
    const http = await startHttp({ FEED: 'sim', FEED_HOURS: 'always', SIMULATED_PRICES: 'refuse' });
    onTestFinished(() => http.stop());
    expect((await http.ask('/api/basicSet/getBasicInfo')).data.simulated).toBe(1);
    const id = await http.idOf('BTCUSD');
    const refused = await http.send(await http.enterReal(), 'submitOrder', order(id));
    expect([refused.code, refused.data]).toEqual([CODE.marketClosed, { reason: 'simulated' }]);
    expect((await http.send(await http.enter(), 'submitOrder', order(id))).code).toBe(CODE.success);
    const deposit = { charge_id: 1, address: 'x', number: '10', proofImg: '/files/none.png' };
    const unpaid = await http.send(await http.enterReal(), 'submitCoinDeposit', deposit);
    expect([unpaid.code, unpaid.data]).toEqual([CODE.conflict, { reason: 'simulated' }]);
  });
});

it('a start whose address for sources is taken says so', async () => {
  const held = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void held.close());
  await once(held, 'listening');
  const { port } = held.address() as AddressInfo;
  await expect(exchange({ FEED_LISTEN: `127.0.0.1:${port}` })).rejects.toThrow(
    `Sources of prices can't connect at 127.0.0.1:${port} (EADDRINUSE)`,
  );
});

describe('two sources', () => {
  it('the second takes over within 2 s when the first is silent', async () => {
    const { http, connect } = await exchange({ FEED_SOURCES: 'a,b', FEED_STALE_MS: '10000' });
    const [a, b] = [await connect('a'), await connect('b')];
    await a.ticks('BTCUSD', '60000');
    a.silence();
    const from = Date.now();
    const close = async () => (await listed(http, 'BTCUSD')).ForexQuotations.Close;
    while ((await close()) !== 60_005 && Date.now() - from < 5_000) await b.ticks('BTCUSD', '60005', 20);
    expect(await close()).toBe(60_005);
    expect(Date.now() - from).toBeLessThan(2_000);
    expect(await listed(http, 'BTCUSD')).toMatchObject({ MarketStatus: 1 });
  });
});

describe('minutes of the past', () => {
  it('are taken where there are none, and are there after a restart, with what was seen, and no others', async () => {
    const dataDir = temporaryFolder();
    putDatabase(dataDir);
    const { http, connect } = await exchange({ DATA_DIR: dataDir });
    const id = await http.idOf('BTCUSD');
    const source = await connect('a');
    await source.ticks('BTCUSD', '60000');
    // That of the tick; further ones may begin meanwhile.
    let nowS = Number.POSITIVE_INFINITY;
    const chart = async (period = '1min', from = http) => {
      const answer = await from.ask(`/v1/api/forex/kline?forex_id=${id}&period=${period}`);
      return (answer.data as number[][]).filter(([time = 0]) => time <= nowS);
    };
    nowS = await vi.waitUntil(async () => (await chart())[0]?.[0]);
    const minute = (back: number, close: number) => [
      nowS - back * 60,
      '59000',
      `${close + 5}`,
      '58990.5',
      `${close}`,
      back,
    ];
    source.send({
      minutes: { BTCUSD: [minute(3, 59_001), minute(200, 59_002), [nowS, '1', '1', '1', '1', 1], ['x']] },
    });
    await expect.poll(async () => (await chart()).length).toBe(3);
    expect((await chart())[0]).toEqual([nowS - 12_000, 59_000, 59_007, 58_990.5, 59_002, 200]);
    source.send({ minutes: { BTCUSD: [minute(3, 1), minute(2, 59_003)] } });
    await expect.poll(async () => (await chart()).length).toBe(4);
    const seen = await chart();
    expect(seen[1]?.[4]).toBe(59_001);
    const hours = await chart('60min');
    expect(hours.map(([time]) => time)).toEqual([
      ...new Set(seen.map(([time = 0]) => time - (time % 3_600))),
    ]);
    await http.stop();
    const again = await startHttp({
      FEED: 'push',
      FEED_LISTEN: '127.0.0.1:0',
      FEED_TOKEN: SOURCE_TOKEN,
      DATA_DIR: dataDir,
    });
    onTestFinished(() => again.stop());
    expect(await chart('1min', again)).toEqual(seen);
    expect(await chart('60min', again)).toEqual(hours);
  });
});

describe('stored candles', () => {
  it('of a simulation are deleted when prices come from outside, and never continued by one afterwards', async () => {
    const dataDir = temporaryFolder();
    putDatabase(dataDir);
    const simulated = await startHttp({ FEED: 'sim', DATA_DIR: dataDir });
    const id = await simulated.idOf('BTCUSD');
    const chart = async (http: HttpFixture) =>
      (await http.ask(`/v1/api/forex/kline?forex_id=${id}&period=1min`)).data as number[][];
    expect((await chart(simulated)).length).toBeGreaterThan(100);
    await simulated.stop();
    const { http } = await exchange({ DATA_DIR: dataDir });
    expect(await chart(http)).toEqual([]);
    expect(http.logged.join()).toContain('The simulated candles are deleted');
    await http.stop();
    await expect(startHttp({ FEED: 'sim', DATA_DIR: dataDir })).rejects.toThrow('prices from outside');
  });
});

describe('the operator', () => {
  it('sees each source: its age, what was not taken, and what follows it', async () => {
    const { http, connect } = await exchange({ FEED_SOURCES: 'a,b' });
    const source = await connect('a');
    await source.ticks('BTCUSD', '60000');
    source.tick('BTCUSD', '90000');
    await expect
      .poll(() => http.operator.rows('feed', 'list'))
      .toMatchObject([
        { source: 'a', connected: true, followed_by: 1, ticks: 6, held: 3, dropped: 0 },
        { source: 'b', connected: false, age_s: null, followed_by: 0, ticks: 0 },
      ]);
  });
});

describe('the example of docs/prices.md', () => {
  it('is the program beside it, which sends a price each second', async () => {
    const file = join(root, 'docs/examples/source.mjs');
    expect(readFileSync(join(root, 'docs/prices.md'), 'utf8')).toContain(readFileSync(file, 'utf8'));
    const { http, address } = await exchange({ FEED_STALE_MS: '10000' });
    const example = spawn(process.execPath, [file], {
      env: { ...process.env, FEED_URL: address, FEED_TOKEN: SOURCE_TOKEN },
      stdio: 'ignore',
    });
    onTestFinished(() => void example.kill('SIGKILL'));
    const market = async () => (await listed(http, 'BTCUSD')).MarketStatus;
    await expect.poll(market, { timeout: 15_000 }).toBe(1);
  });
});
