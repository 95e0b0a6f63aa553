import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../server/clock.ts';
import type { Subscription } from '../../../server/socket/audience.ts';
import { createAudience } from '../../../server/socket/audience.ts';
import { createFlusher, type Flushable } from '../../../server/socket/flusher.ts';
import type { MarketTopic } from '../../../server/socket/market-topics.ts';
import { createParts } from '../../../server/socket/parts.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { timestampMs } from '../../../shared/domain/time.ts';

/** A clock on which work takes time. */
function workingClock() {
  let now = 0;
  const timers: { readonly at: number; readonly run: () => void }[] = [];
  const clock: Clock = {
    now: () => timestampMs(now),
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
    /** Runs the timer that is due next; @returns when that is, undefined without any. */
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
  it('is done at most every 16 ms, each topic once however often it was asked for', () => {
    const { flushed, request, next } = topicsThatTake(0, 3);
    request();
    request();
    expect(next()).toBe(16);
    expect(flushed.map(({ topic }) => topic)).toEqual([0, 1, 2]);
    expect(next()).toBeUndefined();
    request();
    expect(next()).toBe(32);
  });

  it('of much is cut into slices, between which the thread is free', () => {
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

  it('that was asked for during a round is in the next one, after the rest between them', () => {
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

  it('lets a write that is under way end first, and the answer to it go out', async () => {
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

  it('waits before each slice, but never long for a slow disk', async () => {
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

  it('goes on when what it waited for failed', async () => {
    const write = Promise.reject(new Error('full disk'));
    const { flushed, request, next } = topicsThatTake(1, 1, () => write);
    request();
    next();
    await write.catch(() => undefined);
    next();
    expect(flushed).toEqual([{ topic: 0, at: 16 }]);
  });

  it('goes on when the clock is set back', () => {
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

describe('a topic of many subscribers', () => {
  const subscriber = (): Subscription => ({
    line: { bufferedBytes: () => 0, send: () => undefined },
    topicJson: '"X"',
    counter: { seq: 0 },
    state: 'new',
  });

  function scene() {
    const made: MarketTopic[] = [];
    const touched: number[] = [];
    let idle = 0;
    const parts = createParts(
      (onIdle) => {
        const number = made.length;
        const part: MarketTopic = {
          audience: createAudience(),
          onIdle,
          flush: () => false,
          touch: () => void touched.push(number),
        };
        made.push(part);
        return part;
      },
      () => {
        idle++;
      },
    );
    const join = () => {
      const [part, one] = [parts.open(), subscriber()];
      part.audience.add(one);
      return () => {
        part.audience.remove(one);
        if (part.audience.size === 0) part.onIdle();
      };
    };
    return { parts, made, touched, join, idle: () => idle };
  }

  it('is in parts of fifty, all of which a tick touches', () => {
    const { parts, made, touched, join } = scene();
    for (let i = 0; i < 120; i++) join();
    expect(made.map(({ audience }) => audience.size)).toEqual([50, 50, 20]);
    parts.touch(instrumentId(1));
    expect(touched).toEqual([0, 1, 2]);
  });

  it('fills the places that were left, and forgets a part that everybody has left', () => {
    const { parts, made, touched, join, idle } = scene();
    const leave = Array.from({ length: 60 }, join);
    leave[3]?.();
    join();
    expect(made.map(({ audience }) => audience.size)).toEqual([50, 10]);
    for (const one of leave.slice(50)) one();
    parts.touch(instrumentId(1));
    expect([touched, idle()]).toEqual([[0], 0]);
    join();
    expect(made).toHaveLength(3);
  });

  it('tells when the last one has left', () => {
    const { join, idle } = scene();
    const leave = [join(), join()];
    leave[0]?.();
    expect(idle()).toBe(0);
    leave[1]?.();
    expect(idle()).toBe(1);
  });
});
