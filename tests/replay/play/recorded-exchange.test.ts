import { expect, it } from 'vitest';
import { parseEntry, type RecordEntry } from '../../../replay/format/format.ts';
import type { Answer } from '../../../replay/play/answers.ts';
import { createRecordedExchange } from '../../../replay/play/recorded-exchange.ts';
import { redactBody } from '../../../replay/record/redact.ts';
import { LOCAL_CODE } from '../../../shared/result.ts';
import { wireInstrument } from '../../helpers/wire-rows.ts';
import { AHEAD_MS, createScript, eventfulRecording, order, START_MS } from './replay-parts.ts';

const entriesOf = (text: string): readonly RecordEntry[] => text.trim().split('\n').slice(1).map(parseEntry);

/** An exchange that plays given records, and the clients that a test connects. */
function openExchange() {
  let at = 0;
  let isMoving = false;
  const exchange = createRecordedExchange(
    () => at,
    () => isMoving,
  );
  exchange.startAt(START_MS);
  return {
    exchange,
    play(entries: readonly RecordEntry[]) {
      for (const entry of entries) {
        at = entry.at;
        exchange.take(entry);
      }
    },
    /** From now on the time goes on by itself, or not. */
    move(moves: boolean) {
      isMoving = moves;
      exchange.moved();
    },
    connect() {
      const heard: string[] = [];
      const closed: number[] = [];
      const client = exchange.connect({
        send: (text) => heard.push(text),
        close: (code) => closed.push(code),
      });
      const say = (frame: unknown) =>
        client?.receive(typeof frame === 'string' ? frame : JSON.stringify(frame));
      /** The frames since the last call. */
      const news = () => heard.splice(0).map((text) => (text.startsWith('{') ? JSON.parse(text) : text));
      return { client, closed, say, news, texts: () => heard.splice(0) };
    },
    ask(path: string, query: Readonly<Record<string, string>> = {}, method: 'GET' | 'POST' = 'GET') {
      let answer: Answer | undefined;
      exchange.ask({ method, path, query }, (given) => {
        answer = given;
      });
      return answer?.body;
    },
  };
}

const NOT_RECORDED = { code: LOCAL_CODE.notRecorded, msg: '', data: null };
const sub = (topic: string) => ({ cmd: 'sub', topic });
const ack = (cmd: string, topic = '', code = 1) => ({ cmd, topic, code, msg: '' });

it('a topic begins with a snapshot of the current state and continues with the recorded frames under its own numbers', () => {
  const { play, connect } = openExchange();
  const script = createScript();
  script.sub(0, 'DAY_MARKET');
  script.data(10, 'DAY_MARKET', [[1, 1.5, 1.4, 1, 7]]);
  script.data(20, 'DAY_MARKET', [[2, 2.5, 2.4, 1, 8]]);
  play(entriesOf(script.text()));
  const { say, news, texts } = connect();
  say(sub('DAY_MARKET'));
  expect(news()).toEqual([
    ack('sub', 'DAY_MARKET'),
    {
      topic: 'DAY_MARKET',
      seq: 1,
      ts: START_MS + AHEAD_MS,
      data: [
        [1, 1.5, 1.4, 1, 7],
        [2, 2.5, 2.4, 1, 8],
      ],
    },
  ]);
  const text = '{"topic":"DAY_MARKET","seq":3,"ts":1700000000001,"data":[[1,1.50,1.4,1,9]]}';
  play([{ at: 30, kind: 'in', text }]);
  expect(texts()).toEqual(['{"topic":"DAY_MARKET","seq":2,"ts":1700000000001,"data":[[1,1.50,1.4,1,9]]}']);
  say({ cmd: 'unsub', topic: 'DAY_MARKET' });
  play([{ at: 40, kind: 'in', text: text.replace('"seq":3', '"seq":4') }]);
  expect(news()).toEqual([ack('unsub', 'DAY_MARKET')]);
});

it('rows have the ask for clients that asked for it, and the list has it', () => {
  const { play, connect, ask } = openExchange();
  const script = createScript();
  script.http(0, '/v1/api/forex/trade_list', {
    list: [wireInstrument(1, 'EURUSD'), wireInstrument(2, 'XAUUSD', 2)],
  });
  script.sub(0, 'DAY_MARKET');
  script.data(10, 'DAY_MARKET', [
    [1, 1.5, 1.4, 1, 7, 1.5001],
    [2, 2.5, 2.4, 1, 8],
  ]);
  play(entriesOf(script.text()));
  const [both, one] = [connect(), connect()];
  both.say({ ...sub('DAY_MARKET'), params: { ask: 1 } });
  one.say(sub('DAY_MARKET'));
  const text = '{"topic":"DAY_MARKET","seq":2,"ts":1700000000001,"data":[[1,1.50,1.4,1,9,1.51],[2,1,1,1,9]]}';
  play([{ at: 30, kind: 'in', text }]);
  const rows = (client: typeof both) => client.news().flatMap(({ data }) => (data ? [data] : []));
  const second = [2, 2.5, 2.4, 1, 8];
  expect(rows(both)).toEqual([
    [[1, 1.5, 1.4, 1, 7, 1.5001], second],
    [
      [1, 1.5, 1.4, 1, 9, 1.51],
      [2, 1, 1, 1, 9],
    ],
  ]);
  expect(rows(one)).toEqual([
    [[1, 1.5, 1.4, 1, 7], second],
    [
      [1, 1.5, 1.4, 1, 9],
      [2, 1, 1, 1, 9],
    ],
  ]);
  const list = ask('/v1/api/forex/trade_list')?.data as { list: { ForexQuotations: object }[] };
  expect(list.list.map(({ ForexQuotations }) => ForexQuotations)).toMatchObject([
    { Ask: 1.51 },
    { Close: 1 },
  ]);
  expect(list.list[1]?.ForexQuotations).not.toHaveProperty('Ask');
});

it('frames that the recording engine dropped are not sent', () => {
  const { play, connect } = openExchange();
  const { say, news } = connect();
  say(sub('DAY_MARKET'));
  const script = createScript();
  script.sub(0, 'DAY_MARKET');
  script.data(10, 'DAY_MARKET', [[1, 1.5, 1.4, 1, 7]]);
  script.data(20, 'DAY_MARKET', [[1, 9.9, 1.4, 1, 8]], 5);
  play(entriesOf(script.text()));
  expect(news().map(({ seq, data }) => [seq, data?.[0]?.[1]])).toEqual([
    [undefined, undefined],
    [1, 1.5],
  ]);
});

it('pings are answered, private topics require a login, and unknown topics are refused', () => {
  const { play, connect } = openExchange();
  play(entriesOf(eventfulRecording()).filter(({ at }) => at <= 60_000));
  const { say, news, closed } = connect();
  say('ping');
  say(sub('FOREX_TRADE'));
  say(sub('KLINE.NOTHING'));
  say(sub('WEATHER'));
  expect(news()).toEqual([
    'pong',
    ack('sub', 'FOREX_TRADE', 999),
    ack('sub', 'KLINE.NOTHING', 4000),
    ack('sub', 'WEATHER', 4000),
  ]);
  say({ cmd: 'login', params: { token: 'any' } });
  for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED', 'CHAT', 'KLINE.EURUSD']) say(sub(topic));
  const [login, , trade, , closedOnes, , chat, , minute] = news();
  expect(login).toEqual(ack('login'));
  expect(trade.data).toEqual({
    orders: [order(1, 1), order(2, 1)],
    account: { balance: 1_000, lock_balance: 110 },
  });
  expect([closedOnes.data, chat.data]).toEqual([{ ids: [] }, { messages: [] }]);
  expect(minute).toMatchObject({
    topic: 'KLINE.EURUSD',
    seq: 1,
    data: [START_MS / 1000 + 60, {}, {}, {}, {}, {}].map(() => expect.any(Number)),
  });
  say('no JSON');
  expect(closed).toEqual([1008]);
});

it('a recorded loss of the connection closes the sockets, and refuses new ones until it is back', () => {
  const { play, connect, exchange } = openExchange();
  const entries = entriesOf(eventfulRecording());
  play(entries.filter(({ at }) => at < 120_000));
  const before = connect();
  play(entries.filter(({ at }) => at >= 120_000 && at < 126_000));
  expect(before.closed).toEqual([1006]);
  expect([exchange.isUp(), connect().client]).toEqual([false, undefined]);
  let isBack = false;
  exchange.whenUp(() => {
    isBack = true;
  });
  play(entries.filter(({ at }) => at >= 126_000));
  expect([isBack, exchange.isUp()]).toEqual([true, true]);
});

it('a snapshot in the recording is sent after a gap, so that a client requests its own', () => {
  const { play, connect } = openExchange();
  const script = createScript();
  script.sub(0, 'FOREX_TRADE');
  script.data(10, 'FOREX_TRADE', { orders: [order(1, 1)], account: { balance: 5, lock_balance: 0 } });
  play(entriesOf(script.text()));
  const { say, news } = connect();
  say({ cmd: 'login', params: { token: 'any' } });
  say(sub('FOREX_TRADE'));
  news();
  script.out(20, { cmd: 'unsub', topic: 'FOREX_TRADE' });
  script.in(21, { cmd: 'unsub', topic: 'FOREX_TRADE', code: 1, msg: '' });
  script.sub(22, 'FOREX_TRADE');
  script.data(33, 'FOREX_TRADE', { orders: [], account: { balance: 6, lock_balance: 0 } });
  play(entriesOf(script.text()).slice(3));
  expect(news()).toMatchObject([{ topic: 'FOREX_TRADE', seq: 3 }]);
  say(sub('FOREX_TRADE'));
  expect(news()[1]).toMatchObject({ seq: 4, data: { orders: [], account: { balance: 6 } } });
});

it('a recorded logout also ends the session here, and calls of a session end with 999', () => {
  const { play, connect, exchange, ask } = openExchange();
  exchange.expectAccount();
  play(entriesOf(eventfulRecording()).filter(({ at }) => at <= 60_000));
  const { say, news } = connect();
  say({ cmd: 'login', params: { token: 'any' } });
  expect(ask('/api/user/info')).toMatchObject({ code: 1, data: { uid: 7 } });
  const changes: boolean[] = [];
  exchange.signedIn$.subscribe((isIn) => changes.push(isIn));
  play([{ at: 61_000, kind: 'command', name: 'signOut', args: [] }]);
  expect(news().at(-1)).toEqual(ack('login', '', 999));
  expect(ask('/api/user/info')).toMatchObject({ code: 999 });
  play([
    {
      at: 62_000,
      kind: 'http',
      path: '/v1/api/main/wallet/getBalance',
      query: {},
      body: { code: 1, msg: '', data: { balance: 3 } },
    },
  ]);
  expect(changes).toEqual([false, true]);
});

it('alerts begin with the recorded list, never with an empty one: they would look as if they fired now', () => {
  const { play, connect } = openExchange();
  const { say, news } = connect();
  say({ cmd: 'login', params: { token: 'any' } });
  say(sub('ALERT'));
  expect(news()).toEqual([ack('login'), ack('sub', 'ALERT')]);
  const fired = { alerts: [{ id: 1, fired_at: '2026-01-05T09:00:00.000Z' }] };
  const script = createScript();
  script.sub(0, 'ALERT');
  script.data(20, 'ALERT', fired);
  play(entriesOf(script.text()));
  expect(news()).toMatchObject([{ topic: 'ALERT', seq: 1, data: fired }]);
  say(sub('ALERT'));
  expect(news()[1]).toMatchObject({ topic: 'ALERT', seq: 2, data: fired });
});

it('an account whose money was not recorded yet has none, not zero', () => {
  const { exchange, ask } = openExchange();
  exchange.expectAccount();
  expect(ask('/v1/api/main/account/forexDetail')).toEqual(NOT_RECORDED);
});

it('calls get answers from the current state, then recorded answers, then none', () => {
  const { play, ask } = openExchange();
  const script = createScript();
  script.http(0, '/api/news/list', { list: [{ id: 1 }], total: 1 }, { category_id: '1', page: '1' });
  script.http(1, '/api/news/list', { list: [{ id: 2 }], total: 1 }, { page: '1', category_id: '1', t: '77' });
  play(entriesOf(script.text()));
  play(entriesOf(eventfulRecording()).filter(({ at }) => at <= 95_000));
  const news = ask('/api/news/list', { category_id: '1', page: '1', t: '5' });
  expect(news).toMatchObject({ code: 1, data: { list: [{ id: 2 }] } });
  expect(ask('/api/news/list', { category_id: '2', page: '1' })).toEqual(NOT_RECORDED);
  expect(ask('/v1/api/forex/trade_list')).toMatchObject({
    data: {
      list: [
        { Id: 1, ForexQuotations: { Open: 1.09, Change: 1.56 } },
        { Id: 2, ForexQuotations: { Open: 89_000, Change: 1.13 } },
      ],
    },
  });
  expect(ask('/v1/api/forex/my_deal', { status: '1', page: '1' })).toMatchObject({
    data: { data: [{ Id: 2 }], total: 1, balance: 1_040.25 },
  });
  expect(ask('/v1/api/forex/my_deal', { status: '3', page: '1' })).toEqual(NOT_RECORDED);
  expect(ask('/v1/api/main/account/forexDetail')).toMatchObject({
    data: { balance: 1_040.25, lock_balance: 110 },
  });
  expect(ask('/api/news/info', { id: '9' })).toEqual(NOT_RECORDED);
  expect(ask('/api/news/nothing')).toMatchObject({ code: 4004 });
  expect(ask('/v1/api/forex/submit', { type: '1' })).toMatchObject({ code: 4009 });
  expect(ask('/api/account/draw', {}, 'POST')).toMatchObject({ code: 4009 });
});

it('candles of every period come from the recording, none from the future', () => {
  const { play, ask } = openExchange();
  play(entriesOf(eventfulRecording()).filter(({ at }) => at <= 61_000));
  const rowsOf = (query: Readonly<Record<string, string>>): number[][] =>
    ask('/v1/api/forex/kline', { forex_id: '1', ...query })?.data as number[][];
  const future = [START_MS / 1000 + 120, 1, 1, 1, 1, 1];
  const query = { forex_id: '1', period: '1min' };
  play([
    {
      at: 61_000,
      kind: 'http',
      path: '/v1/api/forex/kline',
      query,
      body: { code: 1, msg: '', data: [future] },
    },
  ]);
  const minutes = rowsOf({ period: '1min' });
  expect(minutes.at(-1)?.[0]).toBe(START_MS / 1000 + 60);
  expect(minutes).toHaveLength(32);
  expect(rowsOf({ period: '1min', limit: '2' })).toEqual(minutes.slice(-2));
  expect(rowsOf({ period: '1min', end: String(START_MS / 1000), limit: '1' }).at(-1)?.[0]).toBe(
    START_MS / 1000 - 60,
  );
  expect(rowsOf({ period: '1day' })).toHaveLength(1);
  const mini = ask('/v1/api/forex/abbreviated_cache_kline', { forex_id: '1,2' })?.data;
  // Of the other one no candles were recorded: its line consists of its quotes.
  const quoted = [
    [START_MS / 1000, 90_038.62],
    [START_MS / 1000 + 60, 90_013.78],
  ];
  expect(mini).toEqual({ 1: minutes.map(([time, , , , close]) => [time, close]), 2: quoted });
  const first = (query: Readonly<Record<string, string>>) =>
    ask('/v1/api/forex/first_mini_kline', query)?.data as Readonly<Record<string, unknown>>;
  expect(first({ limit: '16' })).toEqual(mini);
  expect(Object.keys(first({ limit: '1' }))).toEqual(['1']);
  expect(first({ limit: '16', category_id: '99' })).toEqual({});
});

it('requests at the very start wait until the recording has the data', () => {
  const { play, exchange } = openExchange();
  let list: Answer | undefined;
  exchange.ask({ method: 'GET', path: '/v1/api/forex/trade_list', query: {} }, (given) => {
    list = given;
  });
  expect(list).toBeUndefined();
  play(entriesOf(eventfulRecording()).slice(0, 1));
  expect(list?.body).toMatchObject({ code: 1, data: { list: [{ Id: 1 }, { Id: 2 }] } });
  let base: Answer | undefined;
  exchange.ask({ method: 'GET', path: '/api/basicSet/getBasicInfo', query: {} }, (given) => {
    base = given;
  });
  expect(base).toBeUndefined();
  exchange.end();
  expect(base?.body).toMatchObject({ code: 1, data: { area_codes: [] } });
});

it('a call waits a moment for an answer that follows it, but not while the replay stands still', () => {
  const { play, exchange, move } = openExchange();
  const given: unknown[] = [];
  const call = { method: 'GET', path: '/api/news/list', query: { category_id: '1', page: '1' } } as const;
  const askFor = () => exchange.ask(call, ({ body }) => given.push(body.code));
  const silence = (at: number): RecordEntry => ({ at, kind: 'command', name: 'mark', args: [''] });
  const notRecorded = LOCAL_CODE.notRecorded;
  play([silence(10_000)]);
  move(true);
  askFor();
  play([silence(11_900)]);
  expect(given).toEqual([]);
  play([silence(12_000)]);
  expect(given).toEqual([notRecorded]);
  askFor();
  move(false);
  askFor();
  expect(given).toEqual([notRecorded, notRecorded, notRecorded]);
  move(true);
  askFor();
  const script = createScript();
  script.http(12_300, call.path, { list: [], total: 0 }, call.query);
  play(entriesOf(script.text()));
  expect(given).toEqual([notRecorded, notRecorded, notRecorded, 1]);
});

it('while the replay moves, a list of the account waits a moment for a newer answer than the one before', () => {
  const { play, exchange, move } = openExchange();
  exchange.expectAccount();
  const given: unknown[] = [];
  const history = {
    method: 'GET',
    path: '/v1/api/forex/my_deal',
    query: { status: '3', page: '1' },
  } as const;
  const askFor = (call: Parameters<typeof exchange.ask>[0] = history) =>
    exchange.ask(call, ({ body }) => given.push(body.data));
  const silence = (at: number): RecordEntry => ({ at, kind: 'command', name: 'mark', args: [''] });
  const script = createScript();
  const news = { method: 'GET', path: '/api/news/list', query: { category_id: '1', page: '1' } } as const;
  script.http(10_000, history.path, 'one', history.query);
  script.http(10_001, news.path, 'news', news.query);
  script.http(11_080, history.path, 'two', history.query);
  const [first, second, third] = entriesOf(script.text());
  if (first === undefined || second === undefined || third === undefined) throw new Error('no records');
  play([first, second, silence(11_000)]);
  move(true);
  askFor();
  askFor(news);
  expect(given).toEqual(['news']);
  play([silence(11_040)]);
  expect(given).toEqual(['news']);
  play([third]);
  expect(given.splice(0)).toEqual(['news', 'two']);
  // None comes.
  askFor();
  play([silence(12_070)]);
  expect(given).toEqual([]);
  play([silence(12_080)]);
  expect(given.splice(0)).toEqual(['two']);
  askFor();
  move(false);
  askFor();
  expect(given).toEqual(['two', 'two']);
});

it('a call finds its answer although the recording masks a part of the call', () => {
  const { exchange, play, ask } = openExchange();
  exchange.expectAccount();
  const path = '/v1/api/main/account/portfolio';
  const days = {
    list: [{ start: 1_767_225_600, balance: 100, transfers: 0, realised: 1.5, fees: 0, wins: 1, won: 1.5 }],
  };
  const call = { t: '17', days: '31', zone: 'Europe/Berlin' };
  const body = { code: 1, msg: '', data: days };
  play([{ at: 1, ...redactBody({ kind: 'http', path, query: call, body }) }]);
  expect(ask(path, { ...call, t: '18', zone: 'Asia/Tokyo' })).toEqual(body);
  expect(ask(path, { ...call, days: '7' })).not.toEqual(body);
});
