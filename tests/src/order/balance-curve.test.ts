import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../shared/contract/payments.ts';
import { type Money, money } from '../../../shared/domain/money.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import {
  type Books,
  CURVE_SIZE,
  curveOf,
  curvePath,
  loadBalanceCurve,
  MAX_CURVE_PAGES,
} from '../../../src/screens/Order/balance-curve.ts';

const NOW = Date.UTC(2026, 10, 25);
const entry = (atMs: number, amount: number): LedgerEntry => ({
  amount: money(amount),
  memo: '',
  createdAt: new Date(atMs).toISOString(),
});
/** Opened with 1,000; then 250 more, 400 less, 10 more. The latest first. */
const ENTRIES = [
  entry(NOW - 100, 10),
  entry(NOW - 200, -400),
  entry(NOW - 300, 250),
  entry(NOW - 400, 1_000),
];
const BALANCE = money(860);
const at = (ms: number) => timestampMs(NOW - ms);

describe('the balance over a range', () => {
  it.each([
    ['all', {}, [1_000, 860], [850, 1_250], 4, [NOW - 400, NOW]],
    ['from a day on', { from: at(250) }, [1_250, 860], [850, 1_250], 2, [NOW - 250, NOW]],
    [
      'until a day, which is excluded',
      { to: at(200) },
      [1_000, 1_250],
      [1_000, 1_250],
      2,
      [NOW - 400, NOW - 200],
    ],
    ['between two', { from: at(350), to: at(150) }, [1_000, 850], [850, 1_250], 2, [NOW - 350, NOW - 150]],
    ['without movements', { from: at(50) }, [860, 860], [860, 860], 0, [NOW - 50, NOW]],
    ['before the account', { to: at(500) }, [0, 0], [0, 0], 0, [NOW - 500, NOW - 500]],
  ] as const)('%s', (_, range, [first, last], [lowest, highest], steps, [startMs, endMs]) => {
    const curve = curveOf(ENTRIES, BALANCE, range, NOW);
    expect({ ...curve, steps: curve.steps.length }).toEqual({
      ...{ first, last, lowest, highest, steps, startMs, endMs },
    });
  });

  it('is drawn within its picture from edge to edge, with at most three strokes a unit of width', () => {
    const moves = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: -500, max: 500 })),
      {
        maxLength: 3_000,
        size: 'max',
      },
    );
    fc.assert(
      fc.property(moves, (list) => {
        const entries = list.map(([ago, amount]) => entry(NOW - ago, amount));
        entries.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
        const curve = curveOf(entries, money(5_000), {}, NOW);
        expect(curve.last).toBe(5_000);
        const path = curvePath(curve);
        const xs = [...path.matchAll(/[MH](-?[\d.]+)/g)].map(([, x]) => Number(x));
        const ys = [...path.matchAll(/[V ](-?[\d.]+)/g)].map(([, y]) => Number(y));
        expect(xs).toEqual(xs.toSorted((a, b) => a - b));
        expect([xs[0], xs.at(-1)]).toEqual([0, CURVE_SIZE.width]);
        expect(ys.every((y) => y >= 0 && y <= CURVE_SIZE.height)).toBe(true);
        expect(ys.length).toBeLessThanOrEqual(1 + 3 * (CURVE_SIZE.width + 1));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the curve', () => {
  const PAGE = 2;
  const booksOf = (entries: () => readonly LedgerEntry[], balance: () => Money = () => BALANCE) => {
    const asked: number[] = [];
    const books: Books = {
      ledger: async (page) => {
        asked.push(page);
        const all = entries();
        return ok({ list: all.slice((page - 1) * PAGE, page * PAGE), total: all.length });
      },
      balance: async () => ok(balance()),
    };
    return { books, asked };
  };

  it('reads the statement back to the start of its range', async () => {
    const { books, asked } = booksOf(() => ENTRIES);
    expect(await loadBalanceCurve(books, { from: at(150) }, NOW)).toMatchObject({
      value: { first: 850, last: 860 },
    });
    expect(asked).toEqual([1, 1]);
    expect(await loadBalanceCurve(books, {}, NOW)).toMatchObject({ value: { first: 1_000 } });
    expect(asked.slice(2)).toEqual([1, 2, 1]);
  });

  it('is read again when the balance moves meanwhile', async () => {
    let entries = ENTRIES;
    let asked = 0;
    const { books } = booksOf(
      () => entries,
      () => {
        if (++asked === 1) entries = [entry(NOW - 1, 40), ...ENTRIES];
        return money(900);
      },
    );
    expect(await loadBalanceCurve(books, {}, NOW)).toMatchObject({ value: { first: 1_000, last: 900 } });
  });

  it('is not drawn of more movements than a phone should load, and says why it cannot be read', async () => {
    const many = Array.from({ length: PAGE * MAX_CURVE_PAGES + 1 }, (_, i) => entry(NOW - i, 1));
    expect(await loadBalanceCurve(booksOf(() => many).books, {}, NOW)).toEqual(err('too-many'));
    const offline = err(refusal(LOCAL_CODE.offline));
    const books: Books = { ledger: async () => offline, balance: async () => ok(BALANCE) };
    expect(await loadBalanceCurve(books, {}, NOW)).toEqual(offline);
  });
});
