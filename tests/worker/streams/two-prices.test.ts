import { expect, test } from 'vitest';
import { HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../../shared/bridge/market-frame.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { price } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { collectFrames, marketFrame, openScripted, STANDARD } from '../helpers/scripted-engine.ts';

const BASE = '/api/basicSet/getBasicInfo';
const SUBMIT = '/v1/api/forex/submit';
const ROW = [1, 1.1, 1.1, 1, 0] as const;
const TWO = [...ROW, 1.10012] as const;
const BUY = {
  cid: 'one-intent-1',
  instrumentId: instrumentId(1),
  side: 'buy',
  volume: volume(12_500),
  multiple: 100,
  kind: { type: 'market', seenPrice: price(110_000), deviationPoints: 10 },
} as const;

/** An engine whose exchange says in base data that it has two prices, or does not. */
async function openPriced(base: { two_prices?: number } = {}) {
  const submitted: URLSearchParams[] = [];
  const { env, engine } = await openScripted({
    token: 'stored',
    answer: ({ pathname, searchParams }) => {
      if (pathname === SUBMIT) submitted.push(searchParams);
      return pathname === BASE ? { ...(STANDARD[BASE] as object), ...base } : STANDARD[pathname];
    },
  });
  const { frames, acknowledge } = collectFrames(engine);
  env.socket().accept();
  await env.settle();
  let seq = 0;
  return {
    env,
    engine,
    frames,
    acknowledge,
    /** The params of the subscriptions of this connection. */
    asked: () =>
      (env.socket().commands() as readonly { cmd: string; topic?: string; params?: object }[])
        .filter(({ cmd, topic }) => cmd === 'sub' && topic === 'DAY_MARKET')
        .map(({ params }) => params),
    say: (...rows: (readonly number[])[]) => env.socket().say(marketFrame(++seq, env.now(), ...rows)),
    answer: (cmd: 'sub' | 'unsub', code = 1) => env.socket().say({ cmd, topic: 'DAY_MARKET', code, msg: '' }),
    /** What a buy at the seen price says of its side; null if it says nothing. */
    async seenSide() {
      await engine.submitOrder(BUY, env.now());
      return submitted.at(-1)?.get('seen_side');
    },
  };
}

const BEST = { ask: 1, format: 'delta1' };

test('each connection asks for both prices, in few bytes', async () => {
  const { asked } = await openPriced();
  expect(asked()).toEqual([BEST]);
});

test('a spread that begins while the app runs reaches the page, and the seen price has a side from then on', async () => {
  const { say, seenSide } = await openPriced();
  say(ROW);
  expect(await seenSide()).toBeNull();
  say(TWO);
  expect(await seenSide()).toBe('ask');
  // It may widen again at any time.
  say(ROW);
  expect(await seenSide()).toBe('ask');
});

test('base data says that there are two prices while they are equal', async () => {
  const { say, seenSide } = await openPriced({ two_prices: 1 });
  // Not agreed to yet.
  expect(await seenSide()).toBeNull();
  say(ROW);
  expect(await seenSide()).toBe('ask');
});

test('an exchange from before there were two prices is asked for one, until the next connection', async () => {
  const { env, asked, say, answer, seenSide } = await openPriced({ two_prices: 1 });
  say(TWO);
  const reconnect = () => {
    const count = env.sockets.length;
    env.socket().drop();
    while (env.sockets.length === count) env.advance(500);
    env.socket().accept();
  };
  reconnect();
  answer('sub', 4000);
  answer('unsub');
  answer('sub', 4000);
  expect(asked()).toEqual([BEST, { ask: 1 }, undefined]);
  expect(await seenSide()).toBeNull();
  answer('unsub');
  answer('sub');
  say(ROW);
  expect(await seenSide()).toBeNull();
  reconnect();
  expect(asked()).toEqual([BEST]);
});

test('the page gets the ask of each row, or the close if a row has no ask', async () => {
  const { env, engine, frames, acknowledge } = await openPriced();
  engine.watch([1, 2].map(instrumentId));
  acknowledge();
  env
    .socket()
    .say(marketFrame(1, env.now(), [1, 1.1, 1.1, 1, env.now(), 1.10012], [2, 2_000, 2_000, 1, env.now()]));
  acknowledge();
  const frame = frames.at(-1);
  const asks = [0, 1].map((row) => frame?.[HEADER_LENGTH + row * QUOTE_LENGTH + QUOTE.ask]);
  expect(asks).toEqual([110_012, 200_000]);
});
