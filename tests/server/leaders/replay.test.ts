import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountState, DealEvent } from '../../../server/exchange/state.ts';
import { createRandom } from '../../../server/feed/sim/random.ts';
import { liveThrough } from '../../../server/leaders/past.ts';
import { createReplay, POINTS, pointTime, type Tape } from '../../../server/leaders/replay.ts';
import type { Temperament } from '../../../server/leaders/temperament.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import type { CandleRow } from '../../../shared/domain/candle.ts';
import { money, ZERO_MONEY } from '../../../shared/domain/money.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { eager, eurusd } from './sights.ts';

const FIRST_S = Date.UTC(2026, 2, 4, 10) / 1000;
const ID = eurusd.id;

/** Minutes of a wandering price; `missing` of them have no candle. */
function wander(seed: string, minutes: number, missing: readonly number[] = []): CandleRow[] {
  const random = createRandom(seed);
  let close = 110_000;
  const rows: CandleRow[] = [];
  for (let i = 0; i < minutes; i++) {
    const open = close + Math.round(random.gauss() * 3);
    close = open + Math.round(random.gauss() * 12);
    const high = Math.max(open, close) + Math.floor(random.next() * 9);
    const low = Math.min(open, close) - Math.floor(random.next() * 9);
    if (!missing.includes(i)) rows.push([FIRST_S + i * 60, open, high, low, close, 40]);
  }
  return rows;
}

const flat = (time: number, level: number): CandleRow => [time, level, level, level, level, 9];

const tape = (rows: readonly CandleRow[]): Tape => ({ instrument: eurusd, rows });

const start: AccountState = {
  id: 1 as AccountId,
  book: 'demo',
  standing: { balance: money(20_000_000_000), advance: ZERO_MONEY, hold: ZERO_MONEY },
  orders: new Map(),
};

async function live(rows: readonly CandleRow[], minutes: number, leader: Temperament = eager) {
  let id = 0;
  const past = await liveThrough({
    leader,
    state: start,
    tapes: [tape(rows)],
    from: timestampMs(FIRST_S * 1000),
    to: timestampMs((FIRST_S + minutes * 60) * 1000),
    settings: { stopOutPercent: 50, feeType: 'of-margin', demoBalance: ZERO_MONEY },
    nextId: async () => orderId(++id),
    breathe: async () => true,
  });
  if (past === undefined) throw new Error('it was not stopped');
  return past;
}

const ordersOf = (events: readonly DealEvent[]) =>
  events.flatMap((event) => ('record' in event ? [event.record.order] : []));
const closedOf = (events: readonly DealEvent[]) =>
  ordersOf(events).flatMap((order) => (order.status === 'closed' ? [order] : []));
const timeOf = (event: DealEvent): number => {
  if (!('record' in event)) return 0;
  const { order } = event.record;
  return order.status === 'closed' ? order.closedAt : order.createdAt;
};

describe('a market that is gone through again', () => {
  it('leads a minute from its open over its extremes to its close, the extreme against its way first', () => {
    const replay = createReplay([
      tape([
        [FIRST_S, 100, 130, 90, 120, 9],
        [FIRST_S + 60, 120, 125, 80, 95, 9],
      ]),
    ]);
    const way = (startS: number) => {
      replay.enter(startS);
      return Array.from({ length: POINTS }, (_, point) => {
        const [move] = replay.moves(point);
        if (move) replay.set(move.id, move.to, pointTime(startS, point));
        return move?.to;
      });
    };
    expect(way(FIRST_S)).toEqual([100, 90, 130, 120]);
    expect(way(FIRST_S + 60)).toEqual([120, 125, 80, 95]);
    expect(pointTime(FIRST_S, POINTS - 1)).toBeLessThan((FIRST_S + 60) * 1000);
  });

  it('is closed where there is no candle, and shows the minutes as a running market does', () => {
    const rows = wander('sparkline', 90, [70]);
    const replay = createReplay([tape(rows)]);
    const at = (minute: number) => FIRST_S + minute * 60;
    const state = () => replay.market.instrument(ID)?.market.status;
    for (let minute = 0; minute < 80; minute++) {
      replay.enter(at(minute));
      expect(state()).toBe(minute === 70 ? 'closed' : 'open');
      const before = rows.filter(([time]) => time < at(minute)).map((row) => [row[0], row[4]]);
      expect(replay.market.sparkline(ID)).toEqual(before.slice(-60));
      const [move] = replay.moves(1);
      if (move === undefined) continue;
      replay.set(ID, move.to, pointTime(at(minute), 1));
      expect(replay.market.sparkline(ID)).toEqual([...before, [at(minute), move.to]].slice(-60));
    }
    expect(replay.market.instrumentByCode('EURUSD')).toEqual(replay.market.instrument(ID));
    expect(replay.market.instrumentByCode('NOPE')).toBeUndefined();
  });
});

describe('a past', () => {
  it('is the same for the same candles', async () => {
    const rows = wander('same', 500);
    const [one, other] = [await live(rows, 500), await live(rows, 500)];
    expect(one.events.length).toBeGreaterThan(20);
    expect(other).toEqual(one);
  });

  it('knows nothing of what comes later', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 299 }), fc.string(), async (cut, seed) => {
        const rows = wander('known', 300);
        const other = [...rows.slice(0, cut), ...wander(`other ${seed}`, 300).slice(cut)];
        const cutMs = (FIRST_S + cut * 60) * 1000;
        const until = async (some: readonly CandleRow[]) =>
          (await live(some, 300)).events.filter((event) => timeOf(event) < cutMs);
        expect(await until(other)).toEqual(await until(rows));
      }),
      { numRuns: 25 },
    );
  });

  it('deals at the last price there was, and stops at their own price', async () => {
    const rows = wander('stops', 3_000);
    const { events } = await live(rows, 3_000);
    const minuteOf = (at: number) => rows.find(([time]) => time === Math.floor(at / 60_000) * 60);
    /** Steps come every half minute: the last price is the close of the minute before, or the first extreme. */
    const lastPrice = (at: number) => {
      const [, , high, low, close] = minuteOf(at % 60_000 === 0 ? at - 60_000 : at) ?? [0, 0, 0, 0, 0];
      if (at % 60_000 === 0) return close;
      expect(at % 60_000).toBe(30_000);
      return close >= (minuteOf(at)?.[1] ?? 0) ? low : high;
    };
    const closed = closedOf(events);
    expect(closed.filter(({ reason }) => reason !== 'manual').length).toBeGreaterThan(20);
    for (const order of closed) {
      expect(order.openPrice).toBe(lastPrice(order.createdAt));
      if (order.reason === 'manual') expect(order.closePrice).toBe(lastPrice(order.closedAt));
      else {
        const [, open, high, low] = minuteOf(order.closedAt) ?? [0, 0, 0, 0];
        const level = (order.reason === 'stop-loss' ? order.stopLoss : order.takeProfit) ?? 0;
        const jumped = order.closedAt % 60_000 === 0 && order.closePrice === open;
        expect(order.closePrice === level || jumped).toBe(true);
        expect(order.closePrice >= low && order.closePrice <= high).toBe(true);
      }
    }
  });

  it('stops at the first price beyond where the market jumps over the stop', async () => {
    const rows = [
      ...wander('jump', 40).map(([time], i): CandleRow => flat(time, 110_000 + i * 5)),
      flat(FIRST_S + 40 * 60, 90_000),
    ];
    const leader: Temperament = { ...eager, style: 'with', stop: 10, target: 10, holdMinutes: [60, 61] };
    const [order] = closedOf((await live(rows, 41, leader)).events);
    expect(order).toMatchObject({ reason: 'stop-loss', closePrice: 90_000 });
    expect(order?.stopLoss).toBeGreaterThan(100_000);
  });

  it('reaches the nearer of two stops first when a minute holds both', async () => {
    const flat = wander('flat', 40).map(
      ([time], i): CandleRow => [
        time,
        110_000 + i * 5,
        110_000 + i * 5 + 2,
        110_000 + i * 5 - 2,
        110_000 + i * 5,
        9,
      ],
    );
    const last = flat.at(-1)?.[4] ?? 0;
    const leader: Temperament = { ...eager, style: 'with', stop: 10, target: 10, holdMinutes: [60, 61] };
    const wide = (closeUp: boolean): CandleRow => [
      FIRST_S + 40 * 60,
      last,
      last + 5_000,
      last - 5_000,
      closeUp ? last + 10 : last - 10,
      9,
    ];
    const first = async (closeUp: boolean) =>
      closedOf((await live([...flat, wide(closeUp)], 41, leader)).events)[0]?.reason;
    // A minute that closes higher was at its low before it was at its high.
    expect([await first(true), await first(false)]).toEqual(['stop-loss', 'take-profit']);
  });

  it('closes positions as the exchange does when they are worth too little', async () => {
    const rows = wander('margin', 60).map(([time], i): CandleRow => {
      const level = i < 40 ? 110_000 + i * 5 : 110_000 - (i - 39) * 4_000;
      return [time, level, level + 1, level - 1, level, 9];
    });
    const leader: Temperament = {
      ...eager,
      style: 'with',
      share: 95,
      holdMinutes: [60, 61],
    };
    const { stop: _, target: __, ...bare } = leader;
    const { events, state } = await live(rows, 60, bare);
    expect(closedOf(events)[0]?.reason).toBe('stop-out');
    expect(state.standing.balance).toBeGreaterThanOrEqual(0);
    expect(state.standing.balance).toBeLessThan(start.standing.balance / 2);
  });

  it('can be stopped on the way', async () => {
    let breaths = 0;
    const past = await liveThrough({
      leader: eager,
      state: start,
      tapes: [tape(wander('stopped', 1_000))],
      from: timestampMs(FIRST_S * 1000),
      to: timestampMs((FIRST_S + 60_000) * 1000),
      settings: { stopOutPercent: 50, feeType: 'of-margin', demoBalance: ZERO_MONEY },
      nextId: async () => orderId(1),
      breathe: async () => ++breaths < 3,
    });
    expect(past).toBeUndefined();
    expect(breaths).toBe(3);
  });
});
