import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createFrameBytes } from '../../../replay/format/frame-bytes.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { CLIENT_FRAME_MAX_BYTES, CLIENT_FRAMES_PER_SECOND, MAX_FAST_ROWS } from '../../../shared/limits.ts';
import { nothingHappensFor } from '../../helpers/nothing-happens.ts';
import { type SocketClient, sharedHttp, startHttp } from '../http-fixture.ts';

const http = sharedHttp({ ALLOWED_ORIGINS: 'https://m.example.com' });
const clients: SocketClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.raw.terminate();
});

async function client(headers?: Record<string, string>, query?: string): Promise<SocketClient> {
  const one = await http.socket(headers, query);
  clients.push(one);
  return one;
}

const sub = (topic: string) => ({ cmd: 'sub', topic });
const signIn = (token: string) => ({ cmd: 'login', params: { token } });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function order(token: string): Promise<number> {
  const path = '/v1/api/forex/submit?type=1&cont=0.01&forex_id=1&status=1&multiple=100';
  const { data } = await http.ask(path, { headers: { authorization: token } });
  return data.Id;
}

/** A fill of the account without any session. */
async function trade(account: AccountId): Promise<void> {
  const [listed] = http.market.instruments();
  if (listed === undefined) throw new Error('nothing is listed');
  const size = { volume: listed.minVolume, multiple: listed.multiples[0] ?? 1 };
  const done = await http.exchange.submit(account, {
    instrumentId: listed.id,
    side: 'buy',
    ...size,
    kind: { type: 'market' },
  });
  expect(done).toMatchObject({ ok: true });
}

const close = (token: string, id: number) =>
  http.ask(`/v1/api/forex/close?id=${id}`, { headers: { authorization: token } });

describe('a connection', () => {
  // spec: 7.63
  it('answers ping with pong', async () => {
    const one = await client();
    one.send('ping');
    expect(await one.next(() => true)).toBe('pong');
  });

  it('acknowledges in the language of the handshake, by default in the default language', async () => {
    const [english, other] = [await client({ lang: 'en' }), await client()];
    for (const one of [english, other]) one.send(sub('NOTHING'));
    expect(await english.ack('sub', 'NOTHING')).toEqual({
      cmd: 'sub',
      topic: 'NOTHING',
      code: CODE.badParameter,
      msg: 'The data sent is not valid',
    });
    expect((await other.ack('sub', 'NOTHING')).msg).toBe('提交的資料不正確');
  });

  it('counts each topic from 1 without a gap, the first frame a snapshot of everything', async () => {
    const one = await client();
    one.send(sub('DAY_MARKET'));
    one.send(sub('KLINE.EURUSD'));
    expect(await one.ack('sub', 'DAY_MARKET')).toMatchObject({ code: 1, msg: '' });
    expect((await one.data('DAY_MARKET')).data).toHaveLength(2);
    expect((await one.data('KLINE.EURUSD')).data).toHaveLength(6);
    for (const topic of ['DAY_MARKET', 'KLINE.EURUSD']) {
      const seqs = () =>
        one.frames.filter((frame) => frame.topic === topic && frame.seq).map(({ seq }) => seq);
      await expect.poll(() => seqs().length).toBeGreaterThan(2);
      expect(seqs()).toEqual(seqs().map((_, i) => i + 1));
    }
  });

  it('sends a new snapshot to a new subscription, and keeps counting', async () => {
    const one = await client();
    one.send(sub('DAY_MARKET'));
    await one.data('DAY_MARKET');
    one.send({ cmd: 'unsub', topic: 'DAY_MARKET' });
    await one.ack('unsub', 'DAY_MARKET');
    const before = one.frames.findLast((frame) => frame.seq).seq;
    await nothingHappensFor(150);
    expect(one.frames.findLast((frame) => frame.seq).seq).toBe(before);
    one.send(sub('DAY_MARKET'));
    const again = await one.next((frame) => frame.seq > before);
    expect([again.seq, again.data.length]).toEqual([before + 1, 2]);
  });

  it.each([
    [{ cmd: 'sub' }, 'sub'],
    [{ cmd: 'sub', topic: 7 }, 'sub'],
    [{ cmd: 'login' }, 'login'],
    [{ cmd: 'login', params: { token: 5 } }, 'login'],
    [{ cmd: 'login', params: { token: 'x'.repeat(600) } }, 'login'],
    [{ cmd: 'buy' }, 'error'],
    [[1, 2], 'error'],
    [{}, 'error'],
  ])('refuses %j and stays open', async (frame, cmd) => {
    const one = await client();
    one.send(frame);
    expect(await one.ack(cmd)).toMatchObject({ code: CODE.badParameter });
    one.send('ping');
    expect(await one.next((answer) => answer === 'pong')).toBe('pong');
  });

  it('holds a limited number of subscriptions, only for existing topics', async () => {
    const one = await client();
    for (let i = 0; i < 60; i++) one.send(sub(`KLINE.NOPE${i}`));
    expect(await one.ack('sub', 'KLINE.NOPE59')).toMatchObject({ code: CODE.badParameter });
    for (const cmd of ['sub', 'unsub']) {
      one.send({ cmd, topic: 'NOTHING' });
      expect(await one.ack(cmd, 'NOTHING')).toMatchObject({ code: CODE.badParameter });
    }
  });

  it('can subscribe again without unsubscribing, as after a gap, and keeps receiving', async () => {
    const [one, token] = [await client(), await http.enter()];
    one.send(signIn(token));
    const topics = ['DAY_MARKET', 'KLINE.XAUUSD', 'FOREX_TRADE'];
    for (const topic of [...topics, ...topics]) one.send(sub(topic));
    for (const topic of topics) {
      await one.ack('sub', topic);
      await one.ack('sub', topic);
    }
    // The first frames of the topics, in a rhythm of their own.
    await pause(100);
    const before = one.frames.length;
    await order(token);
    const fed = () => new Set(one.frames.slice(before).map(({ topic }) => topic));
    await expect.poll(() => [...fed()].sort()).toEqual([...topics].sort());
  });
});

describe('a message beyond a limit gets one error and closes the connection with 1008', () => {
  const cases: [string, (one: SocketClient) => void, number][] = [
    ['malformed JSON', (one) => one.send('{'), CODE.badParameter],
    ['an empty frame', (one) => one.send(''), CODE.badParameter],
    ['another text', (one) => one.send('hello'), CODE.badParameter],
    ['a binary frame', (one) => one.raw.send(Buffer.from('ping')), CODE.badParameter],
    ['a frame over the limit', (one) => one.send('x'.repeat(CLIENT_FRAME_MAX_BYTES + 1)), CODE.badParameter],
    ['a bomb', (one) => one.send('x'.repeat(8_000_000)), CODE.badParameter],
    ['deep JSON', (one) => one.send('['.repeat(5_000)), CODE.badParameter],
    [
      'more frames than a second may have',
      (one) => {
        for (let i = 0; i <= CLIENT_FRAMES_PER_SECOND; i++) one.send('ping');
      },
      CODE.tooMany,
    ],
    [
      'more pings of the protocol than a second may have frames',
      (one) => {
        for (let i = 0; i <= CLIENT_FRAMES_PER_SECOND; i++) one.raw.ping();
      },
      CODE.tooMany,
    ],
  ];

  it.each(cases)('%s', async (_, send, code) => {
    const [one, other] = [await client(), await client()];
    send(one);
    expect(await one.closed).toBe(1008);
    expect(one.frames.filter((frame) => frame.cmd === 'error')).toEqual([
      { cmd: 'error', topic: '', code, msg: expect.any(String) },
    ]);
    other.send('ping');
    expect(await other.next(() => true)).toBe('pong');
  });

  it('while a frame exactly at the limit and a hundred a second pass', async () => {
    const one = await client();
    const frame = JSON.stringify(sub('x'));
    one.send(frame.replace('x', 'x'.repeat(CLIENT_FRAME_MAX_BYTES - frame.length + 1)));
    for (let i = 1; i < CLIENT_FRAMES_PER_SECOND; i++) one.send('ping');
    await one.next((answer) => answer.cmd === 'sub');
    const pongs = () => one.frames.filter((answer) => answer === 'pong');
    await expect.poll(pongs).toHaveLength(CLIENT_FRAMES_PER_SECOND - 1);
  });
});

describe('allowed origins', () => {
  it.each(['https://evil.com', 'null', 'https://m.example.com.evil.com', 'http://m.example.com'])(
    'not %s',
    async (origin) => {
      await expect(http.socket({ origin })).rejects.toThrow('403');
    },
  );

  it('a listed origin, the server’s own pages, and clients without an origin', async () => {
    await client({ origin: 'https://m.example.com' });
    await client({ origin: http.url });
    await client();
  });

  // spec: 7.61
  it('only on its own path', async () => {
    const answer = await new Promise<string>((resolve) => {
      const raw = connect(http.port, '127.0.0.1');
      raw.write('GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      raw.on('data', (chunk) => resolve(String(chunk)));
    });
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
  });
});

describe('compression', () => {
  it('is used only where offer and address ask for it', async () => {
    const extensions = [
      (await client()).raw.extensions,
      (await client({}, '?deflate=0')).raw.extensions,
      (await client({}, '?deflate=1')).raw.extensions,
    ];
    expect(extensions).toEqual(['', '', 'permessage-deflate']);
  });

  it('changes no frame, and saves bytes', async () => {
    const token = await http.enter();
    for (let i = 0; i < 4; i++) await order(token);
    const both = [await client(), await client({}, '?deflate=1')] as const;
    const received: number[] = [];
    const snapshots: unknown[] = [];
    for (const one of both) {
      one.send(signIn(token));
      await one.ack('login');
      one.send('ping');
      one.send(sub('FOREX_TRADE'));
      const { topic, seq, data } = await one.data('FOREX_TRADE');
      snapshots.push({ topic, seq, ids: data.orders.map((each: { Id: number }) => each.Id) });
      received.push((one.raw as unknown as { _socket: Socket })._socket.bytesRead);
    }
    const [plain, small] = received;
    expect(snapshots[1]).toEqual(snapshots[0]);
    expect(small).toBeLessThan(0.6 * (plain ?? 0));
    await order(token);
    const fills = [await both[0].data('FOREX_TRADE'), await both[1].data('FOREX_TRADE')];
    expect(fills.map(({ seq, data }) => [seq, data.orders.length])).toEqual([
      [2, 1],
      [2, 1],
    ]);
  });
});

describe('DAY_MARKET with params', () => {
  const rated = (params: unknown, topic = 'DAY_MARKET') => ({ cmd: 'sub', topic, params });

  it('has the rows asked for at their rate, the others every two seconds', async () => {
    const one = await client();
    const [first, second] = http.market.instruments().map(({ id }) => id);
    one.send(rated({ rows: [second], hz: 5 }));
    expect(await one.ack('sub', 'DAY_MARKET')).toMatchObject({ code: CODE.success });
    expect((await one.data('DAY_MARKET')).data).toHaveLength(2);
    const all = await one.next((frame) => frame.topic === 'DAY_MARKET' && frame.data?.length === 2);
    const frames = one.frames.filter((frame) => frame.seq > 1 && frame.seq < all.seq);
    expect(frames.map(({ data }) => data[0][0])).not.toContain(first);
    expect(frames.length).toBeLessThanOrEqual(11);
    expect(one.frames.filter((frame) => frame.seq).map(({ seq }) => seq)).toEqual(
      Array.from({ length: all.seq }, (_, i) => i + 1),
    );
  });

  it.each([
    null,
    7,
    [],
    {},
    { rows: [1] },
    { hz: 4 },
    { rows: 1, hz: 4 },
    { rows: [1], hz: 0 },
    { rows: [1], hz: 61 },
    { rows: [1], hz: 1.5 },
    { rows: [1], hz: 0.3 },
    { rows: [1], hz: 0.05 },
    { rows: [1], hz: 4, beat: 1 },
    { rows: [1], hz: 4, beat: 2.5 },
    { rows: [1], hz: 4, beat: 61 },
    { rows: [1], hz: 0.125, beat: 7 },
    { beat: 8 },
    { rows: [1], hz: '4' },
    { rows: [0], hz: 4 },
    { rows: [-1], hz: 4 },
    { rows: [1.5], hz: 4 },
    { rows: ['1'], hz: 4 },
    { rows: [1, 1], hz: 4 },
    { ask: 0 },
    { ask: true },
    { rows: [1], ask: 1 },
    { hz: 4, ask: 1 },
    { format: 'delta2' },
    { hz: 4, format: 'delta1' },
    { rows: [1], hz: 4, ask: 2 },
    { rows: Array.from({ length: MAX_FAST_ROWS + 1 }, (_, i) => i + 1), hz: 4 },
  ])('refuses %j, and leaves the subscription as it was', async (params) => {
    const one = await client();
    one.send(sub('DAY_MARKET'));
    await one.ack('sub', 'DAY_MARKET');
    one.send(rated(params));
    expect(await one.ack('sub', 'DAY_MARKET')).toMatchObject({ code: CODE.badParameter });
    const before = one.frames.length;
    await one.next((frame) => frame.seq > 2 && one.frames.indexOf(frame) >= before);
  });

  it('sends the bytes of frames to who asks for them, and says so', async () => {
    const params = [{ format: 'delta1' }, { rows: [1], hz: 4, ask: 1, format: 'delta1' }];
    for (const asked of params) {
      const one = await client();
      const first = new Promise<Uint8Array>((resolve) => {
        one.raw.on('message', (data: Buffer, isBinary) => isBinary && resolve(data));
      });
      one.send(rated(asked));
      expect(await one.ack('sub', 'DAY_MARKET')).toEqual({
        ...{ cmd: 'sub', topic: 'DAY_MARKET', code: CODE.success, msg: '', format: 'delta1' },
      });
      const { textOf } = createFrameBytes();
      expect(JSON.parse(textOf(await first) ?? '')).toMatchObject({ topic: 'DAY_MARKET', seq: 1 });
    }
  });

  it('says nothing of a format that it does not know, or that it does not grant', async () => {
    const one = await client();
    one.send(rated({ ask: 1, format: 'delta2' }));
    expect(await one.ack('sub', 'DAY_MARKET')).not.toHaveProperty('format');
    expect((await one.data('DAY_MARKET')).data).toHaveLength(2);
    one.send(rated({ format: 'delta1', hz: 4 }));
    const refused = await one.next((frame) => frame.code === CODE.badParameter);
    expect(refused).not.toHaveProperty('format');
  });

  it('has none for another topic', async () => {
    const one = await client();
    for (const topic of ['KLINE.EURUSD', 'FOREX_TRADE', 'NOTHING']) {
      one.send(rated({ rows: [1], hz: 4 }, topic));
      expect(await one.ack('sub', topic)).toMatchObject({ code: CODE.badParameter });
    }
  });

  it('takes the length of a beat for candles alone, and for rows less than once a second', async () => {
    const one = await client();
    one.send(rated({ beat: 8 }, 'KLINE.EURUSD'));
    expect(await one.ack('sub', 'KLINE.EURUSD')).toMatchObject({ code: CODE.success });
    one.send(rated({ beat: 8 }, 'FOREX_TRADE'));
    expect(await one.ack('sub', 'FOREX_TRADE')).toMatchObject({ code: CODE.badParameter });
    one.send(rated({ rows: [1], hz: 0.125, beat: 60 }));
    expect(await one.ack('sub', 'DAY_MARKET')).toMatchObject({ code: CODE.success });
  });
});

describe('private topics', () => {
  // spec: 9.1
  it('are refused with 999 before the login, and a wrong token is refused with 999', async () => {
    const one = await client();
    one.send(sub('FOREX_TRADE'));
    expect(await one.ack('sub', 'FOREX_TRADE')).toMatchObject({ code: CODE.sessionExpired });
    one.send(signIn('nobody'));
    expect(await one.ack('login')).toMatchObject({ code: CODE.sessionExpired });
    one.send(sub('FOREX_CLOSED'));
    expect(await one.ack('sub', 'FOREX_CLOSED')).toMatchObject({ code: CODE.sessionExpired });
  });

  // spec: 7.62
  it('follow a login sent just before, and report only the account’s own orders', async () => {
    const [mine, yours] = [await http.enter(), await http.enter()];
    const [me, you] = [await client(), await client()];
    for (const [one, token] of [
      [me, mine],
      [you, yours],
    ] as const) {
      one.send(signIn(token));
      one.send(sub('FOREX_TRADE'));
      one.send(sub('FOREX_CLOSED'));
      expect((await one.data('FOREX_TRADE')).data).toMatchObject({
        orders: [],
        account: { balance: 100_000 },
      });
      expect((await one.data('FOREX_CLOSED')).data).toEqual({ ids: [] });
    }
    const id = await order(mine);
    const opened = await me.data('FOREX_TRADE');
    expect(opened).toMatchObject({ seq: 2, data: { orders: [{ Id: id, Status: 1 }] } });
    expect(opened.data.account.lock_balance).toBe(opened.data.orders[0].CautionMoney);
    await close(mine, id);
    expect(await me.data('FOREX_TRADE')).toMatchObject({ seq: 3, data: { orders: [{ Id: id, Status: 3 }] } });
    expect(await me.data('FOREX_CLOSED')).toMatchObject({ seq: 2, data: { ids: [id] } });
    await nothingHappensFor(50);
    expect(you.frames.filter((frame) => frame.seq > 1)).toEqual([]);
  });

  // spec: 7.66
  it('begin with the existing orders', async () => {
    const token = await http.enter();
    const id = await order(token);
    const one = await client();
    one.send(signIn(token));
    one.send(sub('FOREX_TRADE'));
    expect((await one.data('FOREX_TRADE')).data.orders).toMatchObject([{ Id: id, Status: 1 }]);
  });

  // spec: 4.2
  it('stop with a logout, which ends the session everywhere', async () => {
    const token = await http.enter();
    const account = (await http.accounts.session(token))?.accountId as AccountId;
    const [one, other] = [await client(), await client()];
    for (const each of [one, other]) {
      each.send(signIn(token));
      each.send(sub('FOREX_TRADE'));
      each.send(sub('DAY_MARKET'));
      await each.data('FOREX_TRADE');
    }
    one.send({ cmd: 'logout' });
    expect(await one.ack('logout')).toMatchObject({ code: CODE.success });
    expect(await other.next((frame) => frame.cmd === 'login' && frame.code !== 1)).toMatchObject({
      code: CODE.sessionExpired,
    });
    expect(one.frames.some((frame) => frame.code === CODE.sessionExpired)).toBe(false);
    const { code } = await http.ask('/api/user/info', { headers: { authorization: token } });
    expect(code).toBe(CODE.sessionExpired);
    other.send(sub('FOREX_TRADE'));
    expect(await other.next((frame) => frame.cmd === 'sub' && frame.code !== 1)).toMatchObject({
      code: CODE.sessionExpired,
    });
    const seen = [one.frames.length, other.frames.length] as const;
    await trade(account);
    // Frames that were on their way.
    await pause(200);
    for (const [at, { frames }] of [one, other].entries())
      await expect
        .poll(() => new Set(frames.slice(seen[at]).map(({ topic }) => topic)))
        .toEqual(new Set(['DAY_MARKET']));
  });

  it('belong to the last login of a connection', async () => {
    const [first, second] = [await http.enter(), await http.enter()];
    const one = await client();
    one.send(signIn(first));
    one.send(sub('FOREX_TRADE'));
    await one.data('FOREX_TRADE');
    one.send(signIn(second));
    one.send(sub('FOREX_TRADE'));
    expect((await one.data('FOREX_TRADE')).data.orders).toEqual([]);
    const id = await order(second);
    await order(first);
    expect((await one.data('FOREX_TRADE')).data.orders).toMatchObject([{ Id: id }]);
    await nothingHappensFor(50);
    expect(one.frames.filter((frame) => frame.topic === 'FOREX_TRADE' && frame.seq)).toHaveLength(3);
  });
});

describe('a reader that never reads', () => {
  it('does not delay others', async () => {
    const [stuck, other] = [await client(), await client()];
    stuck.raw.pause();
    for (let i = 0; i < 90; i++) stuck.send(sub('DAY_MARKET'));
    other.send(sub('DAY_MARKET'));
    await other.data('DAY_MARKET');
    const from = other.frames.length;
    await expect.poll(() => other.frames.length - from, { timeout: 30_000 }).toBeGreaterThan(3);
  });
});

describe('when the server stops', () => {
  it('its clients are notified', async () => {
    const own = await startHttp();
    const one = await own.socket();
    const [code] = await Promise.all([one.closed, own.stop()]);
    expect(code).toBe(1001);
  });
});
