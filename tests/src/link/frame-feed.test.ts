import { describe, expect, test } from 'vitest';
import { sharedFrameBytes } from '../../../shared/bridge/shared-frame.ts';
import { FROM_PAGE, FROM_WORKER, type PageMessage } from '../../../shared/bridge/stream-protocol.ts';
import { STALE_AFTER_MS } from '../../../shared/limits.ts';
import type { EngineLink } from '../../../src/link/engine-link.ts';
import { createFrameFeed } from '../../../src/link/frame-feed.ts';
import { streamFromPort } from '../../../src/link/stream-port.ts';
import { type FrameWriter, frameWriter } from '../../../worker/bridge/shared-frame.ts';
import { manualClock } from '../manual-clock.ts';

/** A feed whose worker is this test, which has the other end of each subscription's port. */
function feedOf(sharedBytes = 0) {
  const clock = manualClock();
  const applied: number[] = [];
  const opened: { readonly port: MessagePort; readonly heard: PageMessage[] }[] = [];
  const asked: string[] = [];
  /** Called while a frame is applied. */
  const during: (() => unknown)[] = [];
  let writer: FrameWriter | undefined;
  let late = 0;
  const engine = {
    async frames() {
      asked.push('frames');
    },
    async sharedFrames(memory: SharedArrayBuffer) {
      asked.push('sharedFrames');
      writer = frameWriter(memory);
    },
  };
  const link: Pick<EngineLink, 'stream'> = {
    stream(open, next) {
      void open(engine as never);
      const { port1, port2 } = new MessageChannel();
      const heard: PageMessage[] = [];
      port1.onmessage = ({ data }: MessageEvent<PageMessage>) => heard.push(data);
      opened.push({ port: port1, heard });
      const subscription = streamFromPort(port2).subscribe({ next: next as (value: unknown) => void });
      return () => subscription.unsubscribe();
    },
  };
  const feed = createFrameFeed({
    link: link as EngineLink,
    clock,
    apply(frame) {
      applied.push(frame[0] ?? Number.NaN);
      void during.shift()?.();
    },
    onLate: () => {
      late++;
    },
    sharedBytes,
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  return {
    feed,
    clock,
    applied,
    settle,
    asked,
    during,
    subscriptions: () => opened.length,
    late: () => late,
    heard: () => opened.at(-1)?.heard.map(([kind]) => kind) ?? [],
    async send(value: number) {
      const frame = Float64Array.of(value, 0);
      opened.at(-1)?.port.postMessage([FROM_WORKER.frame, frame], [frame.buffer]);
      await settle();
    },
    /** Writes as the worker does. @returns whether the page was notified */
    async write(value: number) {
      const told = writer?.(Float64Array.of(value, 0));
      if (told !== undefined) opened.at(-1)?.port.postMessage([FROM_WORKER.next, told]);
      await settle();
      return told !== undefined;
    },
    end: () => {
      for (const { port } of opened) port.close();
    },
  };
}

describe('the frame feed', () => {
  test('requests nothing until a ticking element is on the screen, and stops when none is', async () => {
    const { feed, settle, subscriptions, heard, end } = feedOf();
    expect(subscriptions()).toBe(0);
    feed.want(true);
    feed.want(true);
    expect(subscriptions()).toBe(1);
    feed.want(false);
    await settle();
    expect(heard()).toEqual([FROM_PAGE.subscribe, FROM_PAGE.unsubscribe]);
    end();
  });

  test('applies a frame when the page paints and returns its buffer then', async () => {
    const { feed, clock, applied, send, settle, heard, end } = feedOf();
    feed.want(true);
    await send(1);
    expect(applied).toEqual([]);
    expect(heard()).toEqual([FROM_PAGE.subscribe]);
    clock.paint();
    expect(applied).toEqual([1]);
    await settle();
    expect(heard()).toEqual([FROM_PAGE.subscribe, FROM_PAGE.returned]);
    clock.paint();
    expect(applied).toEqual([1]);
    end();
  });

  test('drops a frame that waited in a sleeping page and requests a new one', async () => {
    const { feed, clock, applied, send, late, subscriptions, end } = feedOf();
    feed.want(true);
    await send(1);
    await clock.pass(STALE_AFTER_MS + 1);
    clock.paint();
    expect(applied).toEqual([]);
    expect(late()).toBe(1);
    expect(subscriptions()).toBe(2);
    await send(2);
    clock.paint();
    expect(applied).toEqual([2]);
    end();
  });
});

describe('the frame feed with shared memory', () => {
  test('applies the newest frame when the page paints, after one message', async () => {
    const { feed, clock, applied, write, asked, heard, end } = feedOf(sharedFrameBytes(4));
    feed.want(true);
    expect([await write(1), await write(2), await write(3)]).toEqual([true, false, false]);
    clock.paint();
    expect(applied).toEqual([3]);
    expect(await write(4)).toBe(true);
    clock.paint();
    clock.paint();
    expect(applied).toEqual([3, 4]);
    expect(asked).toEqual(['sharedFrames']);
    expect(heard()).toEqual([FROM_PAGE.subscribe]);
    end();
  });

  test('paints once more for a frame that arrived during a paint', async () => {
    const { feed, clock, applied, write, during, end } = feedOf(sharedFrameBytes(4));
    feed.want(true);
    await write(1);
    during.push(() => write(2));
    clock.paint();
    expect(applied).toEqual([1]);
    clock.paint();
    expect(applied).toEqual([1, 2]);
    expect(await write(3)).toBe(true);
    clock.paint();
    expect(applied).toEqual([1, 2, 3]);
    end();
  });

  test('drops a frame that waited in a sleeping page, and requests again with new memory', async () => {
    const { feed, clock, applied, write, asked, late, end } = feedOf(sharedFrameBytes(4));
    feed.want(true);
    await write(1);
    await clock.pass(STALE_AFTER_MS + 1);
    clock.paint();
    expect([applied, late()]).toEqual([[], 1]);
    expect(asked).toEqual(['sharedFrames', 'sharedFrames']);
    expect(await write(2)).toBe(true);
    clock.paint();
    expect(applied).toEqual([2]);
    end();
  });

  test('switches to messages from the first frame that is too large for the memory', async () => {
    const { feed, clock, applied, write, send, asked, end } = feedOf(sharedFrameBytes(1));
    feed.want(true);
    await write(1);
    expect(asked).toEqual(['sharedFrames', 'frames']);
    await send(2);
    clock.paint();
    expect(applied).toEqual([2]);
    feed.want(false);
    feed.want(true);
    expect(asked).toEqual(['sharedFrames', 'frames', 'frames']);
    end();
  });
});
