import { expect, test } from 'vitest';
import type { Topic } from '../../../shared/contract/socket.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { createCounters } from '../../../shared/stream/counters.ts';
import { createTopics } from '../../../worker/socket/topics.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

function setUp() {
  const clock = createManualClock(timestampMs(0));
  const counters = createCounters();
  const sent: string[] = [];
  const refused: string[] = [];
  const topics = createTopics({
    env: clock,
    counters,
    send: (text) => {
      const { cmd, topic, params } = JSON.parse(text);
      sent.push([cmd, topic ?? params?.token].filter((part) => part !== undefined).join(' '));
    },
    onRefused: (token) => refused.push(token),
  });
  const take = () => sent.splice(0);
  const ack = (cmd: 'sub' | 'unsub' | 'login' | 'logout', topic?: Topic, code = 1) =>
    topics.acknowledged({ cmd, code, msg: '', ...(topic === undefined ? {} : { topic }) });
  return { topics, clock, counters, refused, take, ack };
}

const K: Topic = 'KLINE.EURUSD';

// spec: 7.62
test('a topic is subscribed once for all holders, and unsubscribed by the last', () => {
  const { topics, take } = setUp();
  topics.opened();
  const [first, second] = [topics.hold(K), topics.hold(K)];
  expect(take()).toEqual([`sub ${K}`]);
  first();
  first();
  expect(take()).toEqual([]);
  second();
  expect(take()).toEqual([`unsub ${K}`]);
});

test('held topics are subscribed again on each connection, and their numbers start at 1', () => {
  const { topics, take } = setUp();
  topics.hold(K);
  expect(take()).toEqual([]);
  topics.opened();
  expect(take()).toEqual([`sub ${K}`]);
  expect([1, 2, 3].map((seq) => topics.accept(K, seq))).toEqual(['snapshot', 'next', 'next']);
  topics.closed();
  expect(topics.accept(K, 4)).toBe('drop');
  topics.opened();
  expect(take()).toEqual([`sub ${K}`]);
  expect(topics.accept(K, 1)).toBe('snapshot');
});

test('a gap requests a new subscription, and frames are ignored until the old one has ended', () => {
  const { topics, take, ack, counters } = setUp();
  topics.hold(K);
  topics.opened();
  topics.accept(K, 1);
  take();
  expect(topics.accept(K, 3)).toBe('drop');
  expect(take()).toEqual([`unsub ${K}`, `sub ${K}`]);
  expect(topics.accept(K, 4)).toBe('drop');
  ack('unsub', K);
  expect(topics.accept(K, 5)).toBe('snapshot');
  expect(topics.accept(K, 6)).toBe('next');
  expect(counters.gap).toBe(1);
});

test('a lost list of closed orders requests the open ones: snapshots of closed ones are empty', () => {
  const { topics, take, ack } = setUp();
  topics.setToken('t');
  for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED'] as const) topics.hold(topic);
  topics.opened();
  ack('login');
  for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED'] as const) topics.accept(topic, 1);
  take();
  expect(topics.accept('FOREX_CLOSED', 3)).toBe('drop');
  expect(take().toSorted()).toEqual([
    'sub FOREX_CLOSED',
    'sub FOREX_TRADE',
    'unsub FOREX_CLOSED',
    'unsub FOREX_TRADE',
  ]);
});

test('a server that restarts its numbers after a new subscription is supported too', () => {
  const { topics, ack } = setUp();
  topics.hold(K);
  topics.opened();
  topics.accept(K, 1);
  topics.accept(K, 9);
  ack('unsub', K);
  expect([1, 2].map((seq) => topics.accept(K, seq))).toEqual(['snapshot', 'next']);
});

test('a topic that is held again goes on with its numbers', () => {
  const { topics, ack, counters } = setUp();
  topics.opened();
  const release = topics.hold(K);
  expect([1, 2].map((seq) => topics.accept(K, seq))).toEqual(['snapshot', 'next']);
  release();
  ack('unsub', K);
  topics.hold(K);
  expect([3, 4].map((seq) => topics.accept(K, seq))).toEqual(['snapshot', 'next']);
  expect(counters.gap).toBe(0);
});

test('a repeated frame is dropped, swapped frames count as a gap', () => {
  const { topics, counters, ack } = setUp();
  topics.hold(K);
  topics.opened();
  expect([1, 2, 2, 1].map((seq) => topics.accept(K, seq))).toEqual(['snapshot', 'next', 'drop', 'drop']);
  expect(counters.duplicate).toBe(2);
  expect([4, 3].map((seq) => topics.accept(K, seq))).toEqual(['drop', 'drop']);
  ack('unsub', K);
  expect(topics.accept(K, 5)).toBe('snapshot');
});

test('a lost snapshot is requested again', () => {
  const { topics, take } = setUp();
  topics.hold(K);
  topics.opened();
  take();
  expect(topics.accept(K, 2)).toBe('drop');
  expect(take()).toEqual([`unsub ${K}`, `sub ${K}`]);
});

test('a subscription without an answer is repeated after five seconds', () => {
  const { topics, take, clock, ack } = setUp();
  topics.hold(K);
  topics.opened();
  take();
  clock.advance(5_000);
  expect(take()).toEqual([`unsub ${K}`, `sub ${K}`]);
  ack('unsub', K);
  ack('sub', K);
  clock.advance(60_000);
  expect(take()).toEqual([]);
});

test('a refused topic is not retried until a new subscriber comes', () => {
  const { topics, take, clock, ack } = setUp();
  topics.hold(K);
  topics.opened();
  take();
  ack('sub', K, 4000);
  clock.advance(60_000);
  expect(take()).toEqual([]);
  topics.hold(K);
  expect(take()).toEqual([`sub ${K}`]);
});

test('private topics wait for the login on every connection', () => {
  const { topics, take, ack } = setUp();
  topics.hold('FOREX_TRADE');
  topics.hold('DAY_MARKET');
  topics.setToken('t');
  for (let connection = 0; connection < 2; connection++) {
    topics.opened();
    expect(take()).toEqual(['login t', 'sub DAY_MARKET']);
    ack('login');
    expect(take()).toEqual(['sub FOREX_TRADE']);
    topics.closed();
  }
});

test('a refused token is reported once and never sent again', () => {
  const { topics, take, ack, refused, clock } = setUp();
  topics.setToken('t');
  topics.opened();
  take();
  ack('login', undefined, 999);
  expect(refused).toEqual(['t']);
  clock.advance(60_000);
  topics.closed();
  topics.opened();
  expect(take()).toEqual([]);
});

test('a session that the server ends is reported too', () => {
  const { topics, ack, refused } = setUp();
  topics.setToken('t');
  topics.opened();
  ack('login');
  ack('login', undefined, 999);
  expect(refused).toEqual(['t']);
});

test('the answer to an earlier token does not apply to the next', () => {
  const { topics, ack, refused, take } = setUp();
  topics.hold('FOREX_TRADE');
  topics.opened();
  topics.setToken('old');
  topics.setToken('new');
  expect(take()).toEqual(['login old', 'logout', 'login new']);
  ack('login', undefined, 999);
  expect(refused).toEqual([]);
  ack('login');
  expect(take()).toEqual(['sub FOREX_TRADE']);
});

// spec: 4.2
test('logging out unsubscribes private topics first', () => {
  const { topics, ack, take } = setUp();
  topics.hold('FOREX_TRADE');
  topics.setToken('t');
  topics.opened();
  ack('login');
  take();
  topics.setToken(undefined);
  expect(take()).toEqual(['unsub FOREX_TRADE', 'logout']);
  expect(topics.accept('FOREX_TRADE', 1)).toBe('drop');
});
