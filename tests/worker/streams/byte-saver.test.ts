import { expect, test } from 'vitest';
import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { HEARTBEAT_MS } from '../../../shared/limits.ts';
import { SLOW_HZ } from '../../../worker/env.ts';
import { collectFrames, marketFrame, openScripted } from '../helpers/scripted-engine.ts';

/** The params of a subscription whose rows are all fast ones. */
const ALL = { ask: 1, format: 'delta1' };

const ids = (...all: number[]): InstrumentId[] => all.map(instrumentId);

/** An engine whose connection wants `hz.value` rows a second. */
async function openThrifty(hz: { value: number | undefined }) {
  const { env, engine } = await openScripted();
  Object.assign(env, { meteredHz: () => hz.value });
  collectFrames(engine);
  env.socket().accept();
  await env.settle();
  let read = 0;
  /** The params of the subscriptions since the last call. */
  const asked = () => {
    const commands = env.socket().commands() as readonly { cmd: string; topic?: string; params?: object }[];
    const fresh = commands.slice(read);
    read = commands.length;
    return fresh
      .filter(({ cmd, topic }) => cmd === 'sub' && topic === 'DAY_MARKET')
      .map(({ params }) => params);
  };
  let seq = 0;
  const answer = () => {
    env.socket().say({ cmd: 'sub', topic: 'DAY_MARKET', code: 1, msg: '' });
    env.socket().say(marketFrame(++seq, env.now(), [1, 1.1, 1.1, 1, env.now()]));
  };
  let isFirst = true;
  /** The server does not know a param of the next `sub`, and answers the `unsub` before it. */
  const refuse = () => {
    for (const cmd of isFirst ? ['sub'] : ['unsub', 'sub'])
      env.socket().say({ cmd, topic: 'DAY_MARKET', code: cmd === 'sub' ? 4000 : 1, msg: '' });
    isFirst = false;
  };
  return { env, engine, asked, answer, refuse };
}

test('on a good connection all rows are asked for, as ever', async () => {
  const { env, engine, asked } = await openThrifty({ value: undefined });
  engine.watch(ids(1, 2));
  env.advance(3_000);
  expect(asked()).toEqual([ALL]);
});

test('on a slow or metered one the rows on the screen are, once it has come to rest', async () => {
  const { env, engine, asked, answer } = await openThrifty({ value: 4 });
  expect(asked()).toEqual([ALL, { rows: [], hz: 4, ...ALL }]);
  answer();
  engine.watch(ids(1, 2, 3));
  env.advance(500);
  // Still on the move.
  engine.watch(ids(2, 3, 4));
  env.advance(500);
  expect(asked()).toEqual([]);
  env.advance(500);
  expect(asked()).toEqual([{ rows: [2, 3, 4], hz: 4, ...ALL }]);
});

test('rows are asked for again only if one is missing or most are not needed any more', async () => {
  const { env, engine, asked } = await openThrifty({ value: 4 });
  engine.watch(ids(1, 2, 3, 4));
  env.advance(1_500);
  expect(asked().at(-1)).toEqual({ rows: [1, 2, 3, 4], hz: 4, ...ALL });
  engine.watch(ids(1, 2));
  env.advance(1_500);
  expect(asked()).toEqual([]);
  engine.watch(ids(1));
  env.advance(1_500);
  expect(asked()).toEqual([{ rows: [1], hz: 4, ...ALL }]);
  engine.watch(ids(1, 5));
  env.advance(1_500);
  expect(asked()).toEqual([{ rows: [1, 5], hz: 4, ...ALL }]);
});

test('the rate follows the connection, and a good one gets all rows again', async () => {
  const hz: { value: number | undefined } = { value: 4 };
  const { env, engine, asked } = await openThrifty(hz);
  engine.watch(ids(1));
  env.advance(1_500);
  asked();
  hz.value = 10;
  env.advance(1_500);
  expect(asked()).toEqual([{ rows: [1], hz: 10, ...ALL }]);
  hz.value = undefined;
  env.advance(1_500);
  expect(asked()).toEqual([ALL]);
});

test('a line that becomes slow while the connection is open needs no new one', async () => {
  const hz: { value: number | undefined } = { value: undefined };
  const { env, engine, asked, answer } = await openThrifty(hz);
  engine.watch(ids(1, 2));
  answer();
  expect(asked()).toEqual([ALL]);
  hz.value = 4;
  // With the next ping.
  env.advance(HEARTBEAT_MS);
  await env.settle();
  expect(asked()).toEqual([{ rows: [1, 2], hz: 4, ...ALL }]);
  expect(env.sockets).toHaveLength(1);
});

test('a pace is asked for at once and alone decides, but for a line that is slower still', async () => {
  const hz: { value: number | undefined } = { value: undefined };
  const { env, engine, asked } = await openThrifty(hz);
  engine.watch(ids(1));
  asked();
  engine.setPace({ hz: 10, beat: 10 });
  await env.settle();
  env.advance(1_500);
  expect(asked()).toEqual([{ rows: [1], hz: 10, beat: 10, ...ALL }]);
  hz.value = 4;
  env.advance(1_500);
  expect(asked()).toEqual([{ rows: [1], hz: 4, beat: 10, ...ALL }]);
  engine.setPace({ hz: 1 / 8, beat: 60 });
  env.advance(1_500);
  expect(asked()).toEqual([{ rows: [1], hz: 1 / 8, beat: 60, ...ALL }]);
  engine.setPace(undefined);
  hz.value = undefined;
  env.advance(1_500);
  expect(asked()).toEqual([ALL]);
});

test('a connection whose prices come slowly on purpose is live, until more than one of them is missing', async () => {
  const { env, engine, answer } = await openThrifty({ value: undefined });
  const states: string[] = [];
  engine.connection().subscribe({ next: ({ status }) => states.push(status) });
  answer();
  engine.setPace({ hz: 1 / 8, beat: 60 });
  await env.settle();
  const pong = (seconds: number) => {
    for (let s = 0; s < seconds; s++) {
      env.advance(1_000);
      env.socket().say('pong');
    }
  };
  pong(10);
  expect(states.at(-1)).toBe('live');
  pong(3);
  expect(states.at(-1)).toBe('stale');
});

test('a pace slows the candle of a chart, as fast as ever where the server refuses that', async () => {
  const { env, engine } = await openThrifty({ value: undefined });
  const subscribed = () =>
    (env.socket().commands() as readonly { cmd: string; topic?: string; params?: object }[])
      .filter(({ cmd, topic }) => cmd === 'sub' && topic === 'KLINE.EURUSD')
      .map(({ params }) => params);
  const say = (cmd: string, code: number) => env.socket().say({ cmd, topic: 'KLINE.EURUSD', code, msg: '' });
  engine.candles(instrumentId(1), '1min').subscribe({ next() {} });
  await env.settle();
  say('sub', 1);
  engine.setPace({ hz: 4, candleBeat: 2 });
  engine.setPace({ hz: 2, candleBeat: 2 });
  expect(subscribed()).toEqual([undefined, { beat: 2 }]);
  say('unsub', 1);
  say('sub', 4000);
  expect(subscribed()).toEqual([undefined, { beat: 2 }, undefined]);
});

test('a line on which frames queue is slow, whatever the browser says, until the next connection', async () => {
  const { env, engine, asked, answer } = await openThrifty({ value: undefined });
  engine.watch(ids(1));
  answer();
  asked();
  let seq = 1;
  const say = (lateMs: number) => {
    env.advance(250);
    env.socket().say(marketFrame(++seq, env.now() - lateMs, [1, 1.1, 1.1, 1, env.now() - lateMs]));
  };
  // A pause in which TCP repeats a lost packet.
  for (const lateMs of [1_400, 1_150, 900, 650, 400]) say(lateMs);
  for (let i = 0; i < 20; i++) say(0);
  await env.settle();
  expect(asked()).toEqual([]);
  for (let i = 0; i < 40; i++) say(1_000);
  await env.settle();
  expect(asked()).toEqual([{ rows: [1], hz: SLOW_HZ, ...ALL }]);
  env.socket().drop();
  while (env.sockets.length === 1) env.advance(500);
  env.socket().accept();
  env.advance(1_000);
  const commands = env.socket().commands() as readonly { topic?: string; params?: object }[];
  expect(commands.filter(({ topic }) => topic === 'DAY_MARKET').at(-1)?.params).toEqual(ALL);
});

test('bytes are counted either way, with the heads of their packets', async () => {
  const { env, engine } = await openThrifty({ value: undefined });
  const before = engine.dataUsed();
  expect(before).toBeGreaterThan(0);
  const frame = marketFrame(1, env.now(), [1, 1.1, 1.1, 1, env.now()]);
  env.socket().say(frame);
  expect(engine.dataUsed() - before).toBe(JSON.stringify(frame).length + 76);
  const sent = env.socket().sent.length;
  const inHand = engine.dataUsed();
  env.advance(HEARTBEAT_MS);
  expect(env.socket().sent.slice(sent)).toEqual(['ping']);
  expect(engine.dataUsed() - inHand).toBe('ping'.length + 76);
});

test('a new connection asks for the same rows', async () => {
  const { env, engine } = await openThrifty({ value: 4 });
  engine.watch(ids(1));
  env.advance(1_500);
  env.socket().drop();
  while (env.sockets.length === 1) env.advance(500);
  env.socket().accept();
  const commands = env.socket().commands();
  expect(commands).toContainEqual({ cmd: 'sub', topic: 'DAY_MARKET', params: { rows: [1], hz: 4, ...ALL } });
});

test('a server from before there were frames in few bytes, two prices or fast rows is asked for less and less', async () => {
  const { env, asked, refuse } = await openThrifty({ value: 4 });
  asked();
  // Of the first subscription, which the second has replaced.
  refuse();
  expect(asked()).toEqual([]);
  refuse();
  expect(asked()).toEqual([{ rows: [], hz: 4, ask: 1 }]);
  refuse();
  expect(asked()).toEqual([{ rows: [], hz: 4 }]);
  refuse();
  // The rows may have been at fault.
  expect(asked()).toEqual([ALL]);
  refuse();
  expect(asked()).toEqual([{ ask: 1 }]);
  refuse();
  expect(asked()).toEqual([undefined]);
  env.advance(3_000);
  expect(asked()).toEqual([]);
});
