import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../../shared/contract/language.ts';
import { priceTicks } from '../../../src/chart/axes.ts';
import { candleTimeText, dayText, timeLabels } from '../../../src/chart/time-axis.ts';
import { setClockFace } from '../../../src/format/clock-face.ts';
import { setFormatLocale } from '../../../src/format/locale.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
/** 2026-11-20 00:00 UTC, a Friday. */
const FRIDAY = 1_795_132_800;

const zone = process.env['TZ'];
beforeAll(() => {
  process.env['TZ'] = 'Asia/Hong_Kong';
  setFormatLocale('en');
});
afterAll(() => {
  process.env['TZ'] = zone;
});

const times = (count: number, from: number, step: number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => from + i * step);
const labelled = (time: Float64Array, periodS: number, px: number, left = -1) => {
  const { at, text } = timeLabels(time, { from: 0, to: time.length, left }, periodS, px);
  return at.map((index, i) => `${index} ${text[i]}`);
};

describe('prices on the axis', () => {
  it.each([
    [108_450, 108_620, 200, [108_450, 108_500, 108_550, 108_600]],
    [0.4, 3.2, 300, [1, 2, 3]],
    [1_000, 90_000, 100, [50_000]],
  ])('between %d and %d are round and far enough apart', (lowest, highest, height, ticks) => {
    expect(priceTicks(lowest, highest, height)).toEqual(ticks);
  });
});

describe('times on the axis', () => {
  it('are round minutes on the reader’s clock', () => {
    expect(labelled(times(31, FRIDAY, MINUTE), MINUTE, 7)).toEqual(['10 08:10', '20 08:20', '30 08:30']);
  });

  it('follow the clock that the reader chose', () => {
    const quarters = times(31, FRIDAY, MINUTE);
    const days = times(12, FRIDAY + 12 * HOUR, HOUR);
    setClockFace({ hours: 12, zone: 'America/New_York' });
    try {
      // A narrow no-break space stands before the letters.
      expect(labelled(quarters, MINUTE, 7).map((text) => text.replace('\u202f', ' '))).toEqual([
        '10 7:10 PM',
        '20 7:20 PM',
        '30 7:30 PM',
      ]);
      expect(candleTimeText(FRIDAY, MINUTE)).toMatch(/^Nov 19, 0?7:00\sPM$/);
      // New York is thirteen hours behind Hong Kong: no day begins there.
      expect(labelled(days, HOUR, 20).map((text) => text.replace('\u202f', ' '))).toEqual([
        '1 8:00 AM',
        '5 12:00 PM',
        '9 4:00 PM',
      ]);
    } finally {
      setClockFace({ hours: 24, zone: undefined });
    }
  });

  it('show the date where a day begins for the reader', () => {
    expect(labelled(times(12, FRIDAY + 12 * HOUR, HOUR), HOUR, 20)).toEqual(['4 Nov 21', '8 04:00']);
  });

  it('mark the starts of days among times, and leave the day of the first one to be named', () => {
    const time = times(12, FRIDAY + 12 * HOUR, HOUR);
    const { major, areTimes } = timeLabels(time, { from: 0, to: 12, left: -1 }, HOUR, 20);
    expect([major, areTimes]).toEqual([[true, false], true]);
    expect(dayText(FRIDAY + 15 * HOUR, HOUR)).toBe('Nov 20');
    expect(dayText(FRIDAY + 16 * HOUR, HOUR)).toBe('Nov 21');
    expect(timeLabels(times(8, FRIDAY, DAY), { from: 0, to: 8, left: -1 }, DAY, 80).areTimes).toBe(false);
  });

  it('leave no gap for a weekend: the first candle after it has the date', () => {
    const time = Float64Array.from([...times(4, FRIDAY, HOUR), ...times(8, FRIDAY + 3 * DAY, HOUR)]);
    expect(labelled(time, HOUR, 70)).toContain('4 Nov 23');
  });

  it('label a day candle with its UTC date in every time zone', () => {
    process.env['TZ'] = 'America/New_York';
    expect(labelled(times(8, FRIDAY, DAY), DAY, 80).slice(0, 2)).toEqual(['1 Nov 21', '2 Nov 22']);
    expect(candleTimeText(FRIDAY, DAY)).toBe('Nov 20, 2026');
    process.env['TZ'] = 'Asia/Hong_Kong';
    expect(candleTimeText(FRIDAY + 2 * HOUR, MINUTE)).toBe('Nov 20, 10:00');
  });

  it('are left out where the edge would cut them, but keep their line', () => {
    expect(labelled(times(31, FRIDAY, MINUTE), MINUTE, 7, 8)[0]).toBe('10 ');
  });

  it('keep their places while the view moves', () => {
    const time = times(600, FRIDAY, MINUTE);
    const places = (from: number) =>
      timeLabels(time, { from, to: from + 60, left: from }, MINUTE, 7).at.filter((i) => i > 120 && i < 155);
    expect(places(100)).toEqual([130, 140, 150]);
    for (let from = 101; from < 118; from++) expect(places(from)).toEqual(places(100));
  });

  it.each(['Asia/Hong_Kong', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
    'follow the clock of %s as Intl formats it in each of our languages',
    (place) => {
      process.env['TZ'] = place;
      // Includes both clock changes of a year.
      const days = Array.from({ length: 366 }, (_, day) => FRIDAY + day * DAY);
      for (const locale of Object.values(LOCALES)) {
        setFormatLocale(locale);
        const format = new Intl.DateTimeFormat(locale, {
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
          numberingSystem: 'latn',
        });
        const clock = days.flatMap((from, day) => {
          const time = times(49, from + (day % 60) * MINUTE, 30 * MINUTE);
          const { at, text } = timeLabels(time, { from: 0, to: 49, left: -9 }, 30 * MINUTE, 80);
          return at
            .map((index, i) => [format.format((time[index] ?? 0) * 1000), text[i] ?? ''] as const)
            .filter(([, made]) => /^\d\d[.:]\d\d$/.test(made));
        });
        expect(clock.length).toBeGreaterThan(15_000);
        expect(
          clock.filter(([right, made]) => made !== right),
          locale,
        ).toEqual([]);
      }
      setFormatLocale('en');
      process.env['TZ'] = 'Asia/Hong_Kong';
    },
  );

  it('are months and years in a long view', () => {
    const labels = labelled(times(400, FRIDAY, DAY), DAY, 1);
    expect(labels.some((label) => label.endsWith('2027'))).toBe(true);
    expect(labels.length).toBeLessThan(8);
  });
});
