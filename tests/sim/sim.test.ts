import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type State, stateOf } from '../../replay/fold/digested-state.ts';
import { HEADER, HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../shared/bridge/market-frame.ts';
import { decodeOrder } from '../../shared/contract/order-row.ts';
import { moneyFromWire } from '../../shared/domain/money.ts';
import { priceFromWire } from '../../shared/domain/price.ts';
import { foldOf } from '../replay/digests.ts';
import { type Ground, layGround } from './ground.ts';
import { MENDED } from './mended.ts';
import type { Player } from './player.ts';
import { type Run, simulate } from './run.ts';
import { STEP_KINDS, type Step, stepsOf } from './steps.ts';
import { addCounts, type Counts } from './tally.ts';

const SEEDS = process.env['SIM_SEEDS']?.split(',').map(Number) ?? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const STEPS = 100;

let ground: Ground;
let run: Run | undefined;
beforeAll(async () => {
  ground = await layGround();
});
afterAll(() => ground.remove());
afterEach(async () => {
  await run?.stop();
  run = undefined;
});

/** Runs with two of three phones recording, which must change nothing. */
async function recordedRun(seed: number, steps: readonly Step[]) {
  const recorded: Player[] = [];
  run = await simulate({
    seed,
    steps,
    ground,
    onPlayer(player) {
      if (player.name === 'user-2') return;
      recorded.push(player);
      void player.engine.startRecording();
    },
  });
  return { run, recorded: recorded.filter((player) => run?.users.some((user) => user.player() === player)) };
}

async function recordedState(player: Player, which: 'ring' | 'long'): Promise<State> {
  const saved = await player.engine.saveRecording(which);
  if (!saved.ok) throw new Error(`${player.name} has no ${which} recording`);
  const bytes = await (saved.value.file as Blob).arrayBuffer();
  return stateOf(foldOf([gunzipSync(Buffer.from(bytes)).toString()]));
}

function workingOf(player: Player) {
  const working = player.working();
  if (working.status !== 'ready') throw new Error(`${player.name}'s orders are ${working.status}`);
  return [...working.positions, ...working.pending].toSorted((a, b) => a.id - b.id);
}

const decodedOrders = ({ orders }: State) =>
  orders.map((row) => {
    const order = decodeOrder(row);
    return order.ok ? order.value : order.error;
  });

/** A phone's recording folds to the quotes, the orders and the balance that the phone shows. */
async function expectFoldedState(player: Player): Promise<number> {
  const working = workingOf(player);
  const market = player.market();
  const instruments = market.status === 'ready' ? market.instruments : [];
  const frame = player.frame();
  let lost = 0;
  for (const which of ['long', 'ring'] as const) {
    const state = await recordedState(player, which);
    expect(decodedOrders(state)).toEqual(working);
    expect(moneyFromWire(state.account.balance ?? Number.NaN)).toBe(frame[HEADER.balance]);
    expect(moneyFromWire(state.account.total_profit ?? Number.NaN)).toBe(frame[HEADER.floatingPnl]);
    for (let row = 0; row < (frame[HEADER.quotes] ?? 0); row++) {
      const at = HEADER_LENGTH + row * QUOTE_LENGTH;
      const instrument = instruments.find(({ id }) => id === frame[at + QUOTE.id]);
      if (instrument === undefined) throw new Error(`${frame[at + QUOTE.id]} is not listed`);
      const [close = 0, , , timeMs, ask = close] = state.quotes[instrument.code] ?? [];
      const points = [close, ask].map((one) => priceFromWire(one, instrument.precision));
      expect([...points, timeMs]).toEqual([
        frame[at + QUOTE.close],
        frame[at + QUOTE.ask],
        frame[at + QUOTE.timeMs],
      ]);
    }
    lost += state.counters.gap + state.counters.duplicate;
  }
  return lost;
}

describe('the whole system', () => {
  const counts: Counts = {};
  let lostFrames = 0;

  it.each(SEEDS)(
    'keeps every rule through the faults of seed %d; phone, server and recording agree in the end',
    async (seed) => {
      const { run: done, recorded } = await recordedRun(seed, stepsOf(seed, STEPS));
      expect(done.failure).toBeUndefined();
      for (const player of recorded) lostFrames += await expectFoldedState(player);
      addCounts(counts, done.tally.counts);
    },
    60_000,
  );

  it.each(MENDED)(
    'is in order after $what',
    async ({ seed, steps }) => {
      run = await simulate({ seed, steps, ground, hasAsk: false, hasNight: false });
      expect(run.failure).toBeUndefined();
      addCounts(counts, run.tally.counts);
    },
    60_000,
  );

  it('has met all faults and done everything in these runs', () => {
    const { step = {}, fault = {}, done = {}, stored = {} } = counts;
    const kinds = new Set(Object.keys(step).map((name) => name.split(':')[0]));
    expect(STEP_KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
    for (const name of [
      'slow disk',
      'hung disk',
      'failing disk',
      'full disk',
      'lost reply',
      'doubled request',
    ])
      expect(fault[name], name).toBeGreaterThan(0);
    for (const name of ['late copy', 'lost frame', 'doubled frame', 'swapped frame'])
      expect(fault[name], name).toBeGreaterThan(0);
    for (const name of ['acknowledged open', 'acknowledged pending', 'acknowledged closed', 'restart'])
      expect(done[name], name).toBeGreaterThan(9);
    for (const name of [
      'acknowledged withdrawal',
      'acknowledged cancelled',
      'outcome: never',
      'outcome: done',
    ])
      expect(done[name], name).toBeGreaterThan(0);
    for (const name of ['refused 4107', 'gap noticed', 'approve'])
      expect(done[name], name).toBeGreaterThan(0);
    for (const name of [
      'closed in part',
      'closed by a stop or a target',
      'closed by a stop-out',
      'sealed cids',
      'booked nights',
    ])
      expect(stored[name], name).toBeGreaterThan(0);
    expect(lostFrames).toBeGreaterThan(0);
  });
});

describe('the same seed', () => {
  it('is the same run to the last byte on the network', async () => {
    const first = await simulate({ seed: 11, steps: stepsOf(11, STEPS), ground });
    await first.stop();
    run = await simulate({ seed: 11, steps: stepsOf(11, STEPS), ground });
    expect(run.digest).toBe(first.digest);
  }, 180_000);
});
