import { beforeAll, describe, expect, it } from 'vitest';
import { type CandleStore, memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { createMarket } from '../../../server/feed/feed.ts';
import type { Feed, Tick } from '../../../server/feed/market.ts';
import { createManualClock, type ManualClock } from '../../helpers/manual-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A Wednesday: everything but the shortest breaks is open. */
const NOON = Date.parse('2026-01-14T12:00:30Z');

let prepared: CandleStore;
beforeAll(async () => {
  prepared = memoryCandleStore();
  const { market } = await simulate(createManualClock(NOON - MINUTE_MS), prepared);
  await market.stop();
}, 180_000);

async function copyOf(store: CandleStore, codes: readonly string[]): Promise<CandleStore> {
  const copy = memoryCandleStore();
  for (const code of codes)
    for (const resolutionS of [60, 3_600]) await copy.save(await store.load(code, resolutionS, 0, 4e9));
  return copy;
}

async function simulate(clock: ManualClock, candleStore: CandleStore) {
  const market: Feed = await createMarket({
    feed: { kind: 'sim', seed: 'a seed', synthetic: 0, hours: 'market' },
    clock,
    candleStore,
  });
  const ticks: Tick[] = [];
  market.onTick((tick) => ticks.push(tick));
  await market.start();
  return { market, ticks };
}

async function running(startMs = NOON) {
  const clock = createManualClock(startMs);
  const codes = (await simulate(createManualClock(NOON), prepared)).market
    .instruments()
    .map(({ code }) => code);
  const store = await copyOf(prepared, codes);
  const { market, ticks } = await simulate(clock, store);
  const idOf = (code: string) => {
    const found = market.instrumentByCode(code);
    if (found === undefined) throw new Error(`${code} is not listed`);
    return found.id;
  };
  const minutesOf = async (code: string) =>
    (await market.kline(idOf(code), '1min', 4e9, 10)).map(([time]) => time);
  return { clock, store, market, ticks, idOf, minutesOf };
}

/** Time passes and the store answers. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5_000) {
    clock.advance(Math.min(left, 5_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const isRising = (ticks: readonly Tick[]): boolean =>
  ticks.every(({ time }, at) => time >= (ticks[at - 1]?.time ?? 0));

describe('simulated prices', { timeout: 180_000 }, () => {
  it('go on while the clock is an hour behind, at the time where it was; then candles go on without a gap', async () => {
    const { clock, market, ticks, idOf, minutesOf } = await running();
    await pass(clock, 10_000);
    const stoodAt = clock.now();
    clock.set(-HOUR_MS);
    const before = ticks.length;
    await pass(clock, 20_000);
    const meanwhile = ticks.slice(before);
    expect(meanwhile.length).toBeGreaterThan(1_000);
    expect(meanwhile.every(({ time }) => time <= stoodAt)).toBe(true);
    expect(new Set(meanwhile.map(({ close }) => close)).size).toBeGreaterThan(100);
    expect([market.now(), market.wall()]).toEqual([stoodAt, stoodAt - HOUR_MS + 20_000]);
    clock.set(HOUR_MS);
    await pass(clock, 2 * MINUTE_MS + 10_000);
    expect(market.now()).toBe(stoodAt + 20_000 + 2 * MINUTE_MS + 10_000);
    expect(isRising(ticks)).toBe(true);
    const current = Math.floor(market.now() / MINUTE_MS) * 60;
    expect((await minutesOf('BTCUSD')).slice(-3)).toEqual([current - 120, current - 60, current]);
    expect(ticks.at(-1)?.time).toBeGreaterThan(market.now() - 2_500);
    expect(market.quote(idOf('BTCUSD'))?.time).toBeLessThanOrEqual(market.now());
  });

  it('stand at a time that was two hours ahead, and are right when that has come', async () => {
    const { clock, market, ticks } = await running();
    clock.set(2 * HOUR_MS);
    await pass(clock, 10_000);
    const stoodAt = clock.now();
    clock.set(-2 * HOUR_MS);
    const before = ticks.length;
    await pass(clock, 30_000);
    expect(ticks.length - before).toBeGreaterThan(1_000);
    expect(ticks.slice(before).every(({ time }) => time <= stoodAt)).toBe(true);
    expect(market.wall()).toBe(NOON + 40_000);
    clock.jump(2 * HOUR_MS);
    await pass(clock, MINUTE_MS);
    expect(market.now()).toBe(NOON + 40_000 + 2 * HOUR_MS + MINUTE_MS);
    expect(ticks.at(-1)?.time).toBeGreaterThan(market.now() - 2_500);
    expect(isRising(ticks)).toBe(true);
  });

  it('trade in the hours of the machine’s clock, whatever the stamps say', async () => {
    // Forex closes on Friday at 22:00 UTC.
    const { clock, market, idOf } = await running(Date.parse('2026-01-16T21:59:00Z'));
    const isOpen = () => market.quote(idOf('EURUSD'))?.marketOpen;
    expect(isOpen()).toBe(true);
    clock.set(30 * MINUTE_MS);
    await pass(clock, 1_000);
    expect(isOpen()).toBe(false);
    clock.set(-30 * MINUTE_MS);
    await pass(clock, 1_000);
    expect(isOpen()).toBe(true);
    await pass(clock, MINUTE_MS);
    expect(isOpen()).toBe(false);
  });

  it('have one first price of a day, though the clock crosses midnight three times', async () => {
    const { clock, market, ticks, idOf } = await running(Date.parse('2026-01-14T23:59:30Z'));
    const opens = () => market.quote(idOf('BTCUSD'))?.open;
    await pass(clock, MINUTE_MS);
    const open = opens();
    clock.set(-5 * MINUTE_MS);
    await pass(clock, MINUTE_MS);
    expect(opens()).toBe(open);
    clock.set(5 * MINUTE_MS);
    await pass(clock, MINUTE_MS);
    expect(opens()).toBe(open);
    const days = ticks.map(({ time }) => Math.floor(time / DAY_MS));
    expect(days).toEqual(days.toSorted((a, b) => a - b));
  });

  it('go on after a restart in between, and candles of the wrong time harm nobody', async () => {
    const { clock, store, market } = await running();
    clock.set(2 * HOUR_MS);
    await pass(clock, 2 * MINUTE_MS);
    clock.set(-2 * HOUR_MS);
    await pass(clock, 10_000);
    await market.stop();
    const again = createManualClock(clock.wall());
    const after = await simulate(again, store);
    await pass(again, 2 * MINUTE_MS);
    expect(after.ticks.length).toBeGreaterThan(5_000);
    expect(after.ticks.at(-1)?.time).toBeGreaterThan(again.wall() - 2_500);
    expect(after.market.now()).toBe(again.wall());
  });
});
