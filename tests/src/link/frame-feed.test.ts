import { describe, expect, test } from 'vitest';
import { FROM_PAGE, FROM_WORKER, type PageMessage } from '../../../shared/bridge/stream-protocol.ts';
import { STALE_AFTER_MS } from '../../../shared/limits.ts';
import type { EngineLink } from '../../../src/link/engine-link.ts';
import { createFrameFeed } from '../../../src/link/frame-feed.ts';
import { streamFromPort } from '../../../src/link/stream-port.ts';
import { manualClock } from '../manual-clock.ts';

/** A feed whose worker is this test, which has the other end of each subscription's port. */
function feedOf() {
  const clock = manualClock();
  const applied: number[] = [];
  const opened: { readonly port: MessagePort; readonly heard: PageMessage[] }[] = [];
  let late = 0;
  const link: Pick<EngineLink, 'stream'> = {
    stream(_open, next) {
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
    apply: (frame) => applied.push(frame[0] ?? Number.NaN),
    onLate: () => {
      late++;
    },
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

  test('applies only the newest of two frames, and returns the buffer of the other at once', async () => {
    const { feed, clock, applied, send, heard, end } = feedOf();
    feed.want(true);
    await send(1);
    await send(2);
    expect(heard()).toEqual([FROM_PAGE.subscribe, FROM_PAGE.returned]);
    clock.paint();
    expect(applied).toEqual([2]);
    end();
  });

  test('applies no frame that arrived before it was stopped', async () => {
    const { feed, clock, applied, send, end } = feedOf();
    feed.want(true);
    await send(1);
    feed.want(false);
    clock.paint();
    feed.want(true);
    clock.paint();
    expect(applied).toEqual([]);
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
