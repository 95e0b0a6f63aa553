import { describe, expect, test } from 'vitest';
import { HEADER } from '../../shared/bridge/market-frame.ts';
import type { SessionState, WorkingOrders } from '../../shared/bridge/worker-api.ts';
import { wireOrder } from '../helpers/wire-rows.ts';
import {
  collect,
  collectFrames,
  marketFrame,
  openScripted,
  openSignedIn,
  trade,
} from './helpers/scripted-engine.ts';

describe('a session', () => {
  test('from a stored token is checked first; login and private topics follow', async () => {
    const { env, sessions } = await openSignedIn();
    expect(sessions).toEqual([
      {
        status: 'signed-in',
        token: 'stored',
        user: { uid: 1, email: '', phone: '', isDemo: true, inviteCode: '' },
      },
    ]);
    const commands = env
      .socket()
      .commands()
      .map(({ cmd, topic }) => topic ?? cmd);
    expect(commands).toEqual(['login', 'DAY_MARKET', 'FOREX_TRADE', 'FOREX_CLOSED']);
  });

  // spec: 4.4
  test('with a refused stored token becomes anonymous, without a redirect to the login', async () => {
    const { engine } = await openScripted({
      token: 'old',
      answer: (url) => (url.pathname === '/api/user/info' ? { code: 999, msg: '' } : undefined),
    });
    expect(collect(engine.session() as never)).toEqual([{ status: 'anonymous', because: 'start' }]);
  });

  test('is checked repeatedly while there is no network', async () => {
    let isThere = false;
    const { engine, env } = await openScripted({
      token: 'stored',
      answer: (url) => {
        if (url.pathname === '/api/user/info' && !isThere) throw new TypeError('no network');
        return undefined;
      },
    });
    const sessions = collect<SessionState>(engine.session() as never);
    env.advance(60_000);
    await env.settle();
    isThere = true;
    env.advance(10_000);
    await env.settle();
    expect(sessions.map(({ status }) => status)).toEqual(['checking', 'signed-in']);
  });

  test.each([
    ['the page of a public Wi-Fi', () => new Response('<html>Accept the terms</html>')],
    ['the page of a proxy', () => new Response('<html>Forbidden</html>', { status: 403 })],
    ['JSON of a proxy', () => new Response('{"error":"blocked"}', { status: 403 })],
    ['another refusal', () => ({ code: 4003, msg: '' })],
    ['a user in another form', () => ({ uid: 'one' })],
  ] as const)('is kept while its check is answered with %s', async (_, stranger) => {
    let isThere = false;
    const { engine, env } = await openScripted({
      token: 'stored',
      answer: ({ pathname }) => (!isThere && pathname === '/api/user/info' ? stranger() : undefined),
    });
    const sessions = collect<SessionState>(engine.session() as never);
    env.advance(60_000);
    await env.settle();
    expect(sessions.map(({ status }) => status)).toEqual(['checking']);
    isThere = true;
    env.advance(10_000);
    await env.settle();
    expect(sessions.map(({ status }) => status)).toEqual(['checking', 'signed-in']);
  });

  test('does not end with the refusal of another server', async () => {
    const { engine } = await openScripted({
      token: 'stored',
      complaintUrl: 'http://elsewhere.test/email',
      answer: (url) => (url.host === 'elsewhere.test' ? { code: 999, msg: '' } : undefined),
    });
    expect(await engine.complaintEmail()).toMatchObject({ error: { code: 999 } });
    expect(collect<SessionState>(engine.session() as never)).toMatchObject([{ status: 'signed-in' }]);
  });

  test.each([
    ['a call', async (engine: { refreshAccount(): Promise<unknown> }) => engine.refreshAccount()],
    [
      'the socket',
      async (_: unknown, say: (frame: unknown) => void) => say({ cmd: 'login', code: 999, msg: '' }),
    ],
  ] as const)('that %s reports as expired ends, and no account data stay', async (_, end) => {
    const opened = await openScripted({
      token: 'stored',
      answer: (url) => (url.pathname.endsWith('forexDetail') ? { code: 999, msg: '' } : undefined),
    });
    const { env, engine } = opened;
    const sessions = collect<SessionState>(engine.session() as never);
    const working = collect<WorkingOrders>(engine.working() as never);
    env.socket().accept();
    env.socket().say({ cmd: 'login', code: 1, msg: '' });
    env.socket().say(trade(1, [wireOrder(7, 1)]));
    expect(working.at(-1)?.status).toBe('ready');
    await end(engine, env.socket().say);
    expect(sessions.at(-1)).toEqual({ status: 'anonymous', because: 'expired' });
    expect(working.at(-1)).toEqual({ status: 'unknown' });
    const { frames } = collectFrames(engine);
    expect(frames[0]?.[HEADER.hasAccount]).toBe(0);
    expect(frames[0]?.[HEADER.positions]).toBe(0);
  });

  test('that the socket has ended first is signed out all the same', async () => {
    const { engine } = await openScripted({
      token: 'stored',
      answer: (url) => (url.pathname.endsWith('/logout') ? { code: 999, msg: '' } : undefined),
    });
    expect(await engine.signOut()).toEqual({ ok: true, value: undefined });
  });

  test.each([
    ['accepts the logout', { code: 1, msg: '', data: null }, true],
    ['has ended it by itself', { code: 999, msg: '' }, true],
    ['refuses', { code: 4003, msg: '' }, false],
    ['fails', { code: 5000, msg: '' }, false],
    ['is out of reach', undefined, false],
  ] as const)(
    'that was left earlier does not touch the one since, when the exchange %s',
    async (_, reply, isDone) => {
      const { engine } = await openScripted({
        token: 'stored',
        answer(url) {
          if (!url.pathname.endsWith('/logout')) return undefined;
          if (reply === undefined) throw new TypeError('no network');
          return reply;
        },
      });
      expect(await engine.lateLogout('left')).toEqual({ ok: true, value: isDone });
      expect(collect<SessionState>(engine.session() as never)).toMatchObject([{ status: 'signed-in' }]);
    },
  );

  test('that is signed out sends logout on the socket and keeps prices', async () => {
    const { env, engine } = await openSignedIn();
    await engine.signOut();
    const commands = env
      .socket()
      .commands()
      .slice(4)
      .map(({ cmd, topic }) => `${cmd} ${topic ?? ''}`.trim());
    expect(commands).toEqual(['unsub FOREX_TRADE', 'unsub FOREX_CLOSED', 'logout']);
  });
});

describe('working orders', () => {
  // spec: 7.66
  test('follow the snapshot, then whole rows; a fill and a close are reported once', async () => {
    const { env, working, events } = await openSignedIn();
    const socket = env.socket();
    socket.say(trade(1, [wireOrder(1, 0), wireOrder(2, 1)]));
    expect(working.at(-1)).toMatchObject({ positions: [{ id: 2 }], pending: [{ id: 1 }] });
    socket.say(trade(2, [wireOrder(1, 1)]));
    expect(working.at(-1)).toMatchObject({ positions: [{ id: 1 }, { id: 2 }], pending: [] });
    socket.say({ topic: 'FOREX_CLOSED', seq: 1, ts: 0, data: { ids: [2] } });
    socket.say(trade(3, [wireOrder(2, 3)]));
    expect(working.at(-1)).toMatchObject({ positions: [{ id: 1 }] });
    expect(events).toMatchObject([
      { kind: 'filled', order: { id: 1 } },
      { kind: 'closed', ids: [2] },
    ]);
  });

  test('the closed part of a position is reported once, under its own id', async () => {
    const { env, working, events } = await openSignedIn();
    env.socket().say(trade(1, [wireOrder(1, 1)]));
    env.socket().say(trade(2, [wireOrder(2, 3, { Quantity: 0.4 }), wireOrder(1, 1, { Quantity: 0.6 })]));
    env.socket().say(trade(3, [wireOrder(2, 3, { Quantity: 0.4 })]));
    expect(working.at(-1)).toMatchObject({ positions: [{ id: 1, volume: 6_000 }] });
    expect(events).toEqual([{ kind: 'closed', ids: [2] }]);
  });

  test('a cancelled one is reported with its row, and why the exchange cancelled it', async () => {
    const { env, events } = await openSignedIn();
    const socket = env.socket();
    socket.say(trade(1, [wireOrder(1, 0), wireOrder(2, 0), wireOrder(3, 1)]));
    socket.say(trade(2, [wireOrder(1, 2, { CloseReason: 'no-margin' })]));
    socket.say(trade(3, [wireOrder(2, 2)]));
    socket.say(trade(4, [wireOrder(3, 3)]));
    expect(events).toMatchObject([
      { kind: 'closed', ids: [1], cancelled: [{ id: 1, reason: 'no-margin' }] },
      { kind: 'closed', ids: [2], cancelled: [{ id: 2 }] },
      { kind: 'closed', ids: [3] },
    ]);
    expect(events[1]).not.toHaveProperty('cancelled.0.reason');
    expect(events[2]).not.toHaveProperty('cancelled');
  });

  // spec: 4.12
  test('a closed order is not restored by a late row', async () => {
    const { env, working } = await openSignedIn();
    env.socket().say(trade(1, [wireOrder(2, 1)]));
    env.socket().say({ topic: 'FOREX_CLOSED', seq: 1, ts: 0, data: { ids: [2] } });
    env.socket().say(trade(2, [wireOrder(2, 1)]));
    expect(working.at(-1)).toMatchObject({ positions: [] });
  });

  // spec: 7.67
  test.each([
    [
      'closes and fills',
      wireOrder(1, 1),
      [
        { kind: 'closed', ids: [2] },
        { kind: 'filled', order: { id: 1 } },
      ],
    ],
    ['the close of a part', wireOrder(2, 1, { Quantity: 0.4 }), [{ kind: 'closed', ids: [] }]],
    ['nothing else', wireOrder(2, 1), []],
  ])('during a disconnection: %s, reported after the new snapshot', async (_what, after, reported) => {
    const { env, events } = await openSignedIn();
    env.socket().say(trade(1, [...(after.Id === 1 ? [wireOrder(1, 0)] : []), wireOrder(2, 1)]));
    env.socket().drop();
    env.advance(4_500);
    env.socket().accept();
    env.socket().say({ cmd: 'login', code: 1, msg: '' });
    env.socket().say(trade(1, [after]));
    expect(events).toMatchObject(reported);
    expect(events).toHaveLength(reported.length);
  });

  test('a close changes balance and positions in one frame: no loss counts twice', async () => {
    const { env, engine } = await openSignedIn();
    env.socket().say(trade(1, [wireOrder(2, 1)]));
    env.socket().say(marketFrame(1, env.now(), [1, 1.1, 1.2, 1, env.now()]));
    const { frames, acknowledge } = collectFrames(engine);
    acknowledge();
    env.socket().say(trade(2, [wireOrder(2, 3)], 90_000));
    acknowledge();
    expect(frames.map((frame) => [frame[HEADER.equity], frame[HEADER.positions]])).toEqual([
      [90_000_000_000, 1],
      [90_000_000_000, 0],
    ]);
  });

  test('a balance that is loaded waits for the positions of its moment: no loss counts twice', async () => {
    const { env, engine } = await openScripted({
      token: 'stored',
      answer: (url) =>
        url.pathname.endsWith('forexDetail')
          ? { code: 1, msg: '', data: { balance: 90_000, lock_balance: 0 } }
          : undefined,
    });
    env.socket().accept();
    env.socket().say({ cmd: 'login', code: 1, msg: '' });
    env.socket().say(trade(1, [wireOrder(2, 1)]));
    env.socket().say(marketFrame(1, env.now(), [1, 1.1, 1.2, 1, env.now()]));
    const { frames, acknowledge } = collectFrames(engine);
    acknowledge();
    expect(await engine.refreshAccount()).toMatchObject({ ok: true });
    acknowledge();
    const equities = frames.map((frame) => frame[HEADER.equity]);
    expect(new Set(equities)).toEqual(new Set([90_000_000_000]));
  });

  test('a malformed frame is counted and changes nothing', async () => {
    const { env, engine, working } = await openSignedIn();
    env.socket().say(trade(1, [wireOrder(2, 1)]));
    env.socket().say(trade(2, [wireOrder(2, 77)]));
    expect(working).toHaveLength(2);
    expect(engine.counters().malformedRow).toBe(1);
  });
});
