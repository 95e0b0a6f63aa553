import { expect, test } from 'vitest';
import { HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../../shared/bridge/market-frame.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { collectFrames, marketFrame, openScripted, STANDARD } from '../helpers/scripted-engine.ts';

const BASE = '/api/basicSet/getBasicInfo';
const METERED = { rows: [], hz: 4 };

/** An engine whose exchange says that it has two prices, or does not; metered with `hz`. */
async function openPriced(base: { two_prices?: number }, hz?: number) {
  const { env, engine } = await openScripted({
    answer: ({ pathname }) =>
      pathname === BASE ? { ...(STANDARD[BASE] as object), ...base } : STANDARD[pathname],
  });
  Object.assign(env, { meteredHz: () => hz });
  const { frames, acknowledge } = collectFrames(engine);
  env.socket().accept();
  await env.settle();
  /** The params of the subscriptions of this connection; `none` without any. */
  const asked = () =>
    (env.socket().commands() as readonly { cmd: string; topic?: string; params?: object }[])
      .filter(({ cmd, topic }) => cmd === 'sub' && topic === 'DAY_MARKET')
      .map(({ params }) => params ?? 'none');
  return { env, engine, frames, acknowledge, asked };
}

test('an exchange with one price is not asked for a second one, which an older one would refuse', async () => {
  const { asked } = await openPriced({});
  expect(asked()).toEqual(['none']);
});

test('an exchange with two prices is asked for both', async () => {
  const { asked } = await openPriced({ two_prices: 1 });
  expect(asked()).toEqual([{ ask: 1 }]);
});

test('a metered connection asks for both in its rows', async () => {
  const { asked } = await openPriced({ two_prices: 1 }, 4);
  expect(asked().at(-1)).toEqual({ ...METERED, ask: 1 });
});

test('an exchange that refuses the params is asked without any', async () => {
  const { env, asked } = await openPriced({ two_prices: 1 }, 4);
  env.socket().say({ cmd: 'sub', topic: 'DAY_MARKET', code: 4000, msg: '' });
  expect(asked().at(-1)).toBe('none');
});

test('an exchange that was started again with two prices is asked for both', async () => {
  const base: { two_prices?: number } = {};
  const { env, asked } = await openPriced(base);
  base.two_prices = 1;
  env.socket().drop();
  while (env.sockets.length === 1) env.advance(500);
  env.socket().accept();
  await env.settle();
  expect(asked()).toEqual(['none', { ask: 1 }]);
});

test('a list that is loaded again at the turn of a market finds out about a spread that began with it', async () => {
  const base: { two_prices?: number } = {};
  const { env, engine, asked } = await openPriced(base);
  base.two_prices = 1;
  const refreshed = engine.refreshMarket();
  await env.settle();
  await refreshed;
  expect(asked()).toEqual(['none', { ask: 1 }]);
});

test('the page gets the ask of each row, and the close where there is none', async () => {
  const { env, engine, frames, acknowledge } = await openPriced({ two_prices: 1 });
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
