import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../server/clock.ts';
import { clockReadings } from '../../../server/clock-readings.ts';
import {
  createFlusher,
  type Flushable,
  type FlushEffect,
  type FlushEvent,
  type FlushState,
  step,
} from '../../../server/socket/flusher.ts';

/** A clock on which work takes time. */
function workingClock() {
  let now = 0;
  const timers: { readonly at: number; readonly run: () => void }[] = [];
  const clock: Clock = {
    ...clockReadings({ wall: () => now, steady: () => now }),
    after(delayMs, run) {
      const timer = { at: now + delayMs, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    every: () => () => undefined,
  };
  return {
    clock,
    work: (ms: number) => {
      now += ms;
    },
    /** Runs the next timer; @returns its time, undefined without a timer. */
    next(): number | undefined {
      timers.sort((a, b) => a.at - b.at);
      const timer = timers.shift();
      if (timer === undefined) return undefined;
      now = Math.max(now, timer.at);
      timer.run();
      return timer.at;
    },
    now: () => now,
  };
}

function topicsThatTake(ms: number, count: number, writing?: () => Promise<void> | undefined) {
  const time = workingClock();
  const flusher = createFlusher(time.clock, writing);
  const flushed: { readonly topic: number; readonly at: number }[] = [];
  const topics: Flushable[] = Array.from({ length: count }, (_, topic) => ({
    flush() {
      flushed.push({ topic, at: time.now() });
      time.work(ms);
      return false;
    },
  }));
  const request = () => {
    for (const topic of topics) flusher.request(topic);
  };
  return { ...time, flusher, flushed, request };
}

describe('flushing', () => {
  it('happens at most every 16 ms, each topic once for any number of requests', () => {
    const { flushed, request, next } = topicsThatTake(0, 3);
    request();
    request();
    expect(next()).toBe(16);
    expect(flushed.map(({ topic }) => topic)).toEqual([0, 1, 2]);
    expect(next()).toBeUndefined();
    request();
    expect(next()).toBe(32);
  });

  it('of many rows is split into slices, between which the thread is free', () => {
    const { flushed, request, next } = topicsThatTake(1, 6);
    request();
    next();
    expect(flushed.map(({ topic }) => topic)).toEqual([0]);
    for (let slice = 2; slice <= 6; slice++) next();
    expect(flushed.map(({ topic }) => topic)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(next()).toBeUndefined();
  });

  it.each([
    // Work of a round -> ms until the next one may begin.
    [0, 16],
    [2, 16],
    [10, 30],
    [20, 20],
    [100, 16],
  ])('of %d ms is followed by a rest of %d ms', (work, rest) => {
    const { request, next, now } = topicsThatTake(work, 1);
    request();
    next();
    const ended = now();
    request();
    expect(next()).toBe(ended + rest);
  });

  it('requested during a round happens in the next one, after the rest between them', () => {
    const { flushed, request, next, flusher, now } = topicsThatTake(3, 2);
    const late: Flushable = { flush: () => flushed.push({ topic: 9, at: now() }) < 0 };
    request();
    next();
    flusher.request(late);
    while (next() !== undefined);
    expect(flushed).toEqual([
      { topic: 0, at: 16 },
      { topic: 1, at: 19 },
      { topic: 9, at: 22 + 18 },
    ]);
  });

  it('lets a running write end first, and its answer leave', async () => {
    const write = Promise.withResolvers<void>();
    let writing: Promise<void> | undefined = write.promise;
    const { flushed, request, next } = topicsThatTake(1, 2, () => writing);
    request();
    next();
    expect(flushed).toEqual([]);
    writing = undefined;
    write.resolve();
    await write.promise;
    expect(flushed).toEqual([]);
    expect(next()).toBe(16);
    expect(flushed).toEqual([{ topic: 0, at: 16 }]);
  });

  it('waits before each slice, but not long for a slow disk', async () => {
    const write = Promise.withResolvers<void>();
    const { flushed, request, next } = topicsThatTake(1, 2, () => write.promise);
    request();
    while (next() !== undefined);
    expect(flushed).toEqual([
      { topic: 0, at: 18 },
      { topic: 1, at: 21 },
    ]);
    write.resolve();
    await write.promise;
    expect(next()).toBeUndefined();
  });

  it('continues when the awaited write failed', async () => {
    const write = Promise.reject(new Error('full disk'));
    const { flushed, request, next } = topicsThatTake(1, 1, () => write);
    request();
    next();
    await write.catch(() => undefined);
    next();
    expect(flushed).toEqual([{ topic: 0, at: 16 }]);
  });

  it('continues when the clock is set back', () => {
    const { flushed, request, next, work } = topicsThatTake(10, 1);
    request();
    next();
    work(-3_600_000);
    request();
    next();
    expect(flushed.map(({ at }) => at)).toEqual([16, 26 - 3_600_000 + 40]);
  });

  it('stops, also while it waits for a write', async () => {
    const write = Promise.withResolvers<void>();
    const { flushed, request, next, flusher } = topicsThatTake(1, 1, () => write.promise);
    request();
    next();
    flusher.stop();
    write.resolve();
    await write.promise;
    expect(next()).toBeUndefined();
    expect(flushed).toEqual([]);
  });

  it('stops', () => {
    const { flushed, request, next, flusher } = topicsThatTake(3, 4);
    request();
    next();
    flusher.stop();
    while (next() !== undefined);
    expect(flushed).toHaveLength(1);
  });
});

describe('a step of the flusher', () => {
  const NOW = 1_000;
  const [write, older] = [Promise.resolve(), Promise.resolve()];
  const round = { begunAtMs: 980, workedMs: 4 };
  const idle: FlushState = { status: 'idle', restUntilMs: 0 };
  const planned: FlushState = { status: 'planned' };
  const serving: FlushState = { status: 'serving', round };
  const yielding: FlushState = { status: 'yielding', round, write };
  const settled: FlushState = { status: 'yielding', round, write: 'settled' };
  const stopped: FlushState = { status: 'stopped' };
  const timer = (delayMs: number): FlushEffect => ({ type: 'timer', delayMs });
  const due = (under?: Promise<void>): FlushEvent => ({ type: 'due', write: under });
  const served = (left: number, requested: number, workedMs = 2): FlushEvent => ({
    type: 'served',
    workedMs,
    left,
    requested,
  });
  const requested: FlushEvent = { type: 'requested' };
  const written: FlushEvent = { type: 'written', write };
  const first = { begunAtMs: NOW, workedMs: 0 };
  const worked = { begunAtMs: 980, workedMs: 6 };
  const waitFor: FlushEffect[] = [timer(2), { type: 'await-write', write }];

  it.each<[string, FlushState, FlushEvent, FlushState, FlushEffect[]]>([
    ['plans a round for the first request', idle, requested, planned, [timer(16)]],
    ['rests after much work', { status: 'idle', restUntilMs: NOW + 30 }, requested, planned, [timer(30)]],
    [
      'rests 40 ms at most, as when the clock was set back',
      { status: 'idle', restUntilMs: NOW + 9_000 },
      requested,
      planned,
      [timer(40)],
    ],
    ['plans one round for many requests', planned, requested, planned, []],
    ['leaves a request during a round to the next one', serving, requested, serving, []],
    ['leaves a request while it yields to the next round', yielding, requested, yielding, []],
    [
      'begins a round with the topics requested by then',
      planned,
      due(),
      { status: 'serving', round: first },
      [{ type: 'take' }, { type: 'serve' }],
    ],
    [
      'lets a write go first when a round begins',
      planned,
      due(write),
      { status: 'yielding', round: first, write },
      [{ type: 'take' }, ...waitFor],
    ],
    ['serves the next slice', serving, due(), serving, [{ type: 'serve' }]],
    ['lets a write go before the next slice', serving, due(write), yielding, waitFor],
    ['gives the replies a turn once the write is done', yielding, written, settled, [timer(0)]],
    ['then serves, also during later writes', settled, due(older), serving, [{ type: 'serve' }]],
    ['serves when the write takes too long', yielding, due(write), serving, [{ type: 'serve' }]],
    ['ignores a write that it waited for earlier', yielding, { type: 'written', write: older }, yielding, []],
    ['ignores a write that is done after its patience ran out', serving, written, serving, []],
    [
      'frees the thread for a turn between slices',
      serving,
      served(3, 0),
      { status: 'serving', round: worked },
      [timer(0)],
    ],
    ['is idle after the last slice', serving, served(0, 0), { status: 'idle', restUntilMs: NOW + 18 }, []],
    [
      'ends its rest 40 ms after the round began',
      serving,
      served(0, 0, 90),
      { status: 'idle', restUntilMs: 1_020 },
      [],
    ],
    ['plans the next round after its rest', serving, served(0, 5), planned, [timer(18)]],
    ['stops', yielding, { type: 'stop' }, stopped, [{ type: 'cancel-timer' }]],
    ['plans nothing once stopped', stopped, requested, stopped, []],
    ['does not wait once stopped', stopped, written, stopped, []],
    ['serves nothing once stopped', stopped, due(), stopped, []],
    ['ends with the slice in which it is stopped', stopped, served(3, 3), stopped, []],
  ])('%s', (_, state, event, next, effects) => {
    expect(step(state, event, NOW)).toEqual({ state: next, effects });
  });
});
