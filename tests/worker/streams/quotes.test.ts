import { describe, expect, test } from 'vitest';
import { FRESHNESS, HEADER, HEADER_LENGTH, QUOTE } from '../../../shared/bridge/market-frame.ts';
import type { OrderRequest } from '../../../shared/bridge/worker-api.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { price } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { collect, collectFrames, marketFrame, openScripted } from '../helpers/scripted-engine.ts';

const EURUSD = instrumentId(1);
const close = (frame: Float64Array | undefined) => frame?.[HEADER_LENGTH + QUOTE.close];
const day = (frame: Float64Array | undefined) =>
  [QUOTE.low, QUOTE.high].map((column) => frame?.[HEADER_LENGTH + column]);
const freshness = (frame: Float64Array | undefined) => frame?.[HEADER_LENGTH + QUOTE.freshness];

async function openLive() {
  const { env, engine } = await openScripted();
  env.socket().accept();
  engine.watch([EURUSD]);
  const { frames, acknowledge } = collectFrames(engine);
  let seq = 0;
  return {
    env,
    engine,
    frames,
    acknowledge,
    /** A frame that left the server `agoMs` ago. */
    tick(price: number, agoMs = 0) {
      const ts = env.now() - agoMs;
      env.socket().say(marketFrame(++seq, ts, [1, price, 1.2, 1, ts]));
    },
    /** The server answers the newest unsub and sub. */
    resubscribe() {
      env.socket().say({ cmd: 'unsub', topic: 'DAY_MARKET', code: 1, msg: '' });
    },
    resubscriptions: () =>
      env
        .socket()
        .commands()
        .filter(({ cmd }) => cmd === 'unsub').length,
  };
}

test('the page gets the low and high of the day, also of ticks that it was not there for, in points', async () => {
  const { env, frames, acknowledge } = await openLive();
  expect(day(frames.at(-1))).toEqual([Number.NaN, Number.NaN]);
  const closes = [1.21, 1.19, 1.23, 1.2];
  for (const [nth, close] of closes.entries())
    env.socket().say(marketFrame(nth + 1, env.now(), [1, close, 1.2, 1, env.now()]));
  acknowledge();
  expect(close(frames.at(-1))).toBe(120_000);
  expect(day(frames.at(-1))).toEqual([119_000, 123_000]);
});

describe('freshness', () => {
  test('turns stale after three seconds of silence and old after ten, each with its own frame', async () => {
    const { env, frames, acknowledge, tick } = await openLive();
    acknowledge();
    tick(1.21);
    expect(freshness(frames.at(-1))).toBe(FRESHNESS.live);
    acknowledge();
    const before = frames.length;
    env.advance(3_000);
    expect(frames).toHaveLength(before);
    env.advance(1);
    expect(freshness(frames.at(-1))).toBe(FRESHNESS.stale);
    acknowledge();
    env.advance(7_000);
    expect(freshness(frames.at(-1))).toBe(FRESHNESS.old);
    expect(frames).toHaveLength(before + 2);
  });

  test('turns stale three seconds after the tick that ended an earlier silence', async () => {
    const { env, frames, acknowledge, tick } = await openLive();
    acknowledge();
    for (const silenceMs of [5_000, 3_001]) {
      tick(1.21);
      expect(freshness(frames.at(-1))).toBe(FRESHNESS.live);
      acknowledge();
      env.advance(silenceMs);
      expect(freshness(frames.at(-1))).toBe(FRESHNESS.stale);
      acknowledge();
    }
  });

  test('a price whose time is ahead of its frame ages from the frame: a server’s clock was set back', async () => {
    const { env, frames, acknowledge } = await openLive();
    acknowledge();
    env.socket().say(marketFrame(1, env.now(), [1, 1.21, 1.2, 1, env.now() + 3_600_000]));
    expect(freshness(frames.at(-1))).toBe(FRESHNESS.live);
    acknowledge();
    env.advance(3_001);
    expect(freshness(frames.at(-1))).toBe(FRESHNESS.stale);
    acknowledge();
    env.advance(7_000);
    expect(freshness(frames.at(-1))).toBe(FRESHNESS.old);
  });

  test('a closed market’s price does not age', async () => {
    const { env, frames, acknowledge } = await openLive();
    acknowledge();
    env.socket().say(marketFrame(1, env.now(), [1, 1.21, 1.2, 0, env.now() - 86_400_000]));
    expect(freshness(frames.at(-1))).toBe(FRESHNESS.live);
    expect(frames.at(-1)?.[HEADER_LENGTH + QUOTE.marketOpen]).toBe(0);
  });
});

describe('a phone that slept', () => {
  test('drops its backlog, takes one snapshot and paints once', async () => {
    const live = await openLive();
    live.acknowledge();
    live.tick(1.21);
    live.acknowledge();
    const before = live.frames.length;
    live.env.sleep(20_000);
    for (let agoMs = 20_000; agoMs >= 0; agoMs -= 100) live.tick(1.3 + agoMs / 1e6, agoMs);
    expect(live.resubscriptions()).toBe(1);
    expect(live.frames).toHaveLength(before);
    live.resubscribe();
    live.tick(1.25);
    expect(live.frames).toHaveLength(before + 1);
    expect(close(live.frames.at(-1))).toBe(125_000);
    expect(freshness(live.frames.at(-1))).toBe(FRESHNESS.live);
    expect(live.engine.counters().backlog).toBe(1);
  });

  test('never shows an old price as live, wherever the burst is cut', async () => {
    const live = await openLive();
    live.acknowledge();
    live.tick(1.21);
    live.env.sleep(30_000);
    for (let agoMs = 30_000; agoMs > 3_000; agoMs -= 500) {
      live.tick(1.4, agoMs);
      live.acknowledge();
      const frame = live.frames.at(-1);
      if (close(frame) === 140_000) expect(freshness(frame)).not.toBe(FRESHNESS.live);
    }
  });
});

describe('the connection’s state', () => {
  test('is stale while nothing fresh arrives, and live again with the next price', async () => {
    const { env, engine, tick } = await openLive();
    const states = collect(engine.connection() as never) as { status: string }[];
    tick(1.21);
    env.advance(2_900);
    expect(states.map(({ status }) => status)).toEqual(['live']);
    env.advance(1_100);
    expect(states.at(-1)?.status).toBe('stale');
    tick(1.22);
    env.advance(500);
    expect(states.at(-1)?.status).toBe('live');
  });

  test('is stale as soon after the phone’s clock was set back', async () => {
    const { env, engine, tick } = await openLive();
    const states = collect(engine.connection() as never) as { status: string }[];
    tick(1.21);
    env.setClock(-3_600_000);
    env.advance(20_000);
    expect(states.map(({ status }) => status)).toContain('stale');
  });
});

test('a frame has the server’s time, the time of its newest tick, and points for decimals', async () => {
  const { env, frames, acknowledge } = await openLive();
  acknowledge();
  env.socket().say(marketFrame(1, env.now() - 5_000, [1, 1.08512, 1.08, 1, env.now() - 5_100, 1.0853]));
  const frame = frames.at(-1);
  expect(frame?.[HEADER.serverTimeMs]).toBe(env.now() - 5_000);
  expect(frame?.[HEADER.receivedAtMs]).toBe(env.now());
  expect(frame?.subarray(HEADER_LENGTH)).toEqual(
    Float64Array.of(1, 108_512, 108_000, 47, 1, env.now() - 5_100, FRESHNESS.live, 108_530, 108_000, 108_512),
  );
});

test('prices that arrive before the list of instruments are shown once the list has loaded', async () => {
  let isListed = false;
  const { env, engine } = await openScripted({
    answer: (url) => {
      if (!isListed && url.pathname.endsWith('trade_list')) throw new TypeError('no network');
      return undefined;
    },
  });
  env.socket().accept();
  engine.watch([EURUSD]);
  const { frames, acknowledge } = collectFrames(engine);
  acknowledge();
  env.socket().say(marketFrame(1, env.now(), [1, 1.21, 1.2, 1, env.now()]));
  expect(close(frames.at(-1))).toBeNaN();
  isListed = true;
  acknowledge();
  env.advance(10_000);
  await env.settle();
  acknowledge();
  expect(close(frames.at(-1))).toBe(121_000);
});

describe('the time of a tap', () => {
  /** The newest request's `seen_at`. */
  const seenAt = ({ requests }: Env) => requests.at(-1)?.searchParams.get('seen_at');
  const isSent = ({ requests }: Env) => requests.at(-1)?.pathname.endsWith('submit') === true;

  /** An order right after the wall clock went an hour ahead of the steady one, without a connection. Frames take 400 ms. */
  async function tapAfterJump() {
    const { env, engine, tick } = await openLive();
    tick(1.2, 400);
    env.socket().drop();
    env.setClock(3_600_000);
    const [bySteady, byWall] = [env.monotonic(), env.now()].map((now) => String(now - 400));
    return { env, bySteady, byWall, sending: engine.submitOrder(ORDER, env.now()) };
  }

  test.each([-3_600_000, 3_600_000])(
    'is what it is when the phone’s clock is set by %i ms, once quotes have said so',
    async (byMs) => {
      const { env, engine, tick, resubscribe } = await openLive();
      tick(1.2, 400);
      env.setClock(byMs);
      // The exchange's clock, whose frames take 400 ms.
      const exchangeNow = () => env.monotonic() - 400;
      const tapped = String(exchangeNow());
      const sending = engine.submitOrder(ORDER, env.now());
      await env.settle();
      expect(isSent(env)).toBe(false);
      const frame = (seq: number) =>
        env.socket().say(marketFrame(seq, exchangeNow(), [1, 1.2, 1.2, 1, exchangeNow()]));
      frame(2);
      // Set forward, it makes frames look old, until a snapshot is newer than a question asked since.
      for (let asked = 0; byMs > 0 && asked < 2; asked++) {
        resubscribe();
        frame(1);
        frame(2);
      }
      env.advance(100);
      await sending;
      expect(seenAt(env)).toBe(tapped);
    },
  );

  test('is never ahead when the phone’s clock is set and no quotes come', async () => {
    const { env, bySteady, sending } = await tapAfterJump();
    for (let waits = 0; waits < 20; waits++) {
      await env.settle();
      expect(isSent(env)).toBe(false);
      env.advance(100);
    }
    await sending;
    expect(seenAt(env)).toBe(bySteady);
  });

  test('is no later because the phone’s clock is set back while it waits for quotes', async () => {
    const { env, bySteady, sending } = await tapAfterJump();
    env.setClock(-9_000_000);
    for (let waits = 0; waits < 20; waits++) {
      await env.settle();
      env.advance(100);
    }
    await sending;
    expect(seenAt(env)).toBe(bySteady);
  });

  // In sleep the steady clock stands still.
  test('after sleep is sent once quotes have come', async () => {
    const { env, byWall, sending } = await tapAfterJump();
    await env.settle();
    expect(isSent(env)).toBe(false);
    env.advance(1_500);
    env.socket().accept();
    env.socket().say(marketFrame(1, env.now() - 400, [1, 1.2, 1.2, 1, env.now()]));
    env.advance(100);
    await sending;
    expect(seenAt(env)).toBe(byWall);
  });
});

type Env = Awaited<ReturnType<typeof openLive>>['env'];

const ORDER: OrderRequest = {
  cid: 'one-intent-1',
  instrumentId: EURUSD,
  side: 'buy',
  volume: volume(12_500),
  multiple: 100,
  kind: { type: 'market', seenPrice: price(120_000), deviationPoints: 20 },
};
