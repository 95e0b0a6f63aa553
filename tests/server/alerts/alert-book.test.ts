import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlertBook,
  type AlertChange,
  type AlertTarget,
  createAlertBook,
  moveOf,
  type WatchedAlert,
} from '../../../server/alerts/alert-book.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { price } from '../../../shared/domain/price.ts';

const INSTRUMENT = instrumentId(1);
const OPEN = 10_000;

const alert = (id: number, target: AlertTarget, rest: Partial<WatchedAlert> = {}): WatchedAlert => ({
  id,
  instrumentId: INSTRUMENT,
  target,
  side: 'above',
  repeats: false,
  isArmed: true,
  ...rest,
});
const at = (points: number): AlertTarget => ({ kind: 'price', price: price(points) });
const move = (hundredths: number): AlertTarget => ({ kind: 'percent', hundredths });

function bookOf(...alerts: readonly WatchedAlert[]): AlertBook {
  const book = createAlertBook();
  for (const one of alerts) book.put(one, 0);
  return book;
}

const fired = (changes: readonly AlertChange[]) => changes.filter((one) => one.hasFired).map(({ id }) => id);
const tick = (book: AlertBook, now: number, day = 0, open = OPEN) =>
  fired(book.take(INSTRUMENT, { price: now, open, day }));
const ticks = (book: AlertBook, ...prices: readonly number[]) => prices.map((now) => tick(book, now));

describe('an alert at a price', () => {
  it.each([
    ['above', [9_999, 10_000, 10_001], [[], [1], []]],
    ['above', [10_500, 10_500], [[1], []]],
    ['below', [10_001, 10_000, 9_999], [[], [1], []]],
    ['below', [1, 1], [[1], []]],
  ] as const)('that lies %s fires once, at the first of %j that touches it', (side, prices, expected) => {
    const book = bookOf(alert(1, at(10_000), { side }));
    expect(ticks(book, ...prices)).toEqual(expected);
    expect(book.size).toBe(0);
  });

  it.each([
    ['above', [10_000, 10_001, 10_000, 9_999, 10_000], [[1], [], [], [], [1]]],
    ['below', [10_000, 9_999, 10_000, 10_001, 9_000], [[1], [], [], [], [1]]],
  ] as const)('that lies %s and repeats fires again after the way back: %j', (side, prices, expected) => {
    expect(ticks(bookOf(alert(1, at(10_000), { side, repeats: true })), ...prices)).toEqual(expected);
  });

  it('does not fire before the way back when it has fired before', () => {
    const book = bookOf(alert(1, at(10_000), { repeats: true, isArmed: false }));
    expect(ticks(book, 10_001, 10_000, 9_999, 10_000)).toEqual([[], [], [], [1]]);
  });

  it('fires with every other that a jump crosses, the nearest first', () => {
    const book = bookOf(
      ...[3, 1, 2, 5].map((id) => alert(id, at(10_000 + id))),
      alert(9, at(9_000), { side: 'below' }),
    );
    expect(ticks(book, 10_004, 9_001, 8_999)).toEqual([[1, 2, 3], [], [9]]);
    expect(book.size).toBe(1);
  });

  it('is not judged by prices of another instrument, nor after its removal', () => {
    const book = bookOf(alert(1, at(10_000)));
    expect(book.take(instrumentId(2), { price: 20_000, open: OPEN, day: 0 })).toEqual([]);
    book.remove(1);
    book.remove(1);
    expect(ticks(book, 20_000)).toEqual([[]]);
  });
});

describe('an alert on the move of the day', () => {
  it.each([
    [200, 'above', [10_199, 10_200], [[], [1]]],
    [-200, 'below', [9_801, 9_800], [[], [1]]],
    [-100, 'above', [9_850, 9_899, 9_900], [[], [], [1]]],
  ] as const)(
    'of %i hundredths, %s, fires at the price that makes it: %j',
    (hundredths, side, prices, expected) => {
      expect(ticks(bookOf(alert(1, move(hundredths), { side })), ...prices)).toEqual(expected);
    },
  );

  it('follows the Open of each day, and is armed again by a new one', () => {
    const book = bookOf(alert(1, move(200), { repeats: true }));
    expect([tick(book, 10_200), tick(book, 10_300), tick(book, 20_000, 1, 20_000)]).toEqual([[1], [], []]);
    expect([tick(book, 20_399, 1, 20_000), tick(book, 20_400, 1, 20_000)]).toEqual([[], [1]]);
  });

  it('does not fire by the Open of a new day, but by the way there', () => {
    const book = bookOf(alert(1, move(-100)));
    expect([tick(book, 9_850), tick(book, 9_850, 1, 9_850)]).toEqual([[], []]);
    expect([tick(book, 9_700, 1, 9_850), tick(book, 9_850, 1, 9_850)]).toEqual([[], [1]]);
  });

  it('waits while the Open is not known', () => {
    const book = bookOf(alert(1, move(200)), alert(2, at(10_500)));
    expect([tick(book, 10_400, 0, 0), tick(book, 10_500, 0, 0), tick(book, 10_500)]).toEqual([[], [2], [1]]);
  });

  it('is exact where a division would be rounded', () => {
    const whole = fc.integer({ min: 1, max: 90_000_000_000 });
    fc.assert(
      fc.property(whole, whole, (now, open) => {
        const exact = BigInt(now - open) * 10_000n;
        const own = BigInt(moveOf(now, open));
        const doubled = exact * 2n;
        if (own % 2n === 0n) expect(own * BigInt(open)).toBe(doubled);
        else {
          expect((own - 1n) * BigInt(open) < doubled).toBe(true);
          expect((own + 1n) * BigInt(open) > doubled).toBe(true);
        }
      }),
    );
  });
});

/** What one alert alone would do, by the words of the contract. */
interface Naive {
  readonly alert: WatchedAlert;
  isArmed: boolean;
}

const terms = fc.record({
  target: fc.oneof(
    fc.integer({ min: 9_980, max: 10_020 }).map(at),
    fc.integer({ min: -20, max: 20 }).map(move),
  ),
  side: fc.constantFrom('above' as const, 'below' as const),
  repeats: fc.boolean(),
  isArmed: fc.boolean(),
});
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('tick' as const), at: fc.integer({ min: 9_975, max: 10_025 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('put' as const), id: fc.integer({ min: 1, max: 40 }), terms }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('remove' as const), id: fc.integer({ min: 1, max: 40 }) }),
    },
  ),
  // Long enough for alerts to be reached one by one.
  { maxLength: 200, size: 'max' },
);

it('many alerts change as each would alone', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 9_900, max: 10_100 }), (list, open) => {
      const book = createAlertBook();
      const naive = new Map<number, Naive>();
      for (const step of list) {
        if (step.do === 'put') {
          const one = alert(step.id, step.terms.target, step.terms);
          book.put(one, 0);
          naive.set(step.id, { alert: one, isArmed: one.isArmed });
        } else if (step.do === 'remove') {
          book.remove(step.id);
          naive.delete(step.id);
        } else {
          const changes = book.take(INSTRUMENT, { price: step.at, open, day: 0 });
          expect([...changes].sort((a, b) => a.id - b.id)).toEqual(judged(naive, step.at, open));
        }
        expect(book.size).toBe(naive.size);
      }
    }),
    { numRuns: 1_000 },
  );
});

function judged(naive: Map<number, Naive>, now: number, open: number): AlertChange[] {
  const changes: AlertChange[] = [];
  for (const [id, one] of [...naive].sort(([a], [b]) => a - b)) {
    const { target, side, repeats } = one.alert;
    const beyond =
      target.kind === 'price' ? now - target.price : (now - open) * 10_000 - target.hundredths * open;
    const isThere = side === 'above' ? beyond >= 0 : beyond <= 0;
    if (isThere !== one.isArmed) continue;
    one.isArmed = !one.isArmed;
    const isOn = repeats || !isThere;
    if (!isOn) naive.delete(id);
    changes.push({ id, hasFired: isThere, isOn, isArmed: one.isArmed });
  }
  return changes;
}
