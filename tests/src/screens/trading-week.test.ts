import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setClockFace } from '../../../src/format/clock-face.ts';
import { setFormatLocale } from '../../../src/format/locale.ts';
import { formatTimeLeft, formatWeekday, formatWeekTime } from '../../../src/format/time-left.ts';
import { hoursAt, weekOf, zoneName } from '../../../src/screens/Trade/sheet/trading-week.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Wednesday. */
const NOON = Date.parse('2026-03-04T12:00:00Z');
const [from, to] = [NOON - 7 * DAY, NOON + 8 * DAY];
const around = (...sessions: [number, number][]) => ({ from, to, sessions });

describe('what trading hours say about a moment', () => {
  it.each([
    [
      'open until its closing, and again',
      around([NOON - HOUR, NOON + HOUR], [NOON + DAY, NOON + 2 * DAY]),
      { status: 'open', closesAt: NOON + HOUR, reopensAt: NOON + DAY },
    ],
    ['open until its closing', around([NOON, NOON + HOUR]), { status: 'open', closesAt: NOON + HOUR }],
    ['open around the clock', around([from, to]), { status: 'open' }],
    [
      'closed until the opening',
      around([from, NOON], [NOON + DAY, to]),
      { status: 'closed', opensAt: NOON + DAY },
    ],
    ['closed', around(), { status: 'closed' }],
    ['unknown', { from, to }, { status: 'unknown' }],
  ])('is %s', (_name, hours, expected) => {
    expect(hoursAt(hours, NOON)).toEqual(expected);
  });

  it('is unknown beyond the time covered', () => {
    expect(hoursAt(around([from, to]), to)).toEqual({ status: 'unknown' });
  });
});

describe('the trading week', () => {
  const zone = process.env['TZ'];
  beforeEach(() => {
    process.env['TZ'] = 'Asia/Hong_Kong';
  });
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('goes from Monday to Sunday of the reader, with what each day has of a session', () => {
    // Sunday 17:00 to Friday 17:00 in New York.
    const week = weekOf([[Date.parse('2026-03-01T22:00Z'), Date.parse('2026-03-06T22:00Z')]], NOON);
    expect(week.map(({ startMs }) => startMs)).toEqual(
      [2, 3, 4, 5, 6, 7, 8].map((day) => Date.UTC(2026, 2, day - 1, 16)),
    );
    expect(week.map(({ open }) => open)).toEqual([
      [{ from: 25, to: 100 }],
      ...Array(4).fill([{ from: 0, to: 100 }]),
      [{ from: 0, to: 25 }],
      [],
    ]);
  });

  it('names the zone', () => {
    expect(zoneName(NOON)).toBe('UTC+8');
    process.env['TZ'] = 'America/St_Johns';
    expect(zoneName(NOON)).toBe('UTC-3:30');
    process.env['TZ'] = 'UTC';
    expect(zoneName(NOON)).toBe('UTC');
  });
});

describe('with a clock of 12 hours and another time zone than the device', () => {
  beforeEach(() => {
    setFormatLocale('en-US');
    setClockFace({ hours: 12, zone: 'America/New_York' });
  });
  afterEach(() => setClockFace({ hours: 24, zone: undefined }));

  it('the hours are those of that clock', () => {
    const opens = Date.parse('2026-03-01T22:00Z');
    expect(formatWeekTime(opens)).toBe('Sunday 05:00 PM');
    expect(formatWeekday(Date.parse('2026-03-02T04:59Z'))).toBe('Sun');
    expect(zoneName(opens)).toBe('UTC-5');
  });

  it('the week is that of the zone: it begins five hours later', () => {
    // Still Sunday in New York.
    const night = Date.parse('2026-03-09T03:30Z');
    const week = weekOf([[Date.parse('2026-03-01T22:00Z'), Date.parse('2026-03-06T22:00Z')]], night);
    expect(week.map(({ startMs }) => startMs)).toEqual(
      [2, 3, 4, 5, 6, 7, 8].map((day) => Date.UTC(2026, 2, day, 5)),
    );
    expect(week[4]?.open).toEqual([{ from: 0, to: (17 / 24) * 100 }]);
  });
});

describe('a time left', () => {
  it.each([
    [1, '1 min'],
    [59 * 60_000 + 1, '1 hr'],
    [14 * HOUR + 47 * 60_000, '14 hr 47 min'],
    [2 * DAY + 3 * HOUR + 60_000, '2 days 3 hr'],
    [2 * DAY + 60_000, '2 days'],
  ])('of %d ms has its two largest units: %s', (ms, text) => {
    setFormatLocale('en-US');
    expect(formatTimeLeft(ms)).toBe(text);
  });
});
