import fc from 'fast-check';
import { firstValueFrom, type Observable } from 'rxjs';
import { filter } from 'rxjs/operators';
import { expect, it, onTestFinished } from 'vitest';
import { cut } from '../../../replay/cli/cut.ts';
import { jumpingClock } from '../../../replay/cli/jumping-clock.ts';
import { stateOf } from '../../../replay/fold/digested-state.ts';
import { createFold } from '../../../replay/fold/fold.ts';
import { createReader } from '../../../replay/fold/recording-reader.ts';
import { createReplay, type Replay, type ReplayOptions } from '../../../replay/play/replay.ts';
import { HEADER, HEADER_LENGTH, POSITION, QUOTE, QUOTE_LENGTH } from '../../../shared/bridge/market-frame.ts';
import type { ReplayState } from '../../../shared/bridge/recording.ts';
import type {
  CandleUpdate,
  ConnectionState,
  SessionState,
  WorkingOrders,
} from '../../../shared/bridge/worker-api.ts';
import { type InstrumentId, instrumentId } from '../../../shared/domain/instrument.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { orderId } from '../../../shared/domain/order.ts';
import type { WirePeriod } from '../../../shared/domain/period.ts';
import { priceFromWire } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { LOCAL_CODE } from '../../../shared/result.ts';
import { ACK, type Acknowledged } from '../../../worker/bridge/back-pressure.ts';
import { createEngine, type EngineHost } from '../../../worker/engine.ts';
import { awayFromReference, inOneGo, NAMES, viewerOf } from '../../helpers/indicator-viewer.ts';
import { madeText, opened } from '../cli/made.ts';
import { createScript, eventfulRecording, INSTRUMENTS, order, START_MS, sourceOf } from './replay-parts.ts';

const RECORDING = eventfulRecording();
const [EURUSD, BTCUSD] = [instrumentId(1), instrumentId(2)];
const SETTINGS = {
  apiBase: 'http://exchange.invalid',
  socketUrl: 'ws://exchange.invalid/v1/ws',
  language: 'en',
} as const;
const ALL = { atMs: 0, speed: 'max', isPaused: false } as const;

async function open(
  options: Pick<ReplayOptions, 'atMs' | 'speed' | 'isPaused' | 'stopAtMs'>,
  text = RECORDING,
) {
  const replay = await createReplay({ source: sourceOf(text), real: jumpingClock(), ...options });
  const engine = createEngine(replay.env);
  onTestFinished(replay.stop);
  engine.configure({ ...SETTINGS, token: 'any' });
  replay.follow(engine);
  return { replay, engine };
}

/** The state that a page would show now. */
function look(engine: EngineHost, ids: readonly InstrumentId[] = [EURUSD, BTCUSD]) {
  const shown = {
    frame: new Float64Array() as Float64Array,
    working: { status: 'unknown' } as WorkingOrders,
    links: [] as ConnectionState['status'][],
  };
  engine.watch(ids);
  const frames = engine.frames() as Acknowledged<Float64Array>;
  frames.subscribe((frame) => {
    shown.frame = frame;
    queueMicrotask(() => frames[ACK](undefined));
  });
  engine.working().subscribe({
    next(working) {
      shown.working = working;
    },
  });
  engine.connection().subscribe({ next: ({ status }) => void shown.links.push(status) });
  return shown;
}

/** A chart from its updates. */
function chart(engine: EngineHost, period: WirePeriod) {
  const rows = new Map<number, readonly number[]>();
  engine.candles(EURUSD, period).subscribe({
    next(update: CandleUpdate) {
      if (update.kind === 'put') rows.set(update.row[0], update.row);
      if (update.kind !== 'reset') return;
      rows.clear();
      for (let at = 0; at < update.length; at++) {
        const row = Array.from({ length: 6 }, (_, i) => update.columns[i * update.length + at] ?? 0);
        rows.set(row[0] ?? 0, row);
      }
    },
  });
  return () => [...rows.values()].sort(([a = 0], [b = 0]) => a - b);
}

const reached = (replay: Replay, status: ReplayState['status']) =>
  firstValueFrom((replay.states as Observable<ReplayState>).pipe(filter((state) => state.status === status)));
/** Waits until nothing runs any more. */
const settled = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** The recording's final state, or its state at a moment. */
function folded(untilMs?: number) {
  const fold = createFold();
  const reader = createReader({ fold, untilMs });
  reader.push(RECORDING);
  reader.end();
  return stateOf(fold);
}

function quotesOf(frame: Float64Array) {
  return INSTRUMENTS.map((_, row) => {
    const at = HEADER_LENGTH + row * QUOTE_LENGTH;
    return [frame[at + QUOTE.close], frame[at + QUOTE.open], frame[at + QUOTE.timeMs]];
  });
}

function wantedOf({ quotes, orders, account, candles }: ReturnType<typeof folded>) {
  return {
    quotes: INSTRUMENTS.map(({ Code, PricePrecision }) => {
      const [close = 0, open = 0, , time] = quotes[Code] ?? [];
      return [priceFromWire(close, PricePrecision), priceFromWire(open, PricePrecision), time];
    }),
    balance: moneyFromWire(account.balance ?? Number.NaN),
    orders: orders.map(({ Id }) => Id),
    chart: (period: WirePeriod) =>
      (candles['EURUSD']?.[period] ?? []).map(([time, ...rest]) => [
        time,
        ...rest.slice(0, 4).map((wire) => priceFromWire(wire, 5)),
        rest[4],
      ]),
  };
}

const idsOf = (working: WorkingOrders) =>
  working.status === 'ready'
    ? [...working.positions, ...working.pending].map(({ id }) => Number(id)).sort((a, b) => a - b)
    : undefined;

it.each([1, 100, 'max'] as const)(
  'the engine ends with the quotes, orders, balance and candles of the recording at speed %s',
  async (speed) => {
    const { replay, engine } = await open({ ...ALL, speed });
    const shown = look(engine);
    const [minutes, fives, hours] = [chart(engine, '1min'), chart(engine, '5min'), chart(engine, '60min')];
    engine.start();
    await reached(replay, 'ended');
    await settled();
    const wanted = wantedOf(folded());
    expect(quotesOf(shown.frame)).toEqual(wanted.quotes);
    expect(shown.frame[HEADER.balance]).toBe(wanted.balance);
    expect(idsOf(shown.working)).toEqual(wanted.orders);
    expect(wanted.orders).toEqual([2, 3]);
    expect(minutes()).toEqual(wanted.chart('1min'));
    expect(minutes().length).toBeGreaterThan(30);
    expect(fives()).toEqual(wanted.chart('5min'));
    expect(hours()).toEqual(wanted.chart('60min'));
  },
);

it('a chart with indicators has those of its candles', async () => {
  const { replay, engine } = await open(ALL);
  const viewer = viewerOf(engine.candles(EURUSD, '1min', NAMES));
  engine.start();
  await reached(replay, 'ended');
  await settled();
  expect(viewer.rows()).toEqual(wantedOf(folded()).chart('1min'));
  expect(viewer.values()).toEqual(inOneGo(viewer.rows()));
  expect(awayFromReference(viewer.rows(), viewer.values())).toEqual([]);
});

it.each([1, 100, 'max'] as const)(
  'the connection is lost and restored as recorded, and never stale, at speed %s',
  async (speed) => {
    const { replay, engine } = await open({ ...ALL, speed });
    const { links } = look(engine);
    const sessions: string[] = [];
    engine.session().subscribe({ next: ({ status }) => void sessions.push(status) });
    engine.start();
    await reached(replay, 'ended');
    expect(sessions).toEqual(['checking', 'signed-in']);
    expect(links).toEqual([
      'idle',
      'connecting',
      'live',
      'waiting',
      'connecting',
      'waiting',
      'connecting',
      'live',
    ]);
    expect(engine.counters()).toMatchObject({ malformedFrame: 0, malformedRow: 0, duplicate: 0, backlog: 0 });
  },
);

it.each([60_000, 123_000, 180_000])(
  'a part from %s ms on plays to the same end as the whole',
  async (fromMs) => {
    const part = await madeText(cut(opened(RECORDING), { fromMs, toMs: Number.POSITIVE_INFINITY }));
    const { replay, engine } = await open(ALL, part);
    const shown = look(engine);
    const minutes = chart(engine, '1min');
    engine.start();
    await reached(replay, 'ended');
    await settled();
    const wanted = wantedOf(folded());
    expect(quotesOf(shown.frame)).toEqual(wanted.quotes);
    expect(shown.frame[HEADER.balance]).toBe(wanted.balance);
    expect(idsOf(shown.working)).toEqual(wanted.orders);
    expect(minutes()).toEqual(wanted.chart('1min'));
  },
);

it.each([60_000, 95_000, 123_000, 180_000])(
  'paused at %s ms, the engine shows the recording’s state at that time',
  async (atMs) => {
    const { replay, engine } = await open({ atMs, speed: 1, isPaused: true });
    const shown = look(engine);
    const minutes = chart(engine, '1min');
    engine.start();
    expect(await reached(replay, 'paused')).toEqual({ status: 'paused', atMs, speed: 1 });
    await settled();
    // Without a connection, as then, only the requested account is shown.
    const isLost = atMs > 120_000 && atMs < 126_000;
    const wanted = wantedOf(folded(atMs));
    expect(shown.links.at(-1)).toBe(isLost ? 'connecting' : 'live');
    if (isLost) return;
    expect(quotesOf(shown.frame)).toEqual(wanted.quotes);
    expect(shown.frame[HEADER.balance]).toBe(wanted.balance);
    expect(idsOf(shown.working)).toEqual(wanted.orders);
    expect(minutes()).toEqual(wanted.chart('1min'));
  },
);

it('during a pause nothing goes stale, the clock stops, and every screen has what was recorded', async () => {
  const { replay, engine } = await open({ atMs: 60_000, speed: 1, isPaused: true });
  const shown = look(engine);
  engine.start();
  await reached(replay, 'paused');
  await settled();
  const now = engine.echo();
  const points = firstValueFrom(engine.sparklines() as Observable<readonly { readonly id: number }[]>);
  engine.watchSparklines([EURUSD]);
  expect(await points).toMatchObject([{ id: EURUSD }]);
  for (const none of [engine.history(1), engine.ask('getNews', { category: 1, page: 1 })])
    expect(await none).toMatchObject({ ok: false, error: { code: LOCAL_CODE.notRecorded } });
  expect(await engine.search('btc')).toMatchObject({ ok: true, value: [{ id: BTCUSD }] });
  expect(await firstValueFrom(engine.session() as Observable<SessionState>)).toMatchObject({
    user: { uid: 7 },
  });
  expect(engine.echo()).toBe(now);
  expect(shown.links.at(-1)).toBe('live');
  expect(shown.frame[HEADER_LENGTH + QUOTE.freshness]).toBe(0);
});

it('nothing can be ordered, closed, changed or sent', async () => {
  const { engine } = await open({ atMs: 60_000, speed: 1, isPaused: true });
  look(engine);
  engine.start();
  const refused = { ok: false, error: { code: 4009 } };
  const wanted = {
    cid: 'order-0001',
    instrumentId: EURUSD,
    side: 'buy',
    volume: volume(100),
    multiple: 100,
    kind: { type: 'pending', targetPrice: priceFromWire(1, 5) },
  } as const;
  await firstValueFrom(
    (engine.market() as Observable<{ readonly status: string }>).pipe(
      filter(({ status }) => status === 'ready'),
    ),
  );
  expect(await engine.submitOrder(wanted, timestampMs(0))).toMatchObject(refused);
  expect(await engine.closeOrder(orderId(1), 'close-0001', timestampMs(0))).toMatchObject(refused);
  expect(await engine.cancelOrder(orderId(2))).toMatchObject(refused);
  expect(await engine.resetDemo()).toMatchObject(refused);
  expect(await engine.ask('sendChat', { text: 'x' })).toMatchObject(refused);
});

it('a step goes to the next recorded frame, and playing continues', async () => {
  const { replay, engine } = await open({ atMs: 60_000, speed: 1, isPaused: true });
  const shown = look(engine);
  engine.start();
  await reached(replay, 'paused');
  replay.steer({ kind: 'step' });
  await settled();
  expect(replay.player.state$.value).toEqual({ status: 'paused', atMs: 60_250, speed: 1 });
  expect(quotesOf(shown.frame)).toEqual(wantedOf(folded(60_250)).quotes);
  replay.steer({ kind: 'speed', speed: 'max' });
  replay.steer({ kind: 'play' });
  expect(await reached(replay, 'ended')).toEqual({ status: 'ended', atMs: 200_000, speed: 'max' });
});

/** A recording whose connection is also silent for a quarter of a minute. */
function silentRecording(): string {
  const isSilent = ({ at, kind }: { readonly at: number; readonly kind: string }) =>
    kind === 'in' && at > 60_000 && at < 75_000;
  const [header, ...records] = RECORDING.trimEnd().split('\n');
  return `${[header, ...records.filter((line) => !isSilent(JSON.parse(line)))].join('\n')}\n`;
}

/** What the app shows of the connection, and of the first price, at a moment that is reached in one of two ways. */
async function shownAt(text: string, atMs: number, way: 'played' | 'jumped') {
  const { replay, engine } =
    way === 'jumped'
      ? await open({ atMs, speed: 1, isPaused: true }, text)
      : await open({ ...ALL, stopAtMs: atMs }, text);
  const shown = look(engine);
  // The page may say it when its calls were answered.
  if (way === 'jumped') await settled();
  engine.start();
  expect(await reached(replay, 'paused')).toMatchObject({ atMs });
  await settled();
  return { link: shown.links.at(-1), fresh: shown.frame[HEADER_LENGTH + QUOTE.freshness] };
}

it('the connection and the age of prices are the same at a moment that was played to and jumped to', async () => {
  const text = silentRecording();
  const moments = fc.oneof(
    fc.integer({ min: 1, max: 199_000 }),
    // Around the silence, and around the loss.
    fc.integer({ min: 60_000, max: 76_000 }),
    fc.integer({ min: 119_000, max: 135_000 }),
  );
  await fc.assert(
    fc.asyncProperty(moments, async (atMs) => {
      expect(await shownAt(text, atMs, 'jumped')).toEqual(await shownAt(text, atMs, 'played'));
    }),
    {
      numRuns: 60,
      examples: [62_900, 63_001, 63_600, 70_100, 75_010, 120_010, 120_900, 124_000, 126_200, 128_999].map(
        (at): [number] => [at],
      ),
    },
  );
});

/** As the wire has it. */
const CLOSED = 0;

/** All markets are closed: only heartbeats come. From 60 s on they are missing, at 80 s the app gives the link up. */
function deadLink(late = 0): string {
  const script = createScript();
  const rows = INSTRUMENTS.map(({ Id }) => [Id, 1.1, 1.09, CLOSED, START_MS - 3_600_000]);
  script.http(1, '/v1/api/forex/trade_list', {
    list: INSTRUMENTS.map((one) => ({ ...one, MarketStatus: CLOSED })),
  });
  script.open(20);
  script.sub(21, 'DAY_MARKET');
  script.data(40, 'DAY_MARKET', rows);
  for (let at = 5_020; at < 80_000; at += 5_000) {
    script.add(at + late, { kind: 'out', text: 'ping' });
    if (at < 61_000) script.add(at + 50, { kind: 'in', text: 'pong' });
  }
  script.add(80_020 + late, { kind: 'close' });
  script.add(95_000, { kind: 'command', name: 'mark', args: [''] });
  return script.text();
}

it.each([0, 7])(
  'a link that went silent is shown as the app showed it, with timers %s ms late',
  async (late) => {
    const text = deadLink(late);
    // Heard at 60.07 s for the last time: delayed when a heartbeat and three seconds are over.
    const shown = { 30000: 'live', 67900: 'live', 68200: 'stale', 79900: 'stale', 80100: 'waiting' } as const;
    for (const [at, link] of Object.entries(shown))
      for (const way of ['played', 'jumped'] as const)
        expect([at, way, await shownAt(text, Number(at), way)]).toEqual([
          at,
          way,
          expect.objectContaining({ link }),
        ]);
  },
);

it('an app that was asleep sent no pings: its link does not count as lost', async () => {
  const awake = deadLink()
    .split('\n')
    .filter((line) => !/"at":(6|7|8)\d{4}.*(ping|close)/.test(line));
  for (const way of ['played', 'jumped'] as const)
    expect((await shownAt(awake.join('\n'), 94_000, way)).link).not.toMatch(/waiting|connecting/);
});

it('on each connection the engine subscribes once, and to orders again when the recording did', async () => {
  const replay = await createReplay({ source: sourceOf(RECORDING), real: jumpingClock(), ...ALL });
  const said: string[] = [];
  const engine = createEngine({
    ...replay.env,
    openSocket(url, handlers) {
      const link = replay.env.openSocket(url, handlers);
      return {
        close: link.close,
        send(text) {
          said.push(text);
          link.send(text);
        },
      };
    },
  });
  engine.configure({ ...SETTINGS, token: 'any' });
  engine.start();
  await reached(replay, 'ended');
  const commands = said.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text));
  const count = (topic: string) => commands.filter((one) => one.cmd === 'sub' && one.topic === topic).length;
  expect(['DAY_MARKET', 'FOREX_TRADE', 'FOREX_CLOSED'].map(count)).toEqual([2, 3, 2]);
});

it('a call that begins with a timer is answered before the time advances, at any speed', async () => {
  const { env, states } = await createReplay({ source: sourceOf(RECORDING), real: jumpingClock(), ...ALL });
  const times: number[] = [];
  env.after(30_100, async () => {
    times.push(env.now());
    for (let turn = 0; turn < 20; turn++) await undefined;
    const answer = await env.fetch('http://exchange.invalid/v1/api/forex/trade_list');
    await answer.text();
    times.push(env.now());
  });
  await env.fetch('http://exchange.invalid/v1/api/forex/trade_list').then((answer) => answer.text());
  await firstValueFrom((states as Observable<ReplayState>).pipe(filter(({ status }) => status === 'ended')));
  expect(times).toEqual([START_MS + 30_100, START_MS + 30_100]);
});

it('a call that was aborted before its answer was recorded does not stop the clock', async () => {
  const replay = await createReplay({ source: sourceOf(RECORDING), real: jumpingClock(), ...ALL });
  onTestFinished(replay.stop);
  const abort = new AbortController();
  const call = 'http://exchange.invalid/v1/api/forex/kline?forex_id=1&period=1min&limit=500';
  const asked = replay.env.fetch(call, { signal: abort.signal });
  await replay.player.ready;
  await undefined;
  abort.abort();
  await expect(asked).rejects.toThrow('aborted');
  expect(await reached(replay, 'ended')).toMatchObject({ atMs: 200_000 });
});

it('a recorded login signs in again here', async () => {
  const script = createScript();
  script.http(1, '/v1/api/forex/trade_list', { list: INSTRUMENTS });
  script.open(5);
  const trade = { orders: [order(1, 1)], account: { balance: 1, lock_balance: 0 } };
  script.sub(10, 'FOREX_TRADE');
  script.data(20, 'FOREX_TRADE', trade);
  script.add(5_000, { kind: 'command', name: 'signOut', args: [] });
  script.sub(9_000, 'FOREX_TRADE');
  script.data(9_020, 'FOREX_TRADE', { ...trade, orders: [order(7, 1)] });
  script.add(12_000, { kind: 'command', name: 'mark', args: ['end'] });
  const { replay, engine } = await open(ALL, script.text());
  const sessions: string[] = [];
  engine.session().subscribe({ next: ({ status }) => void sessions.push(status) });
  const shown = look(engine);
  engine.start();
  await reached(replay, 'ended');
  await settled();
  expect(sessions).toEqual(['checking', 'signed-in', 'anonymous', 'signed-in']);
  expect(idsOf(shown.working)).toEqual([7]);
});

it('there is no network: another socket path fails, another server is not found', async () => {
  const { env } = await createReplay({
    source: sourceOf(RECORDING),
    real: jumpingClock(),
    ...ALL,
    isPaused: true,
  });
  const code = await new Promise((closed) => {
    env.openSocket('ws://exchange.invalid/other', { opened() {}, message() {}, closed });
  });
  expect(code).toBe(1006);
  const answer = await env.fetch('https://elsewhere.invalid/whatever');
  expect(answer.status).toBe(404);
});

it('an invalid file fails, and shows nothing', async () => {
  const { replay, engine } = await open(ALL, 'garbage');
  const shown = look(engine);
  engine.start();
  expect(await reached(replay, 'failed')).toMatchObject({ line: 1 });
  await settled();
  expect(shown.links.at(-1)).toBe('waiting');
  expect(await engine.search('eur')).toMatchObject({ ok: false });
});

it.each([0, 100, 30_000])('the categories have their recorded names when entered at %i ms', async (atMs) => {
  const script = createScript();
  script.http(1, '/v1/api/forex/trade_list', { list: INSTRUMENTS });
  script.open(5);
  script.sub(10, 'DAY_MARKET');
  script.http(7_000, '/v1/api/forex/getCategories', [{ Id: 1, NameShowTrans: 'Forex' }]);
  script.add(60_000, { kind: 'command', name: 'mark', args: ['end'] });
  const { engine } = await open({ atMs, speed: 1, isPaused: atMs > 0 }, script.text());
  engine.start();
  const lists = engine.market() as Observable<{ readonly status: string }>;
  expect(await firstValueFrom(lists.pipe(filter(({ status }) => status === 'ready')))).toMatchObject({
    categories: [{ id: 1, name: 'Forex' }],
  });
});

it('a recording with two prices shows both, and values a sell by the ask', async () => {
  const script = createScript();
  const base = {
    service_link: '',
    service_link_type: 1,
    verify_reg_type: 1,
    trade_fee_type: 1,
    area_codes: [],
  };
  script.open(0);
  script.http(5, '/api/basicSet/getBasicInfo', { ...base, two_prices: 1 });
  script.http(10, '/v1/api/forex/trade_list', { list: INSTRUMENTS });
  script.out(20, { cmd: 'sub', topic: 'DAY_MARKET', params: { ask: 1 } });
  script.data(30, 'DAY_MARKET', [[1, 1.1, 1.1, 1, START_MS]]);
  script.sub(40, 'FOREX_TRADE');
  const account = { balance: 1_000, lock_balance: 0 };
  script.data(50, 'FOREX_TRADE', { orders: [order(7, 1, { OrderType: 2, OriginPrice: 1.2 })], account });
  script.data(9_000, 'DAY_MARKET', [[1, 1.2, 1.1, 1, START_MS + 9_000, 1.2003]]);
  const { replay, engine } = await open(ALL, script.text());
  const shown = look(engine, [EURUSD]);
  engine.start();
  await reached(replay, 'ended');
  await settled();
  expect([shown.frame[HEADER_LENGTH + QUOTE.close], shown.frame[HEADER_LENGTH + QUOTE.ask]]).toEqual([
    120_000, 120_030,
  ]);
  const position = HEADER_LENGTH + QUOTE_LENGTH;
  expect(shown.frame[position + POSITION.price]).toBe(120_030);
});
