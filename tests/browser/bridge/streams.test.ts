import { wrap } from 'comlink';
import { afterAll, describe, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { STREAM_WINDOW } from '../../../shared/bridge/stream-protocol.ts';
import type { Stream } from '../../../shared/bridge/worker-api.ts';
import { giveBack, receiveStreams } from '../../../src/link/stream-port.ts';
import type { BridgeApi } from './bridge-api.ts';
import { eventually } from './eventually.ts';

receiveStreams();
const worker = new Worker(new URL('./bridge-worker.ts', import.meta.url), { type: 'module' });
const api = wrap<BridgeApi>(worker);
afterAll(() => worker.terminate());

function collect<T>(stream: Stream<T>): Promise<{ readonly values: T[]; readonly error?: unknown }> {
  const values: T[] = [];
  return new Promise((resolve) => {
    stream.subscribe({
      next: (value) => values.push(value),
      error: (error) => resolve({ values, error }),
      complete: () => resolve({ values }),
    });
  });
}

/** Waits until the worker's state has changed this many times more. */
async function ticksPass(count: number): Promise<void> {
  const { ticks } = await api.counts();
  await eventually(async () => expect((await api.counts()).ticks).toBeGreaterThanOrEqual(ticks + count));
}

describe('an ordinary stream', () => {
  test('delivers every value in order and then completes', async () => {
    const count = STREAM_WINDOW * 10 + 7;
    const { values, error } = await collect(await api.numbers(count));
    expect(error).toBeUndefined();
    expect(values).toEqual(Array.from({ length: count }, (_, i) => i));
  });

  test('fails with only the name and the message of the error', async () => {
    const { error } = await collect(await api.failing());
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'Refused', message: 'no such stream' });
    expect(error).not.toHaveProperty('secret');
  });

  test('fails when a value can not be cloned', async () => {
    const { error } = await collect(await api.uncloneable());
    expect(error).toMatchObject({ name: 'DataCloneError' });
  });

  test('is unsubscribed in the worker too', async () => {
    const before = await api.counts();
    const subscription = (await api.never()).subscribe({ next() {} });
    await eventually(async () => expect((await api.counts()).subscriptions).toBe(before.subscriptions + 1));
    subscription.unsubscribe();
    await eventually(async () => expect(await api.counts()).toMatchObject(before));
  });

  test('accepts one subscription', async () => {
    const stream = await api.never();
    const subscription = stream.subscribe({ next() {} });
    expect(() => stream.subscribe({ next() {} })).toThrow('one subscription');
    subscription.unsubscribe();
  });

  test('leaves no port behind after a thousand subscriptions', async () => {
    for (let i = 0; i < 1_000; i++) (await api.never()).subscribe({ next() {} }).unsubscribe();
    await eventually(async () => expect(await api.counts()).toMatchObject({ ports: 0, subscriptions: 0 }));
  });

  test('leaves no port behind if it was never subscribed and is collected', async () => {
    for (let i = 0; i < 100; i++) await api.never();
    expect((await api.counts()).ports).toBeGreaterThan(0);
    await eventually(async () => {
      await cdp().send('HeapProfiler.collectGarbage');
      // The last one may still be on the stack of this test.
      expect((await api.counts()).ports).toBeLessThanOrEqual(1);
    });
  });
});

describe('a frame stream', () => {
  test('delivers the newest state to a page that was busy, in the buffer that it returned', async () => {
    const seen: Float64Array[] = [];
    const subscription = (await api.frames(2)).subscribe({ next: (frame) => seen.push(frame) });
    const taken = async () => {
      await eventually(() => expect(seen).toHaveLength(1));
      const [frame = new Float64Array()] = seen.splice(0);
      const [made = 0, ticks = 0, reused] = frame;
      giveBack(frame);
      return { made, ticks, isReused: reused === 1 };
    };
    const first = await taken();
    await ticksPass(100);
    // The one that was made when the first came back.
    const second = await taken();
    const third = await taken();
    expect([second.made, third.made]).toEqual([first.made + 1, first.made + 2]);
    expect(third.ticks - first.ticks).toBeGreaterThanOrEqual(100);
    expect([first, second, third].map(({ isReused }) => isReused)).toEqual([false, true, true]);
    subscription.unsubscribe();
  });

  test('sends no further frame until its buffer is returned', async () => {
    const frames: Float64Array[] = [];
    const subscription = (await api.frames(2)).subscribe({ next: (frame) => frames.push(frame) });
    await eventually(() => expect(frames).toHaveLength(1));
    const { framesMade } = await api.counts();
    await ticksPass(100);
    expect((await api.counts()).framesMade).toBe(framesMade);
    expect(frames).toHaveLength(1);
    for (const frame of frames) giveBack(frame);
    expect(frames[0]).toHaveLength(0);
    await eventually(() => expect(frames).toHaveLength(2));
    subscription.unsubscribe();
  });
});
