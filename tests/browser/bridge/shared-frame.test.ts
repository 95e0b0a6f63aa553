import { wrap } from 'comlink';
import { afterAll, expect, test } from 'vitest';
import { sharedFrameBytes } from '../../../shared/bridge/shared-frame.ts';
import { frameReader, sharedFrameRoom } from '../../../src/link/shared-frame.ts';
import { giveBack, receiveStreams } from '../../../src/link/stream-port.ts';
import type { BridgeApi } from './bridge-api.ts';

receiveStreams();
const worker = new Worker(new URL('./bridge-worker.ts', import.meta.url), { type: 'module' });
const api = wrap<BridgeApi>(worker);
afterAll(() => worker.terminate());

test('an isolated page shares memory with the worker', () => {
  expect(sharedFrameRoom()).toBeGreaterThan(10_000);
});

test('shared memory carries the same frames as messages', async () => {
  const memory = new SharedArrayBuffer(sharedFrameBytes(64));
  const reader = frameReader(memory);
  expect(reader.read()).toBe('same');
  await api.share(memory);
  const stream = await api.frames(2);
  let compared = 0;
  await new Promise<void>((resolve) => {
    const subscription = stream.subscribe({
      next(frame) {
        expect(reader.read()).toBe('fresh');
        expect([...reader.frame.subarray(0, frame.length)]).toEqual([...frame]);
        expect(reader.read()).toBe('same');
        giveBack(frame);
        if (++compared < 20) return;
        subscription.unsubscribe();
        resolve();
      },
    });
  });
});

test('a frame is read whole, however fast the writer is', async () => {
  const LENGTH = 2_000;
  const memory = new SharedArrayBuffer(sharedFrameBytes(LENGTH));
  const reader = frameReader(memory);
  await api.share(memory);
  const done = api.writeFrames(60_000, LENGTH).then(() => true);
  let fresh = 0;
  let last = 0;
  while (!(await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 0, false))]))) {
    for (let i = 0; i < 50; i++) {
      if (reader.read() !== 'fresh') continue;
      fresh++;
      const [first = 0] = reader.frame;
      expect(reader.frame.subarray(0, LENGTH).every((value) => value === first)).toBe(true);
      expect(first).toBeGreaterThan(last);
      last = first;
    }
  }
  expect(fresh).toBeGreaterThan(10);
  reader.read();
  expect(reader.frame[0]).toBe(60_000);
});

test('a frame too large for the memory is not written', async () => {
  const memory = new SharedArrayBuffer(sharedFrameBytes(2));
  const reader = frameReader(memory);
  await api.share(memory);
  await api.writeFrames(1, 2);
  expect(reader.read()).toBe('fresh');
  await api.writeFrames(1, 3);
  expect(reader.read()).toBe('same');
});

test('a page that requests messages reads the last frame, however fast the writer is', async () => {
  const FRAMES = 200_000;
  const memory = new SharedArrayBuffer(sharedFrameBytes(2));
  const reader = frameReader(memory);
  await api.share(memory);
  const stream = await api.tellFrames(FRAMES);
  await new Promise<void>((resolve) => {
    stream.subscribe({
      next() {
        do {
          while (reader.read() === 'busy');
        } while (!reader.ask());
        if (reader.frame[0] === FRAMES) resolve();
      },
    });
  });
});
