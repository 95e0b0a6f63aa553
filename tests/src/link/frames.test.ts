import { describe, expect, test } from 'vitest';
import { FROM_PAGE, FROM_WORKER, type PageMessage } from '../../../shared/bridge-protocol.ts';
import { STALE_AFTER_MS } from '../../../shared/limits.ts';
import { sharedFrameBytes } from '../../../shared/shared-frame.ts';
import type { EngineLink } from '../../../src/link/engine.ts';
import { createFrameFeed } from '../../../src/link/frames.ts';
import { streamFromPort } from '../../../src/link/stream-port.ts';
import { type FrameWriter, frameWriter } from '../../../worker/bridge/shared-frame.ts';
import { manualClock } from '../manual-clock.ts';

/** A feed whose worker is this test: it has the other end of each subscription's port. */
function feedOf(memory?: SharedArrayBuffer) {
  const clock = manualClock();
  const applied: number[] = [];
  const opened: { readonly port: MessagePort; readonly heard: PageMessage[] }[] = [];
  let late = 0;
  const link: Pick<EngineLink, 'stream' | 'keep'> = {
    stream(_open, next) {
      const { port1, port2 } = new MessageChannel();
      const heard: PageMessage[] = [];
      port1.onmessage = ({ data }: MessageEvent<PageMessage>) => heard.push(data);
      opened.push({ port: port1, heard });
      const subscription = streamFromPort(port2).subscribe({ next: next as (value: unknown) => void });
      return () => subscription.unsubscribe();
    },
    keep: (_key, run) => {
      run({ shareFrames: async () => {} } as never);
    },
  };
  const feed = createFrameFeed({
    link: link as EngineLink,
    clock,
    apply: (frame) => applied.push(frame[0] ?? Number.NaN),
    onLate: () => {
      late++;
    },
    memory: () => memory,
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  return {
    feed,
    clock,
    applied,
    settle,
    subscriptions: () => opened.length,
    late: () => late,
    heard: () => opened.at(-1)?.heard.map(([kind]) => kind) ?? [],
    async send(value: number) {
      const frame = Float64Array.of(value, 0);
      opened.at(-1)?.port.postMessage([FROM_WORKER.frame, frame], [frame.buffer]);
      await settle();
    },
    end: () => {
      for (const { port } of opened) port.close();
    },
  };
}

describe('the frame feed', () => {
  test('asks for nothing until something is on the screen, and stops when nothing is', async () => {
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

  test('applies a frame when the page paints and gives its buffer back then', async () => {
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

  test('drops a frame that lay in a sleeping page and asks for a new one', async () => {
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
  const shared = () => {
    const memory = new SharedArrayBuffer(sharedFrameBytes(4));
    const writer: FrameWriter = frameWriter(memory);
    return { ...feedOf(memory), writer };
  };

  test('applies what is newest when the page paints, even if it was not sent', async () => {
    const { feed, clock, applied, send, writer, end } = shared();
    feed.want(true);
    writer.write(Float64Array.of(1, 0));
    await send(1);
    writer.write(Float64Array.of(2, 0));
    clock.paint();
    expect(applied).toEqual([2]);
    end();
  });

  test('never goes back to an older frame that was on its way', async () => {
    const { feed, clock, applied, send, writer, settle, heard, end } = shared();
    feed.want(true);
    writer.write(Float64Array.of(1, 0));
    await send(1);
    writer.write(Float64Array.of(3, 0));
    clock.paint();
    await send(2);
    clock.paint();
    expect(applied).toEqual([3]);
    await settle();
    expect(heard().filter((kind) => kind === FROM_PAGE.returned)).toHaveLength(2);
    end();
  });

  test('looks for frames that follow at once in each painted frame, and asks for a message when none follows', async () => {
    const { feed, clock, applied, send, writer, settle, heard, end } = shared();
    const next = async (value?: number) => {
      if (value !== undefined) writer.write(Float64Array.of(value, 0));
      await clock.pass(16);
      clock.paint();
    };
    feed.want(true);
    await next(1);
    await send(1);
    await next();
    await next(2);
    await send(2);
    await next();
    expect(applied).toEqual([1, 2]);
    for (const value of [3, 4, 5]) await next(value);
    await settle();
    expect(applied).toEqual([1, 2, 3, 4, 5]);
    expect(heard().filter((kind) => kind === FROM_PAGE.returned)).toHaveLength(1);
    for (let paints = 0; paints < 3; paints++) await next();
    await settle();
    expect(heard().filter((kind) => kind === FROM_PAGE.returned)).toHaveLength(2);
    await next(6);
    expect(applied).toEqual([1, 2, 3, 4, 5]);
    end();
  });

  test('lets no message that was overtaken come back when a frame is too large for the memory', async () => {
    const { feed, clock, applied, send, writer, settle, heard, end } = shared();
    feed.want(true);
    writer.write(Float64Array.of(1, 0));
    await send(1);
    clock.paint();
    await clock.pass(16);
    writer.write(Float64Array.of(2, 0));
    await send(2);
    clock.paint();
    writer.write(new Float64Array(5).fill(3));
    clock.paint();
    expect(applied).toEqual([1, 2]);
    await settle();
    expect(heard().filter((kind) => kind === FROM_PAGE.returned)).toHaveLength(2);
    end();
  });

  test('applies the message where the memory is empty or too small', async () => {
    const { feed, clock, applied, send, writer, end } = shared();
    feed.want(true);
    await send(1);
    clock.paint();
    writer.write(new Float64Array(5).fill(2));
    await send(2);
    clock.paint();
    expect(applied).toEqual([1, 2]);
    end();
  });
});
