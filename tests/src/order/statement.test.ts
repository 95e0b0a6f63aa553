import { describe, expect, it } from 'vitest';
import type { HistoryPage } from '../../../shared/contract/domain.ts';
import { money } from '../../../shared/domain/money.ts';
import type { ClosedOrder } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../../shared/result.ts';
import { startOfDay } from '../../../src/format/day.ts';
import { closeWords } from '../../../src/screens/Order/close-words.ts';
import {
  EVERYTHING,
  filterOf,
  type HistoryChoice,
  isBackwards,
  restrictionsOf,
} from '../../../src/screens/Order/history-choice.ts';
import { daysOf } from '../../../src/screens/Order/history-days.ts';
import { loadStatement, statementCsv } from '../../../src/screens/Order/statement.ts';
import { aClosed } from '../../helpers/orders.ts';
import type { Plain } from '../../helpers/plain.ts';

const NOON = new Date(2026, 10, 24, 12).getTime();
const HOUR = 3_600_000;

const closed = (id: number, closedAt: number, patch: Plain<ClosedOrder> = {}) =>
  aClosed({ id, closedAt, volume: 100, fee: 20_000, realisedPnl: 1_000_001, ...patch });
/** Keys and values in place of a language. */
const t = (key: string, values: object = {}): string => [key, ...Object.values(values)].join(' ');

describe('the days of the history', () => {
  const today = [closed(4, NOON), closed(3, NOON - HOUR)];
  const yesterday = [closed(2, NOON - 24 * HOUR), closed(1, NOON - 25 * HOUR)];
  it('have the exact sum of their orders', () => {
    const days = daysOf([...today, ...yesterday], true);
    expect(days).toMatchObject([
      { startMs: startOfDay(NOON), sum: 2_000_002, orders: today },
      { startMs: startOfDay(NOON, -1), sum: 2_000_002, orders: yesterday },
    ]);
  });
  it('have no sum while more of their orders may follow', () => {
    expect(daysOf([...today, ...yesterday], false).map(({ sum }) => sum)).toEqual([2_000_002, undefined]);
  });
});

describe('the choice of orders', () => {
  const choose = (patch: Partial<HistoryChoice>): HistoryChoice => ({ ...EVERYTHING, ...patch });
  const at = (year: number, month: number, day: number): number => new Date(year, month - 1, day).getTime();
  it.each<[Partial<HistoryChoice>, number | undefined, number | undefined]>([
    [{}, undefined, undefined],
    [{ range: 'today' }, at(2026, 11, 24), undefined],
    [{ range: 'week' }, at(2026, 11, 18), undefined],
    [{ range: 'month' }, at(2026, 10, 26), undefined],
    [{ range: 'custom', fromDay: '2026-03-01', toDay: '2026-03-31' }, at(2026, 3, 1), at(2026, 4, 1)],
    [{ range: 'custom', fromDay: '2026-02-30' }, undefined, undefined],
    [{ range: 'week', fromDay: '2026-03-01' }, at(2026, 11, 18), undefined],
  ])('%j is a range of whole days', (patch, from, to) => {
    const { from: first, to: last } = filterOf(choose(patch), NOON);
    expect([first, last]).toEqual([from, to]);
  });
  it('counts its restrictions, and sees a range that runs backwards', () => {
    expect(restrictionsOf(EVERYTHING)).toBe(0);
    expect(restrictionsOf(choose({ range: 'week', side: 'sell', reason: 'stop-out' }))).toBe(3);
    expect(isBackwards(choose({ range: 'custom', fromDay: '2026-03-02', toDay: '2026-03-01' }))).toBe(true);
    expect(isBackwards(choose({ range: 'custom', fromDay: '2026-03-01', toDay: '2026-03-01' }))).toBe(false);
  });
});

describe('why an order closed', () => {
  it.each<[Partial<ClosedOrder>, string]>([
    [{}, 'history.by_you 1.08100'],
    [{ reason: 'reset' }, 'history.by_reset 1.08100'],
    [{ reason: 'stop-loss', stopLoss: price(108_100) }, 'order.reasons.stop-loss 1.08100'],
    [
      { reason: 'stop-loss', stopLoss: price(108_150) },
      'history.with_gap order.reasons.stop-loss 1.08150 0.00050',
    ],
    [
      { reason: 'trailing-stop', stopLoss: price(108_050), side: 'sell' },
      'history.with_gap order.reasons.trailing-stop 1.08050 0.00050',
    ],
    [{ reason: 'take-profit', takeProfit: price(108_100) }, 'order.reasons.take-profit 1.08100'],
    [{ reason: 'stop-out', marginLevel: 4_951 }, 'history.stop_out_level 49.51%'],
    [{ reason: 'stop-out' }, 'history.stop_out 1.08100'],
    [{ reason: 'stop-loss' }, 'order.reasons.stop-loss 1.08100'],
  ])('%j is told in words', (patch, words) => {
    expect(closeWords(t, closed(1, NOON, patch))).toBe(words);
  });
});

const MOST = 1_000;

describe('a statement of orders', () => {
  const all = Array.from({ length: 45 }, (_, i) => closed(45 - i, NOON - i * HOUR));
  const page = (orders: readonly ClosedOrder[], number: number): Result<HistoryPage> => {
    const realisedTotal = money(orders.length * 1_000_001);
    const list = orders.slice((number - 1) * 20, number * 20);
    return ok({ orders: list, total: orders.length, balance: money(0), realisedTotal });
  };
  it('reads all pages, the oldest first, with exact sums and its progress', async () => {
    const seen: number[] = [];
    const answer = await loadStatement(
      async (number) => page(all, number),
      {},
      MOST,
      (percent) => seen.push(percent),
    );
    expect(answer).toMatchObject({ ok: true, value: { profit: 45_000_045, fees: 900_000 } });
    expect(answer.ok && answer.value.orders.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 45 }, (_, i) => i + 1),
    );
    expect(seen).toEqual([44, 89, 100]);
  });
  it('is read again when an order closes meanwhile', async () => {
    let calls = 0;
    const later = [closed(46, NOON + HOUR), ...all];
    const answer = await loadStatement(
      async (number) => page(++calls > 1 ? later : all, number),
      {},
      MOST,
      () => undefined,
    );
    expect(answer.ok && answer.value.orders).toHaveLength(46);
  });
  it('is refused when its sum is never the exchange’s, and tells why it cannot be read', async () => {
    const wrong = (number: number) => {
      const answer = page(all, number);
      return answer.ok ? ok({ ...answer.value, realisedTotal: money(1) }) : answer;
    };
    expect(
      await loadStatement(
        async (number) => wrong(number),
        {},
        MOST,
        () => undefined,
      ),
    ).toMatchObject({
      error: { code: LOCAL_CODE.malformed },
    });
    const offline = err(refusal(LOCAL_CODE.offline));
    expect(
      await loadStatement(
        async () => offline,
        {},
        MOST,
        () => undefined,
      ),
    ).toEqual(offline);
  });
  it('is asked for in large pages, and not read at all when it has more orders than may be', async () => {
    const asked: (readonly number[])[] = [];
    const load = async (number: number, _: object, limit: number) => {
      asked.push([number, limit]);
      return page(all, number);
    };
    expect(await loadStatement(load, {}, 44, () => undefined)).toEqual({ ok: false, error: 'too-many' });
    expect(asked).toEqual([[1, 200]]);
  });
  it('is a file with exact decimals and a last line of sums', () => {
    const orders = [closed(1, Date.UTC(2026, 10, 24))];
    const lines = statementCsv(t, {
      orders,
      fees: money(20_000),
      nights: undefined,
      profit: money(1_000_001),
    }).split('\r\n');
    expect(lines.slice(1)).toEqual([
      '1,EUR/USD,order.buy,0.0100,1970-01-01T00:00:00.000Z,1.08000,2026-11-24T00:00:00.000Z,1.08100,history.by_you 1.08100,0.020000,1.000001',
      'history.total,,,,,,,,,0.020000,1.000001',
    ]);
  });
  it('has what nights have brought where an order was open over a paid one', async () => {
    const some = [
      closed(1, 1, { financing: 1_230_001 }),
      closed(2, 2, { financing: -300_000 }),
      closed(3, 3),
    ];
    const answer = await loadStatement(
      async (number) => page(some, number),
      {},
      MOST,
      () => undefined,
    );
    expect(answer).toMatchObject({ ok: true, value: { nights: -930_001 } });
    if (!answer.ok) return;
    const columns = statementCsv(t, answer.value)
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')[10]);
    expect(columns).toEqual(['order.financing', '-1.230001', '0.300000', '0.000000', '-0.930001']);
  });
});
