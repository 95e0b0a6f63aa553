import { expect, it, onTestFinished } from 'vitest';
import { createLocalBus } from '../../../server/bus/local.ts';
import { simulatedEntries } from '../../../server/catalogue/catalogue.ts';
import { createBoard } from '../../../server/feed/board.ts';
import { memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { createTickRecorder } from '../../../server/feed/past-ticks.ts';
import { createPublisher } from '../../../server/feed/remote/publisher.ts';
import { createRemoteMarket } from '../../../server/feed/remote/remote-market.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

const START_MS = Date.UTC(2026, 2, 3, 9, 59, 58);
const HOUR_MS = 3_600_000;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A feed on one machine and a copy on another. */
async function scene() {
  const [feed, dealer] = [createManualClock(START_MS), createManualClock(START_MS)];
  const entries = simulatedEntries(0).slice(0, 1);
  const board = createBoard(entries, memoryCandleStore(), 'per-lot');
  board.take(0, START_MS, 100_000);
  const raise = (error: unknown) => {
    throw error;
  };
  const bus = createLocalBus(dealer, raise);
  const publisher = createPublisher({ board, bus, clock: feed, epoch: 1 });
  publisher.start();
  onTestFinished(() => publisher.stop());
  const recorder = createTickRecorder();
  const copy = createRemoteMarket({
    ...{ entries, bus, clock: dealer, recorder },
    candleStore: memoryCandleStore(),
    feeType: 'per-lot',
    report: raise,
  });
  const live = copy.start();
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 20) {
      feed.advance(20);
      dealer.advance(20);
      await turn();
    }
  };
  await pass(100);
  await live;
  onTestFinished(() => copy.stop());
  const id = board.view.instruments()[0]?.id;
  if (id === undefined) throw new Error('nothing is listed');
  let points = 100_000;
  return {
    ...{ feed, dealer, copy, pass, recorder, id },
    async tick() {
      board.take(0, feed.now(), ++points);
      await pass(20);
      return points;
    },
  };
}

it('a feed whose clock is set back tells its time, and orders its ticks all the same', async () => {
  const { feed, copy, pass, tick, recorder, id } = await scene();
  await tick();
  const stoodAt = feed.now();
  feed.set(-HOUR_MS);
  const first = await tick();
  const reached = recorder.reached();
  const [second, third] = [await tick(), await tick()];
  expect(recorder.since(id, reached).map(({ close }) => close)).toEqual([second, third]);
  expect(first).toBeLessThan(second);
  expect(copy.quote(id)).toMatchObject({ close: third, time: stoodAt });
  await pass(1_000);
  expect(Math.abs(copy.wall() - feed.wall())).toBeLessThan(50);
  expect(copy.now()).toBeGreaterThanOrEqual(stoodAt - 50);
  expect(copy.isReady()).toBe(true);
  feed.set(HOUR_MS);
  await pass(1_000);
  await tick();
  expect(Math.abs(copy.wall() - feed.wall())).toBeLessThan(50);
  expect(Math.abs(copy.now() - feed.now())).toBeLessThan(50);
});

it('a clock that is set where prices are only copied changes nothing', async () => {
  const { feed, dealer, copy, pass, tick } = await scene();
  for (const byMs of [28 * HOUR_MS, -56 * HOUR_MS, 28 * HOUR_MS]) {
    dealer.set(byMs);
    await pass(1_000);
    await tick();
    expect(copy.isReady()).toBe(true);
    expect(copy.lagMs()).toBeLessThan(50);
    expect(Math.abs(copy.wall() - feed.wall())).toBeLessThan(50);
    expect(Math.abs(copy.now() - feed.now())).toBeLessThan(50);
  }
});
