import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type State, stateOf } from '../../replay/fold/state.ts';
import { orderRepository } from '../../server/exchange/order-repository.ts';
import { HEADER, HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../shared/bridge/market-frame.ts';
import { decodeOrder } from '../../shared/contract/domain.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { instrumentId } from '../../shared/domain/instrument.ts';
import { moneyFromWire, ZERO_MONEY } from '../../shared/domain/money.ts';
import { priceFromWire } from '../../shared/domain/price.ts';
import { foldOf } from '../replay/digests.ts';
import type { Player } from './player.ts';
import { type Run, simulate } from './run.ts';

const SEEDS = process.env['SIM_SEEDS']?.split(',').map(Number) ?? [1, 2, 3];
const STORMY_SECONDS = 90;

let run: Run | undefined;
afterEach(async () => {
  await run?.stop();
  run = undefined;
});

const accountOf = async (player: Player, { world }: Run): Promise<AccountId> => {
  const session = player.session();
  if (session.status !== 'signed-in') throw new Error(`${player.name} is ${session.status}`);
  const found = await world.life()?.accounts.session(session.token);
  if (found === undefined) throw new Error('no such session');
  return found.accountId;
};

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
async function expectFoldedState(player: Player): Promise<void> {
  const working = workingOf(player);
  const market = player.market();
  const instruments = market.status === 'ready' ? market.instruments : [];
  const frame = player.frame();
  for (const which of ['long', 'ring'] as const) {
    const state = await recordedState(player, which);
    expect(decodedOrders(state)).toEqual(working);
    expect(moneyFromWire(state.account.balance ?? Number.NaN)).toBe(frame[HEADER.balance]);
    expect(moneyFromWire(state.account.total_profit ?? Number.NaN)).toBe(frame[HEADER.floatingPnl]);
    for (let row = 0; row < (frame[HEADER.quotes] ?? 0); row++) {
      const at = HEADER_LENGTH + row * QUOTE_LENGTH;
      const instrument = instruments.find(({ id }) => id === frame[at + QUOTE.id]);
      if (instrument === undefined) throw new Error(`${frame[at + QUOTE.id]} is not listed`);
      const [close = 0, , , timeMs] = state.quotes[instrument.code] ?? [];
      expect([priceFromWire(close, instrument.precision), timeMs]).toEqual([
        frame[at + QUOTE.close],
        frame[at + QUOTE.timeMs],
      ]);
    }
    if (which === 'long')
      expect(state.counters.gap + state.counters.duplicate, 'frames were lost').toBeGreaterThan(0);
  }
}

describe.each(SEEDS)('the whole system with seed %d', (seed) => {
  it('recovers from a storm: one order per intent; phone, server and recording agree exactly', async () => {
    // Two of three phones record: recording must change nothing.
    const recorded = new Set<Player>();
    run = await simulate(seed, STORMY_SECONDS, (player) => {
      if (recorded.size === 2) return;
      recorded.add(player);
      void player.engine.startRecording();
    });
    const life = run.world.life();
    if (life === undefined) throw new Error('the server is down');
    expect(run.world.faults).toEqual([]);
    expect(run.ledgerBreaks).toEqual([]);
    let orders = 0;
    for (const player of run.players) {
      const account = await accountOf(player, run);
      expect(player.problems).toEqual([]);

      const made = player.orders();
      expect(player.intents.filter(({ outcome }) => outcome === 'asking' || outcome === 'unsure')).toEqual(
        [],
      );
      expect(new Set(made).size).toBe(made.length);
      for (const id of made) expect(await orderRepository(life.store.read).isOwn(account, id)).toBe(true);
      const closed = await orderRepository(life.store.read).closed(account, 0, 1_000);
      const kept = [...(await life.exchange.working(account)), ...closed].map(({ id }) => id);
      expect(kept.filter((id) => !made.includes(id))).toEqual([]);
      orders += made.length;

      const onServer = (await life.exchange.working(account)).toSorted((a, b) => a.id - b.id);
      const working = player.working();
      const onPhone = working.status === 'ready' ? [...working.positions, ...working.pending] : [];
      expect(onPhone.toSorted((a, b) => a.id - b.id)).toEqual(onServer);

      const shown = player.candles();
      const from = shown[0]?.[0] ?? 0;
      const [charted = instrumentId(0)] = run.watched;
      const candles = await life.market.kline(charted, '5min', 4e9, 1_500);
      expect(shown.length).toBeGreaterThan(100);
      expect(shown).toEqual(candles.filter(([time]) => time >= from));

      const frame = player.frame();
      const figures = await life.exchange.figures(account);
      expect(frame[HEADER.balance]).toBe(figures.balance);
      const floating = onServer
        .filter((order) => order.status === 'open')
        .reduce((sum, order) => sum + (life.exchange.mark(order)?.pnl ?? Number.NaN), ZERO_MONEY as number);
      expect(frame[HEADER.floatingPnl]).toBe(floating);
      for (let row = 0; row < (frame[HEADER.quotes] ?? 0); row++) {
        const at = HEADER_LENGTH + row * QUOTE_LENGTH;
        const quote = life.market.quote(instrumentId(frame[at + QUOTE.id] ?? 0));
        expect([frame[at + QUOTE.close], frame[at + QUOTE.timeMs]]).toEqual([quote?.close, quote?.time]);
      }
      if (recorded.has(player)) await expectFoldedState(player);
    }
    expect(orders).toBeGreaterThan(20);
  }, 120_000);
});

describe('the same seed', () => {
  it('is the same run to the last byte on the network', async () => {
    const first = await simulate(11, 30);
    await first.stop();
    const second = await simulate(11, 30);
    await second.stop();
    expect(second.digest).toBe(first.digest);
  }, 120_000);
});
