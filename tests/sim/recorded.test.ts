import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type State, stateOf } from '../../replay/fold/state.ts';
import { HEADER, HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../shared/bridge/market-frame.ts';
import { decodeOrder } from '../../shared/contract/decode.ts';
import { moneyFromWire } from '../../shared/domain/money.ts';
import { priceFromWire } from '../../shared/domain/price.ts';
import { foldOf } from '../replay/digests.ts';
import type { Player } from './player.ts';
import { type Run, simulate } from './run.ts';

const SEEDS = process.env.SIM_SEEDS?.split(',').map(Number) ?? [4, 5];
const STORMY_SECONDS = 60;

let run: Run | undefined;
afterEach(async () => {
  await run?.stop();
  run = undefined;
});

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

/** [code, price in points, time] of what is on the screen. */
function quotesOf(player: Player) {
  const market = player.market();
  const instruments = market.status === 'ready' ? market.instruments : [];
  const frame = player.frame();
  return Array.from({ length: frame[HEADER.quotes] ?? 0 }, (_, row) => {
    const at = HEADER_LENGTH + row * QUOTE_LENGTH;
    const instrument = instruments.find(({ id }) => id === frame[at + QUOTE.id]);
    if (instrument === undefined) throw new Error(`${frame[at + QUOTE.id]} is not listed`);
    return { instrument, close: frame[at + QUOTE.close], timeMs: frame[at + QUOTE.timeMs] };
  });
}

describe.each(SEEDS)('the recordings of a stormy run with seed %d', (seed) => {
  it('fold to the quotes, the orders and the balance that each phone holds at the end', async () => {
    run = await simulate(seed, STORMY_SECONDS, (player) => void player.engine.startRecording());
    let orders = 0;
    for (const player of run.players) {
      const held = { orders: workingOf(player), quotes: quotesOf(player), frame: player.frame() };
      for (const which of ['long', 'ring'] as const) {
        const state = await recordedState(player, which);
        expect(decodedOrders(state)).toEqual(held.orders);
        expect(moneyFromWire(state.account.balance ?? Number.NaN)).toBe(held.frame[HEADER.balance]);
        expect(moneyFromWire(state.account.total_profit ?? Number.NaN)).toBe(held.frame[HEADER.floatingPnl]);
        for (const { instrument, close, timeMs } of held.quotes) {
          const [folded = 0, , , foldedMs] = state.quotes[instrument.code] ?? [];
          expect([priceFromWire(folded, instrument.precision), foldedMs]).toEqual([close, timeMs]);
        }
        if (which === 'long')
          expect(state.counters.gap + state.counters.duplicate, 'frames were lost').toBeGreaterThan(0);
      }
      expect(held.quotes.length).toBeGreaterThan(0);
      orders += held.orders.length;
    }
    expect(orders).toBeGreaterThan(3);
  }, 120_000);
});
