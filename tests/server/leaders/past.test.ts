import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { entryFor } from '../../../server/catalogue/catalogue.ts';
import { TRADING_HOURS } from '../../../server/catalogue/hours.ts';
import { memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { sessionAt } from '../../../server/feed/sessions.ts';
import { leaderFigures, WINDOW_MS } from '../../../server/leaders/figures.ts';
import type { LeaderRecord } from '../../../server/leaders/leader-repository.ts';
import { checkLedger } from '../../../server/ledger/check.ts';
import type { Store } from '../../../server/store/store.ts';
import { money } from '../../../shared/domain/money.ts';
import type { ClosedOrder } from '../../../shared/domain/order.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { PAGE_SIZE } from '../../../shared/limits.ts';
import { type Stage, startStage } from './stage.ts';

const WEDNESDAY = Date.parse('2026-01-14T14:20:31.250Z');
const DAY = 86_400_000;

const candles = memoryCandleStore();
const dataDir = mkdtempSync(join(tmpdir(), 'pipstream-'));
let stage: Stage;
let records: readonly LeaderRecord[];

/** Waits until all have their past; the list is read anew every few seconds. */
const ready = (on: Stage, count = 6) =>
  vi.waitFor(
    async () => {
      on.pass(5_000);
      expect(await on.leaders.list()).toHaveLength(count);
    },
    { timeout: 60_000, interval: 50 },
  );

beforeAll(async () => {
  stage = await startStage({ dataDir, candles, now: WEDNESDAY });
  await ready(stage);
  records = await stage.store.read.leaders.leaders();
}, 90_000);
afterAll(async () => {
  expect(stage.faults).toEqual([]);
  await stage.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function closedOf({ account }: LeaderRecord, on = stage): Promise<readonly ClosedOrder[]> {
  const orders: ClosedOrder[] = [];
  for (let page = 1; ; page++) {
    const { orders: found } = await on.exchange.deals(account, 'closed', page);
    for (const order of found) if (order.status === 'closed') orders.push(order);
    if (found.length < PAGE_SIZE) return orders;
  }
}

describe('leaders who are new', { timeout: 60_000 }, () => {
  it('have traded for two weeks, all of them, in more than one instrument', async () => {
    for (const record of records) {
      expect(Math.abs(record.beganAt - (WEDNESDAY - 14 * DAY))).toBeLessThan(60_000);
      const closed = await closedOf(record);
      expect(closed.length, record.name).toBeGreaterThan(10);
      expect(new Set(closed.map(({ code }) => code)).size, record.name).toBeGreaterThan(1);
      const days = new Set(closed.map(({ closedAt }) => Math.floor(closedAt / DAY)));
      expect(days.size, record.name).toBeGreaterThan(5);
      for (const { createdAt, closedAt } of closed) {
        expect(createdAt).toBeGreaterThan(record.beganAt);
        expect(closedAt).toBeGreaterThan(createdAt);
        expect(closedAt).toBeLessThan(WEDNESDAY);
      }
    }
  });

  it('never traded while a market was closed', async () => {
    for (const record of records) {
      const all = [...(await closedOf(record)), ...(await stage.exchange.working(record.account))];
      for (const order of all) {
        const hours = TRADING_HOURS[entryFor(order.code, 0).hours];
        expect(sessionAt(hours, order.createdAt).open, `${order.code} ${order.createdAt}`).toBe(true);
        if (order.status === 'closed') expect(sessionAt(hours, order.closedAt).open).toBe(true);
      }
    }
  });

  it('dealt at prices that are in the candles of their minutes', async () => {
    let seen = 0;
    for (const record of records) {
      for (const order of (await closedOf(record)).slice(0, 8)) {
        const { id } = stage.market.instrumentByCode(order.code) ?? { id: order.instrumentId };
        for (const [at, dealt] of [
          [order.createdAt, order.openPrice],
          [order.closedAt, order.closePrice],
        ] as const) {
          const minute = Math.floor(at / 60_000) * 60;
          const [before, own] = (await stage.market.kline(id, '1min', minute + 60, 2)).slice(-2);
          expect(own?.[0]).toBe(minute);
          const within = dealt >= (own?.[3] ?? 0) && dealt <= (own?.[2] ?? 0);
          expect(within || dealt === before?.[4], `${order.code} ${order.id}`).toBe(true);
          seen++;
        }
      }
    }
    expect(seen).toBeGreaterThan(80);
  });

  it('leave books that are in order, with every profit and fee in their balance', async () => {
    expect(await checkLedger(stage.store)).toEqual([]);
    for (const record of records) {
      const closed = await closedOf(record);
      const open = await stage.exchange.working(record.account);
      const fees = [...closed, ...open].reduce((sum, order) => sum + ('fee' in order ? order.fee : 0), 0);
      const profit = closed.reduce((sum, { realisedPnl }) => sum + realisedPnl, 0);
      const opening = await stage.store.read.leaders.opening(record.account);
      expect(fees).toBeGreaterThan(0);
      expect((await stage.exchange.figures(record.account)).balance).toBe(opening + profit - fees);
    }
  });

  it('are demo accounts that nobody can log into', async () => {
    for (const { account } of records) {
      expect(await stage.store.read.accounts.byId(account)).toMatchObject({
        book: 'demo',
        email: undefined,
        phone: undefined,
        passwordHash: undefined,
      });
    }
  });

  it('are listed with figures that equal those of all their orders', async () => {
    const list = await stage.leaders.list();
    expect(list.map(({ user }) => user)).toEqual([
      'nightferry',
      'slowriver',
      'tomas_v',
      'quietharbor',
      'ines_m',
      'copperleaf',
    ]);
    for (const leader of list) {
      const record = records.find(({ name }) => name === leader.user);
      if (record === undefined) throw new Error(`${leader.user} is no leader`);
      const closed = await closedOf(record);
      const opening = await stage.store.read.leaders.opening(record.account);
      const profit = closed.reduce((sum, { realisedPnl }) => sum + realisedPnl, 0);
      // All they did lies in the window, so the balance at its beginning is what they began with.
      const rate = Number(((profit / opening) * 100).toFixed(2));
      expect(leader.three_week_rate).toBeCloseTo(rate, 1);
      expect(leader.total_rate).toBe(leader.three_week_rate);
      expect(leader.three_week_profit).toBe(profit / 1_000_000);
      expect(leader.total_trade_num).toBe(closed.length);
      const wins = closed.filter(({ realisedPnl }) => realisedPnl > 0).length;
      expect(leader.three_week_win).toBeCloseTo((wins / closed.length) * 100, 1);
      expect(closed.map(({ multiple }) => multiple)).toContain(leader.multiple);
      expect(closed.map(({ showCode }) => showCode)).toContain(leader.code);
    }
  });

  it('keep what was summed up of long ago in step with the orders', async () => {
    const { read } = stage.store;
    for (const { account } of records) {
      const all = await read.leaders.dealsSince(account, timestampMs(0));
      for (const days of [0, 3, 7, 20]) {
        const at = timestampMs(WEDNESDAY - days * DAY);
        const before = { ...(await read.leaders.totalsBefore(account, at)), at };
        const deals = await read.leaders.dealsSince(account, at);
        const opening = await read.leaders.opening(account);
        const none = { count: 0, profit: money(0), fees: money(0), at: timestampMs(0) };
        for (const start of [at, timestampMs(at + DAY), timestampMs(WEDNESDAY + WINDOW_MS)])
          expect(leaderFigures({ opening, before, deals }, start)).toEqual(
            leaderFigures({ opening, before: none, deals: all }, start),
          );
      }
    }
  });
});

describe('a restart', { timeout: 60_000 }, () => {
  const counts = async (on: Stage) => {
    const all = await on.store.read.leaders.leaders();
    return Promise.all(all.map(async (record) => (await closedOf(record, on)).length));
  };

  it('gives nobody a second past', async () => {
    const before = await counts(stage);
    await stage.stop();
    stage = await startStage({ dataDir, candles, now: WEDNESDAY + 5_000 });
    await ready(stage);
    expect(await counts(stage)).toEqual(before);
    expect(await stage.store.read.leaders.leaders()).toEqual(records);
  });

  it('in the midst of a past leaves none of it, and the next start goes through it again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pipstream-'));
    let pasts = 0;
    const cutOff = (store: Store): Store => ({
      ...store,
      write: (work) =>
        store.write(async (transaction) => {
          const before = pasts;
          const { leaders } = transaction;
          const endPast: typeof leaders.endPast = (name, until) => {
            pasts++;
            return leaders.endPast(name, until);
          };
          const done = await work({ ...transaction, leaders: { ...leaders, endPast } });
          if (before === 1 && pasts === 2) throw new Error('power cut');
          return done;
        }),
    });
    const first = await startStage({ dataDir: folder, candles, now: WEDNESDAY, count: 2, wrapStore: cutOff });
    await vi.waitFor(() => expect(first.faults).toHaveLength(1), { timeout: 30_000 });
    const left = await first.store.read.leaders.leaders();
    const whole = await Promise.all(left.map(async (record) => (await closedOf(record, first)).length > 0));
    expect(whole.filter((one) => one)).toHaveLength(1);
    expect(left.map(({ pastUntil }) => pastUntil !== undefined)).toEqual(whole);
    expect(await checkLedger(first.store)).toEqual([]);
    await first.stop();

    const second = await startStage({ dataDir: folder, candles, now: WEDNESDAY, count: 2 });
    await ready(second, 2);
    const again = await second.store.read.leaders.leaders();
    expect(again.map(({ account }) => account)).toEqual(left.map(({ account }) => account));
    expect(await checkLedger(second.store)).toEqual([]);
    expect(second.faults).toEqual([]);
    await second.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});
