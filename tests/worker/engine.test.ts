import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { HEADER, HEADER_LENGTH, POSITION, POSITION_LENGTH } from '../../shared/bridge/market-frame.ts';
import type { CandleUpdate, MarketList, Sparkline, Vitals } from '../../shared/bridge/worker-api.ts';
import type { BasicInfo } from '../../shared/contract/site.ts';
import { instrumentId } from '../../shared/domain/instrument.ts';
import { orderId } from '../../shared/domain/order.ts';
import { createEngine } from '../../worker/engine.ts';
import { wireInstrument, wireOrder } from '../helpers/wire-rows.ts';
import {
  collect,
  collectFrames,
  marketFrame,
  openScripted,
  openSignedIn,
  STANDARD,
  trade,
} from './helpers/scripted-engine.ts';
import { createScriptedEnv } from './helpers/scripted-env.ts';

const EURUSD = instrumentId(1);
const MINUTE = 1_700_000_040;
const BASE = '/api/basicSet/getBasicInfo';

test('any call before configure is a bug and throws', () => {
  expect(() => createEngine(createScriptedEnv()).start()).toThrow('not configured');
});

test('the trade list goes to the page when it has changed, not each time it is loaded', async () => {
  const list = [wireInstrument(1, 'EURUSD'), wireInstrument(2, 'USDJPY')];
  const { engine } = await openScripted({
    answer: (url) => (url.pathname.endsWith('/trade_list') ? { list: [...list] } : undefined),
  });
  const lists = collect<MarketList>(engine.market() as never);
  const sizes = () => lists.map((one) => (one.status === 'ready' ? one.instruments.length : one.status));
  expect(sizes()).toEqual([2]);
  expect(await engine.refreshMarket()).toMatchObject({ ok: true });
  expect(sizes()).toEqual([2]);
  list.pop();
  await engine.refreshMarket();
  expect(sizes()).toEqual([2, 1]);
});

test('rates that are set while the app runs come with the time of their nights, and what is known stays', async () => {
  const listed = [wireInstrument(1, 'EURUSD')];
  let [list, time]: [readonly object[], object] = [listed, {}];
  const { engine } = await openScripted({
    answer: ({ pathname }) => {
      if (pathname.endsWith('/trade_list')) return { list };
      return pathname === BASE ? { ...(STANDARD[BASE] as object), ...time } : undefined;
    },
  });
  const times = collect<BasicInfo>(engine.baseData() as never);
  const timesOf = () => times.map(({ financingTime }) => financingTime);
  await engine.refreshMarket();
  expect(timesOf()).toEqual([undefined]);
  list = listed.map((one) => ({ ...one, LongRate: 3.6 }));
  time = { financing_time: '17:00 America/New_York' };
  await engine.refreshMarket();
  expect(timesOf()).toEqual([undefined, '17:00 America/New_York']);
});

describe('frames', () => {
  test('hold quotes, positions and totals of one moment, and wait for the page', async () => {
    const { env, engine } = await openSignedIn();
    engine.watch([EURUSD]);
    env.socket().say(trade(1, [wireOrder(2, 1)]));
    const { frames, acknowledge } = collectFrames(engine);
    for (let seq = 1; seq <= 50; seq++)
      env.socket().say(marketFrame(seq, env.now(), [1, 1.2 + seq / 10_000, 1.2, 1, env.now()]));
    expect(frames).toHaveLength(1);
    acknowledge();
    expect(frames).toHaveLength(2);
    const frame = frames[1] ?? new Float64Array();
    expect(frame[HEADER.equity]).toBe(100_500_000_000);
    expect(frame[HEADER.freeMargin]).toBe(99_300_000_000);
    expect(frame[HEADER.marginLevel]).toBe(837_500_00 / 100);
    expect(frame.at(-POSITION_LENGTH + POSITION.pnl)).toBe(500_000_000);
    acknowledge(frame.buffer);
    expect(frames).toHaveLength(2);
    env.socket().say(marketFrame(51, env.now(), [2, 1_900, 1_900, 1, env.now()]));
    expect(frames).toHaveLength(2);
    env.socket().say(marketFrame(52, env.now(), [1, 1.2, 1.2, 1, env.now()]));
    expect(frames[2]?.buffer).toBe(frame.buffer);
    expect(frames[2]?.[HEADER_LENGTH + 1]).toBe(120_000);
  });

  test.each([
    ['one position is', { Quantity: 1e9 }, 1.21, [1_000_000_000, Number.NaN]],
    ['all of them together are', {}, 60_001.2, [6e15, 6e15]],
  ] as const)('go on while %s beyond the range of money', async (_, terms, now, profits) => {
    const { env, engine } = await openSignedIn();
    engine.watch([EURUSD]);
    const { frames, acknowledge } = collectFrames(engine);
    env.socket().say(trade(1, [wireOrder(2, 1), wireOrder(3, 1, terms)]));
    env.socket().say(marketFrame(1, env.now(), [1, now, now, 1, env.now()]));
    acknowledge();
    const frame = frames.at(-1) ?? new Float64Array();
    expect([
      frame.at(-2 * POSITION_LENGTH + POSITION.pnl),
      frame.at(-POSITION_LENGTH + POSITION.pnl),
    ]).toEqual(profits);
    expect(frame[HEADER.balance]).toBe(100_000_000_000);
    expect(frame[HEADER.equity]).toBeNaN();
  });

  test('that the page never read count as waiting changes', async () => {
    const { env, engine } = await openScripted();
    env.socket().accept();
    engine.watch([EURUSD]);
    const vitals = collect<Vitals>(engine.vitals() as never);
    collectFrames(engine);
    env.advance(1_000);
    for (let seq = 1; seq <= 8; seq++)
      env.socket().say(marketFrame(seq, env.now(), [1, 1.2 + seq / 10_000, 1.2, 1, env.now()]));
    env.advance(1_000);
    expect(vitals[1]?.conflated).toBe(8);
  });
});

describe('candles', () => {
  const kline = (seq: number, ...row: number[]) => ({ topic: 'KLINE.EURUSD', seq, ts: 0, data: row });
  const times = (update: CandleUpdate | undefined) =>
    update?.kind === 'reset' ? [...update.columns.subarray(0, update.length)] : [];

  test('load, follow the live minute, load the seam after a reconnect, and prepend older pages', async () => {
    const held: number[][] = [[MINUTE, 1.2, 1.2, 1.2, 1.2, 3]];
    const { env, engine } = await openScripted({
      answer: (url) => {
        if (!url.pathname.endsWith('/kline')) return undefined;
        return url.searchParams.has('end') ? [[MINUTE - 600, 1, 1, 1, 1, 1]] : held;
      },
    });
    env.socket().accept();
    const updates = collect<CandleUpdate>(engine.candles(EURUSD, '1min') as never);
    env.socket().say(kline(1, MINUTE, 1.2, 1.3, 1.2, 1.3, 4));
    await env.settle();
    expect(updates.map(({ kind }) => kind)).toEqual(['reset', 'put']);
    expect(updates[1]).toEqual({
      kind: 'put',
      row: [MINUTE, 120_000, 130_000, 120_000, 130_000, 4],
      values: [],
    });

    env.socket().drop();
    env.advance(4_500);
    held.push([MINUTE + 60, 1.4, 1.4, 1.4, 1.4, 1], [MINUTE + 180, 1.5, 1.5, 1.5, 1.5, 1]);
    env.socket().accept();
    env.socket().say(kline(1, MINUTE + 180, 1.5, 1.5, 1.5, 1.5, 2));
    await env.settle();
    expect(times(updates[2])).toEqual([MINUTE, MINUTE + 60, MINUTE + 180]);
    expect(updates[3]).toMatchObject({
      kind: 'put',
      row: [MINUTE + 180, 150_000, 150_000, 150_000, 150_000, 2],
    });
    expect(await engine.olderCandles(EURUSD, '1min')).toEqual({ ok: true, value: { more: false } });
  });

  test('of an unknown instrument fail with its code, and recover from a network failure', async () => {
    let isThere = false;
    const { env, engine } = await openScripted({
      answer: (url) => {
        if (!url.pathname.endsWith('/kline')) return undefined;
        if (!isThere) throw new TypeError('no network');
        return [[MINUTE, 1, 1, 1, 1, 1]];
      },
    });
    expect(collect(engine.candles(instrumentId(99), '5min') as never)).toMatchObject([
      { kind: 'failed', code: 4004 },
    ]);
    const updates = collect<CandleUpdate>(engine.candles(EURUSD, '5min') as never);
    await env.settle();
    isThere = true;
    env.advance(10_000);
    await env.settle();
    expect(updates.map(({ kind }) => kind)).toEqual(['failed', 'reset']);
  });

  test('of one chart are loaded once for all subscribers, each with its own buffer', async () => {
    const { env, engine } = await openScripted({
      answer: (url) => (url.pathname.endsWith('/kline') ? [[MINUTE, 1, 1, 1, 1, 1]] : undefined),
    });
    const one = collect<CandleUpdate>(engine.candles(EURUSD, '1min') as never);
    await env.settle();
    const two = collect<CandleUpdate>(engine.candles(EURUSD, '1min') as never);
    expect(env.requests.filter((url) => url.pathname.endsWith('/kline'))).toHaveLength(1);
    const [a, b] = [one[0], two[0]];
    if (a?.kind !== 'reset' || b?.kind !== 'reset') throw new Error('no reset');
    expect(a.columns).toEqual(b.columns);
    expect(a.columns.buffer).not.toBe(b.columns.buffer);
  });
});

// spec: 7.49 9.5
test('sparklines load and are sent in batches of fifty, and get a new point each minute', async () => {
  const many = Array.from({ length: 70 }, (_, i) => wireInstrument(i + 1, `C${i + 1}`));
  const { env, engine } = await openScripted({
    answer: (url) => {
      if (url.pathname.endsWith('trade_list')) return { list: many };
      if (!url.pathname.endsWith('abbreviated_cache_kline')) return undefined;
      const ids = url.searchParams.get('forex_id')?.split(',') ?? [];
      return Object.fromEntries(ids.map((id) => [id, [[MINUTE, 1.5]]]));
    },
  });
  env.socket().accept();
  const lines = collect<readonly Sparkline[]>(engine.sparklines() as never);
  engine.watchSparklines(many.map(({ Id }) => instrumentId(Id)));
  env.advance(50);
  await env.settle();
  const batches = env.requests.filter((url) => url.pathname.endsWith('abbreviated_cache_kline'));
  expect(batches.map((url) => url.searchParams.get('forex_id')?.split(',').length)).toEqual([50, 20]);
  expect(lines.map(({ length }) => length)).toEqual([50, 20]);
  lines.length = 0;
  env.socket().say(marketFrame(1, env.now(), [1, 1.6, 1, 1, MINUTE * 1_000 + 59_999]));
  expect(lines).toEqual([]);
  env.socket().say(marketFrame(2, env.now(), [1, 1.7, 1, 1, MINUTE * 1_000 + 60_000]));
  expect(lines).toEqual([[{ id: 1, points: Float64Array.of(MINUTE, MINUTE + 60, 160_000, 170_000) }]]);
});

test('a sparkline has the newest sixty minutes of any answer', async () => {
  const hour = Array.from({ length: 70 }, (_, i) => [MINUTE + i * 60, 1 + i / 100]);
  const { env, engine } = await openScripted({
    answer: (url) => (url.pathname.endsWith('abbreviated_cache_kline') ? { 1: hour } : undefined),
  });
  env.socket().accept();
  const lines = collect<readonly Sparkline[]>(engine.sparklines() as never);
  engine.watchSparklines([EURUSD]);
  env.advance(50);
  await env.settle();
  const told = () => lines.at(-1)?.[0]?.points ?? new Float64Array();
  const ends = () => [0, 59, 60, 119].map((at) => told()[at]);
  expect([told().length, ...ends()]).toEqual([120, MINUTE + 600, MINUTE + 4_140, 110_000, 169_000]);
  env.socket().say(marketFrame(1, env.now(), [1, 2, 1, 1, (MINUTE + 4_200) * 1_000]));
  expect([told().length, ...ends()]).toEqual([120, MINUTE + 660, MINUTE + 4_200, 111_000, 200_000]);
});

test('what could not be loaded is there as soon as the connection is back', async () => {
  let isThere = false;
  const { env, engine } = await openScripted({
    token: 'stored',
    answer: () => {
      if (!isThere) throw new TypeError('no network');
      return undefined;
    },
  });
  const [lists, sessions] = [
    collect<MarketList>(engine.market() as never),
    collect(engine.session() as never),
  ];
  isThere = true;
  env.socket().accept();
  await env.settle();
  expect([lists.at(-1), sessions.at(-1)]).toMatchObject([{ status: 'ready' }, { status: 'signed-in' }]);
});

test('a new language reloads the lists in that language', async () => {
  const { env, engine } = await openScripted();
  env.requests.length = 0;
  engine.setLanguage('hk');
  await env.settle();
  expect(env.requests.map(({ pathname }) => pathname)).toEqual([
    '/v1/api/forex/trade_list',
    '/v1/api/forex/getCategories',
    '/api/basicSet/getBasicInfo',
  ]);
});

test('an error of the page is in the saved ring, and has no other effect', async () => {
  const { env, engine } = await openSignedIn();
  env.requests.length = 0;
  engine.pageRecord({ event: 'error', error: 'page', message: 'TypeError', place: 'app.js:1:2' });
  const saved = await engine.saveRecording('ring');
  if (!saved.ok || !(saved.value.file instanceof Blob)) throw new Error('not saved');
  const text = gunzipSync(Buffer.from(await saved.value.file.arrayBuffer())).toString();
  expect(text).toContain(
    '"kind":"page","event":"error","error":"page","message":"TypeError","place":"app.js:1:2"',
  );
  expect(env.requests).toEqual([]);
});

test('an offline phone sends no order', async () => {
  const { env, engine } = await openSignedIn();
  engine.pageEvent('offline');
  env.requests.length = 0;
  expect(await engine.cancelOrder(orderId(1))).toMatchObject({ ok: false, error: { code: -1 } });
  expect(env.requests).toEqual([]);
});

// spec: 4.17
test('heartbeat, back-off and the renewal of every topic recover the engine from a dead link', async () => {
  const { env } = await openSignedIn();
  const first = env.socket();
  env.advance(20_000);
  expect(first.sent.filter((text) => text === 'ping')).toHaveLength(3);
  expect(first.status).toBe('closed');
  env.advance(4_500);
  env.socket().accept();
  expect(env.sockets.filter(({ status }) => status === 'open')).toHaveLength(1);
  expect(
    env
      .socket()
      .commands()
      .map(({ cmd, topic }) => topic ?? cmd),
  ).toEqual(['login', 'DAY_MARKET']);
});
