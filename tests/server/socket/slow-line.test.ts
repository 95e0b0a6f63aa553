import { expect, it, onTestFinished } from 'vitest';
import { createFrameBytes } from '../../../replay/format/frame-bytes.ts';
import { orderRoutes } from '../../../shared/contract/orders.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { VALID_MS } from '../../../shared/limits.ts';
import { SLOW_HZ } from '../../../worker/env.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { createSlowLine } from '../../helpers/slow-line.ts';
import { createChance } from '../../sim/chance.ts';
import { envOf, settle } from '../../sim/phone.ts';
import { createPlayer, everyInstrument } from '../../sim/player.ts';
import { createWorld, type World } from '../../sim/world.ts';

/** 50 kbit/s, 800 ms there and back, 5 % loss. */
const LINE = { bytesPerS: 6_250, roundTripMs: 800, loss: 0.05 };
const MOST_AGE_MS = 1_500;
const ROWS = 10;
const STEP_MS = 70;
const START_MS = 16_000;
const ORDERS = 10;
const ORDER_EVERY_MS = 10_000;

/** A phone that shows some rows over a slow line. @param meteredHz what its browser says of the line */
function openPhone(world: World, seed: number, meteredHz: number | undefined) {
  const { clock } = world;
  const texts = createFrameBytes();
  const ages: number[] = [];
  const orders: { readonly ok: boolean; readonly decidedMs: number }[] = [];
  let newestMs = 0;
  let decidedAt = 0;
  const line = createSlowLine(world, seed, {
    ...LINE,
    heard(data) {
      const text = typeof data === 'string' ? data : (texts.textOf(data) ?? '');
      if (text.startsWith('{"topic":"DAY_MARKET"')) newestMs = Number(/"ts":(\d+)/.exec(text)?.[1]);
    },
    answered(path) {
      if (path === orderRoutes.submitOrder.path) decidedAt = clock.now();
    },
  });
  const env = { ...envOf(world, line, createChance(seed)), meteredHz: () => meteredHz };
  const player = createPlayer(env, 'phone');
  return {
    busy: line.busy,
    ages,
    orders,
    look: () => void ages.push(clock.wall() - newestMs),
    open() {
      player.engine.watch(everyInstrument(player).slice(0, ROWS));
      void player.engine.signInDemo();
    },
    async buy(cid: string): Promise<void> {
      const [id = instrumentId(0)] = everyInstrument(player);
      const seen = player.quote(id);
      if (seen === undefined) throw new Error('there is no price');
      const tappedAt = timestampMs(Math.floor(clock.now()));
      const kind = { type: 'market', seenPrice: seen.ask, deviationPoints: 100_000 } as const;
      const terms = { instrumentId: id, side: 'buy', volume: volumeFromWire(0.01), multiple: 100 } as const;
      const { ok } = await player.engine.submitOrder({ cid, ...terms, kind }, tappedAt);
      orders.push({ ok, decidedMs: decidedAt - tappedAt });
    },
  };
}

it('at 50 kbit/s, 800 ms and 5 % loss the newest price is at most 1.5 s old (p95), and orders are decided in time', async () => {
  const world = createWorld(1, dataFolder());
  onTestFinished(() => world.stop());
  await world.boot();
  // One whose browser calls the line slow, and one whose browser says nothing.
  const phones = [openPhone(world, 9, SLOW_HZ), openPhone(world, 10, undefined)];
  const run = async (ms: number, look = () => {}) => {
    for (let done = 0; done < ms; done += STEP_MS) {
      world.clock.advance(STEP_MS);
      await settle(() => phones.some(({ busy }) => busy()));
      look();
    }
  };
  await run(START_MS / 2);
  for (const { open } of phones) open();
  await run(START_MS / 2);
  for (let n = 0; n < ORDERS; n++) {
    for (const { buy } of phones) void buy(`the-order-${n}`);
    await run(ORDER_EVERY_MS, () => {
      for (const { look } of phones) look();
    });
  }
  expect(world.faults).toEqual([]);
  for (const { ages, orders } of phones) {
    ages.sort((a, b) => a - b);
    expect(ages[Math.floor(ages.length * 0.95)]).toBeLessThanOrEqual(MOST_AGE_MS);
    expect(orders).toHaveLength(ORDERS);
    for (const { ok, decidedMs } of orders) {
      expect(ok).toBe(true);
      expect(decidedMs).toBeLessThanOrEqual(VALID_MS);
    }
  }
});
