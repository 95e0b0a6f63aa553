import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dateEndOf,
  type NightTerms,
  nextNight,
  nightCost,
  parseNightTime,
} from '../../shared/domain/financing.ts';
import { price } from '../../shared/domain/price.ts';
import { UNIT_RATE } from '../../shared/domain/rate.ts';
import { volume } from '../../shared/domain/volume.ts';

const [WEDNESDAY, FRIDAY] = [3, 5];

/** The nights after a moment, until there are so many. */
function nightsAfter(from: string, count: number, tripleDay?: number, text = '17:00 America/New_York') {
  const time = parseNightTime(text);
  if (time === undefined) throw new Error(text);
  const found: string[] = [];
  for (let after = Date.parse(from); found.length < count; ) {
    const { at, nights } = nextNight({ tripleDay }, after, time);
    found.push(`${new Date(at).toISOString().slice(0, 16)} ${nights}`);
    after = at;
  }
  return found;
}

describe('the nights of an instrument', () => {
  it.each([
    [WEDNESDAY, ['2026-06-01T21:00 1', '2026-06-02T21:00 1', '2026-06-03T21:00 3', '2026-06-04T21:00 1']],
    [FRIDAY, ['2026-06-01T21:00 1', '2026-06-02T21:00 1', '2026-06-03T21:00 1', '2026-06-04T21:00 1']],
    [undefined, ['2026-05-31T21:00 1', '2026-06-01T21:00 1', '2026-06-02T21:00 1', '2026-06-03T21:00 1']],
  ])('with its triple on day %s are those of working days, or of all', (tripleDay, expected) => {
    expect(nightsAfter('2026-05-31T00:00Z', 4, tripleDay)).toEqual(expected);
  });

  it('count seven in a week, and none is on a weekend where there is a triple', () => {
    for (const tripleDay of [WEDNESDAY, FRIDAY]) {
      const week = nightsAfter('2026-06-01T00:00Z', 5, tripleDay);
      expect(week.at(-1)).toMatch(/^2026-06-05T21:00/);
      expect(week.reduce((sum, night) => sum + Number(night.at(-1)), 0)).toBe(7);
      expect(nightsAfter('2026-06-05T21:00Z', 1, tripleDay)).toEqual(['2026-06-08T21:00 1']);
    }
  });

  it('keep the time by the clock there when summer time begins and ends', () => {
    expect(nightsAfter('2026-03-06T00:00Z', 2, WEDNESDAY)).toEqual([
      '2026-03-06T22:00 1',
      '2026-03-09T21:00 1',
    ]);
    expect(nightsAfter('2026-10-30T00:00Z', 2, WEDNESDAY)).toEqual([
      '2026-10-30T21:00 1',
      '2026-11-02T22:00 1',
    ]);
    expect(nightsAfter('2026-03-07T00:00Z', 3)).toEqual([
      '2026-03-07T22:00 1',
      '2026-03-08T21:00 1',
      '2026-03-09T21:00 1',
    ]);
  });

  it('come later by what the clocks leave out, and once at a time that comes twice', () => {
    expect(nightsAfter('2026-03-07T12:00Z', 2, undefined, '02:30 America/New_York')).toEqual([
      '2026-03-08T07:30 1',
      '2026-03-09T06:30 1',
    ]);
    expect(nightsAfter('2026-10-31T12:00Z', 2, undefined, '01:30 America/New_York')).toEqual([
      '2026-11-01T05:30 1',
      '2026-11-02T06:30 1',
    ]);
    // Of the day before, whose last hour is left out.
    expect(nightsAfter('2026-03-29T01:10Z', 1, undefined, '23:30 America/Nuuk')).toEqual([
      '2026-03-29T01:30 1',
    ]);
  });

  it('are one for each date of the zone, in order, wherever one begins to count', () => {
    const times = fc.tuple(
      fc.constantFrom(
        'America/New_York',
        'Europe/London',
        'Australia/Lord_Howe',
        'Africa/Cairo',
        'America/Havana',
      ),
      fc.integer({ min: 0, max: 1_439 }),
    );
    const from = fc.integer({ min: 1_577_836_800_000, max: 1_893_456_000_000 });
    fc.assert(
      fc.property(times, from, ([zone, minutes], ms) => {
        const hhmm = [Math.floor(minutes / 60), minutes % 60]
          .map((part) => String(part).padStart(2, '0'))
          .join(':');
        const time = parseNightTime(`${hhmm} ${zone}`);
        if (time === undefined) throw new Error(zone);
        const first = nextNight({}, ms, time).at;
        const second = nextNight({}, first, time).at;
        expect(first).toBeGreaterThan(ms);
        expect(nextNight({}, first - 1, time).at).toBe(first);
        const hours = (second - first) / 3_600_000;
        expect(hours).toBeGreaterThanOrEqual(22);
        expect(hours).toBeLessThanOrEqual(26);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['17:00', '24:00 UTC', '7:00 UTC', '17:60 UTC', '17:00 Mars/Olympus', '17:00  UTC', ''])(
    'are not at "%s"',
    (text) => expect(parseNightTime(text)).toBeUndefined(),
  );
});

describe('what a night costs', () => {
  const EURUSD: NightTerms = {
    contractSize: 100_000,
    precision: 5,
    longRate: 25_000,
    shortRate: -5_000,
    nights: 1,
    close: price(108_000),
    rate: UNIT_RATE,
  };
  const BUY = { side: 'buy', volume: volume(10_000) } as const;

  it.each([
    ['a buy pays', BUY, EURUSD, 7_500_000],
    ['three nights', BUY, { ...EURUSD, nights: 3 }, 22_500_000],
    ['a sell receives', { ...BUY, side: 'sell' as const }, EURUSD, -1_500_000],
    ['nothing without a rate', BUY, { ...EURUSD, longRate: 0 }, 0],
    // 100,000 x 150.123 / 150.123 x 2.5 % / 360 = 6.9444…
    [
      'of an inverse rate',
      BUY,
      { ...EURUSD, precision: 3, close: price(150_123), rate: { num: 1_000, den: 150_123 } },
      6_944_444,
    ],
    // 0.0001 lots x 1 x 50000 x 0.0036 % / 360 = 0.0000005
    [
      'half a millionth away from zero',
      { side: 'buy' as const, volume: volume(1) },
      { ...EURUSD, contractSize: 1, precision: 0, close: price(50_000), longRate: 36 },
      1,
    ],
    [
      'half a millionth away from zero, below it',
      { side: 'buy' as const, volume: volume(1) },
      { ...EURUSD, contractSize: 1, precision: 0, close: price(50_000), longRate: -36 },
      -1,
    ],
  ])('%s', (_, order, terms, expected) => {
    expect(nightCost(order, terms)).toBe(expected);
  });
});

describe('the date of a night', () => {
  const end = (night: string, text: string) => {
    const time = parseNightTime(text);
    if (time === undefined) throw new Error(text);
    return new Date(dateEndOf(Date.parse(night), time) + 1).toISOString().slice(0, 16);
  };

  it('ends at midnight there, whatever the time of the day is now', () => {
    expect(end('2026-03-04T05:00Z', '23:30 America/New_York')).toBe('2026-03-05T05:00');
    expect(end('2026-03-04T22:00Z', '00:00 America/New_York')).toBe('2026-03-05T05:00');
  });

  it('is the one before where the clocks have moved it past midnight', () => {
    // In Nuuk the hour from 23:00 is left out on 28 March.
    const nights = nightsAfter('2026-03-28T12:00Z', 2, undefined, '23:30 America/Nuuk');
    expect(nights).toEqual(['2026-03-29T01:30 1', '2026-03-30T00:30 1']);
    expect(end('2026-03-29T01:30Z', '23:30 America/Nuuk')).toBe('2026-03-29T01:30');
  });
});
