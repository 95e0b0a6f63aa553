import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zoneDays } from '../../shared/domain/zone-days.ts';

const start = (zone: string, at: string, days = 0): string => {
  const known = zoneDays(zone);
  if (known === undefined) throw new Error(`no zone ${zone}`);
  return new Date(known.startOfDay(Date.parse(at), days)).toISOString().slice(0, 16);
};

describe('the days of a time zone', () => {
  it.each([
    ['UTC', '2026-03-04T10:00Z', 0, '2026-03-04T00:00'],
    ['UTC', '2026-03-04T00:00Z', 0, '2026-03-04T00:00'],
    ['Asia/Hong_Kong', '2026-03-04T17:00Z', 0, '2026-03-04T16:00'],
    ['Asia/Hong_Kong', '2026-03-04T15:59Z', 0, '2026-03-03T16:00'],
    ['Asia/Kathmandu', '2026-03-04T10:00Z', 0, '2026-03-03T18:15'],
    ['America/New_York', '2026-03-04T03:00Z', 0, '2026-03-03T05:00'],
    ['Europe/Berlin', '2026-03-29T12:00Z', 0, '2026-03-28T23:00'],
    ['Europe/Berlin', '2026-03-29T12:00Z', 1, '2026-03-29T22:00'],
    ['Europe/Berlin', '2026-10-26T12:00Z', -1, '2026-10-24T22:00'],
    // Midnight is left out: the day begins at one o'clock.
    ['Africa/Cairo', '2026-04-24T12:00Z', 0, '2026-04-23T22:00'],
    // Midnight comes twice: the day begins with the first.
    ['America/Havana', '2026-11-01T12:00Z', 0, '2026-11-01T04:00'],
  ])('%s, at %s, %i days on, begins at %s', (zone, at, days, expected) => {
    expect(start(zone, at, days)).toBe(expected);
  });

  it('follow each other without a gap, and hold their moments', () => {
    const zones = fc.constantFrom(
      'Asia/Hong_Kong',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Europe/London',
    );
    fc.assert(
      fc.property(zones, fc.integer({ min: 1_577_836_800_000, max: 1_893_456_000_000 }), (name, ms) => {
        const zone = zoneDays(name);
        const [first, next] = [zone?.startOfDay(ms) ?? 0, zone?.startOfDay(ms, 1) ?? 0];
        expect(first).toBeLessThanOrEqual(ms);
        expect(next).toBeGreaterThan(ms);
        expect([zone?.startOfDay(next - 1), zone?.startOfDay(next)]).toEqual([first, next]);
        expect(zone?.startOfDay(next, -1)).toBe(first);
      }),
      { numRuns: 300 },
    );
  });

  it('begin where a calendar says', () => {
    const day = Date.UTC(2026, 2, 4);
    expect(
      ['Asia/Hong_Kong', 'America/New_York', 'Pacific/Kiritimati'].map((zone) =>
        zoneDays(zone)?.startOf(day),
      ),
    ).toEqual([day - 8 * 3_600_000, day + 5 * 3_600_000, day - 14 * 3_600_000]);
  });

  it('are those of no other text', () => {
    expect([zoneDays('Mars/Olympus'), zoneDays('')]).toEqual([undefined, undefined]);
  });
});
