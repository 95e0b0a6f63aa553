import { firstValueFrom, from, type Observable, type ObservableInput } from 'rxjs';
import { filter, take, toArray } from 'rxjs/operators';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../../server/config/config.ts';
import { startServer } from '../../server/start.ts';
import { HEADER, HEADER_LENGTH, POSITION, QUOTE, QUOTE_LENGTH } from '../../shared/bridge/market-frame.ts';
import type { CandleUpdate, Stream } from '../../shared/bridge/worker-api.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { price } from '../../shared/domain/price.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { volume } from '../../shared/domain/volume.ts';
import { ACK, type Acknowledged } from '../../worker/bridge/back-pressure.ts';
import { createEngine, type EngineHost } from '../../worker/engine.ts';
import { workerEnv } from '../../worker/env.ts';
import { dataFolder } from '../helpers/data-folder.ts';

async function openServer() {
  // A disk that is busy with other tests answers late.
  const config = parseConfig({
    PORT: '0',
    DATA_DIR: dataFolder(),
    FEED_SEED: '7',
    DATABASE_TIMEOUT_MS: '30000',
  });
  if (!config.ok) throw new Error(config.error);
  const server = await startServer(config.value);
  onTestFinished(() => server.stop());
  return server;
}

function openEngine(url: string): EngineHost {
  const engine = createEngine(workerEnv());
  engine.configure({
    apiBase: url,
    socketUrl: `${url.replace('http', 'ws')}/v1/ws`,
    language: 'en',
    token: null,
  });
  engine.start();
  onTestFinished(() => engine.pageEvent('pagehide'));
  return engine;
}

const first = <T>(stream: Stream<T>, accept: (value: T) => boolean): Promise<T> =>
  firstValueFrom((stream as Observable<T>).pipe(filter(accept)));

/** Collects frames, each acknowledged at once. */
function frameWith(engine: EngineHost, accept: (frame: Float64Array) => boolean): Promise<Float64Array> {
  return new Promise((resolve) => {
    const stream = engine.frames() as Acknowledged<Float64Array>;
    const subscription = stream.subscribe((frame) => {
      if (!accept(frame)) return stream[ACK](undefined);
      resolve(frame);
      queueMicrotask(() => subscription.unsubscribe());
    });
  });
}

async function listed(engine: EngineHost, code: string): Promise<Instrument> {
  const market = await first(engine.market(), (list) => list.status === 'ready');
  const one = market.status === 'ready' ? market.instruments.find((item) => item.code === code) : undefined;
  if (one === undefined) throw new Error(`${code} is not listed`);
  return one;
}

test('a visitor opens a demo account, buys, sees the profit tick, and finds the closed order in the history', async () => {
  const server = await openServer();
  const engine = openEngine(server.url);
  const bitcoin = await listed(engine, 'BTCUSD');
  engine.watch([bitcoin.id]);
  await first(engine.connection(), ({ status }) => status === 'live');
  const priced = await frameWith(engine, (frame) => (frame[HEADER_LENGTH + QUOTE.close] ?? 0) > 0);
  const seenPrice = price(priced[HEADER_LENGTH + QUOTE.close] ?? 0);

  const user = await engine.signInDemo();
  expect(user).toMatchObject({ ok: true, value: { isDemo: true } });
  await first(engine.working(), ({ status }) => status === 'ready');

  const opened = await engine.submitOrder(
    {
      cid: 'first-order-0001',
      instrumentId: bitcoin.id,
      side: 'buy',
      volume: volume(bitcoin.minVolume),
      multiple: bitcoin.multiples[0] ?? 1,
      kind: {
        type: 'market',
        seenPrice,
        deviationPoints: 1_000_000,
      },
    },
    timestampMs(Date.now()),
  );
  if (!opened.ok || opened.value.status !== 'open') throw new Error(JSON.stringify(opened));
  const position = opened.value;
  await first(engine.working(), (now) => now.status === 'ready' && now.positions.length === 1);
  const frame = await frameWith(
    engine,
    (now) => now[HEADER.positions] === 1 && !Number.isNaN(now[HEADER.equity]),
  );
  const row = HEADER_LENGTH + (frame[HEADER.quotes] ?? 0) * QUOTE_LENGTH;
  expect(frame[row + POSITION.id]).toBe(position.id);
  expect(frame[HEADER.equity]).toBe((frame[HEADER.balance] ?? 0) + (frame[row + POSITION.pnl] ?? 0));

  const stops = await engine.setStops(position.id, { stopLoss: price(Math.round(seenPrice / 2)) });
  expect(stops).toMatchObject({ ok: true, value: { stopLoss: Math.round(seenPrice / 2) } });

  const closing = first(engine.orderEvents(), ({ kind }) => kind === 'closed');
  const closed = await engine.closeOrder(position.id, 'first-close-0001', timestampMs(Date.now()));
  expect(closed).toMatchObject({ ok: true, value: { status: 'closed', reason: 'manual' } });
  expect(await closing).toEqual({ kind: 'closed', ids: [position.id] });
  await first(engine.working(), (now) => now.status === 'ready' && now.positions.length === 0);
  const history = await engine.history(1);
  expect(history).toMatchObject({ ok: true, value: { total: 1, orders: [{ id: position.id }] } });
});

test('candles of every period end at the live minute and go back to the beginning of history', async () => {
  const server = await openServer();
  const engine = openEngine(server.url);
  const bitcoin = await listed(engine, 'BTCUSD');
  for (const period of ['1min', '5min', '1day'] as const) {
    const updates = engine.candles(bitcoin.id, period) as ObservableInput<CandleUpdate>;
    const [reset, put] = await firstValueFrom(from(updates).pipe(take(2), toArray()));
    if (reset?.kind !== 'reset') throw new Error(JSON.stringify(reset));
    expect(reset.length).toBeGreaterThan(100);
    const times = reset.columns.subarray(0, reset.length);
    expect(times.every((time, at) => at === 0 || time > (times[at - 1] ?? 0))).toBe(true);
    if (put?.kind === 'put') expect(put.row[0]).toBeGreaterThanOrEqual(times.at(-1) ?? 0);
  }
});

test('a session that was left without telling the exchange can be ended beside the next one', async () => {
  const server = await openServer();
  const engine = openEngine(server.url);
  const signedIn = async (one: EngineHost) => {
    await one.signInDemo();
    const now = await first(one.session(), ({ status }) => status === 'signed-in');
    return now.status === 'signed-in' ? now.token : '';
  };
  const code = async (authorization: string) => {
    const answer = await fetch(`${server.url}/api/user/info`, { headers: { authorization } });
    return ((await answer.json()) as { readonly code: number }).code;
  };
  const [left, next] = [await signedIn(openEngine(server.url)), await signedIn(engine)];
  expect([await code(left), await code(next)]).toEqual([1, 1]);
  expect(await engine.lateLogout(left)).toEqual({ ok: true, value: true });
  expect([await code(left), await code(next)]).toEqual([999, 1]);
  expect(await engine.lateLogout(left)).toEqual({ ok: true, value: true });
  expect(await engine.refreshAccount()).toMatchObject({ ok: true });
});

test('signing out leaves no account data, and an order is then refused', async () => {
  const server = await openServer();
  const engine = openEngine(server.url);
  const bitcoin = await listed(engine, 'BTCUSD');
  await first(engine.connection(), ({ status }) => status === 'live');
  await engine.signInDemo();
  await first(engine.working(), ({ status }) => status === 'ready');
  await engine.signOut();
  expect(await first(engine.session(), () => true)).toEqual({ status: 'anonymous', because: 'signed-out' });
  expect(await first(engine.working(), () => true)).toEqual({ status: 'unknown' });
  const refused = await engine.submitOrder(
    {
      cid: 'after-sign-out-1',
      instrumentId: bitcoin.id,
      side: 'buy',
      volume: volume(bitcoin.minVolume),
      multiple: 1,
      kind: { type: 'pending', targetPrice: price(100) },
    },
    timestampMs(Date.now()),
  );
  expect(refused).toMatchObject({ ok: false, error: { code: 999 } });
});
