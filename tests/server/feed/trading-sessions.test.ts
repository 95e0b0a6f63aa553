import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HoursName, TRADING_HOURS } from '../../../server/catalogue/hours.ts';
import {
  marketStateAt,
  newYorkOffsetMs,
  openSpans,
  sessionAt,
} from '../../../server/feed/trading-sessions.ts';

const at = (iso: string) => Date.parse(iso);

const formatter = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** The same from the runtime's time zone tables. */
function offsetByTables(ms: number): number {
  const part = Object.fromEntries(
    formatter.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - ms;
}

test("New York's offset equals the time zone tables, 2007 to 2037", () => {
  const seconds = fc.integer({ min: at('2007-01-01') / 1000, max: at('2037-12-31') / 1000 });
  fc.assert(fc.property(seconds, (s) => newYorkOffsetMs(s * 1000) === offsetByTables(s * 1000)));
  for (const iso of ['2026-03-08T07:00Z', '2026-11-01T06:00Z', '2030-03-10T07:00Z', '2030-11-03T06:00Z']) {
    for (const ms of [at(iso) - 1000, at(iso)]) expect(newYorkOffsetMs(ms), iso).toBe(offsetByTables(ms));
  }
});

describe('market state', () => {
  const rows: readonly (readonly [HoursName, string, string])[] = [
    // Winter: New York is five hours behind.
    ['forex', '2026-01-09T21:59:59.999Z', 'open'],
    ['forex', '2026-01-09T22:00:00Z', '2026-01-11T22:00:00.000Z'],
    ['forex', '2026-01-11T21:59:59.999Z', '2026-01-11T22:00:00.000Z'],
    ['forex', '2026-01-11T22:00:00Z', 'open'],
    ['forex', '2026-01-14T22:30:00Z', 'open'],
    // Summer: four hours.
    ['forex', '2026-07-10T20:59:59.999Z', 'open'],
    ['forex', '2026-07-10T21:00:00Z', '2026-07-12T21:00:00.000Z'],
    // The clocks change between Friday's close and Sunday's opening.
    ['forex', '2026-03-06T22:00:00Z', '2026-03-08T21:00:00.000Z'],
    ['forex', '2026-10-30T21:00:00Z', '2026-11-01T22:00:00.000Z'],
    ['forex', '2026-11-01T21:30:00Z', '2026-11-01T22:00:00.000Z'],
    ['metal', '2026-01-13T21:59:00Z', 'open'],
    ['metal', '2026-01-13T22:00:00Z', '2026-01-13T23:00:00.000Z'],
    ['metal', '2026-01-09T22:00:00Z', '2026-01-11T23:00:00.000Z'],
    ['energy', '2026-07-08T21:30:00Z', '2026-07-08T22:00:00.000Z'],
    ['index', '2026-07-08T20:44:59Z', 'open'],
    ['index', '2026-07-08T20:45:00Z', '2026-07-08T22:00:00.000Z'],
    ['crypto', '2026-01-10T12:00:00Z', 'open'],
  ];
  test.for(rows)('of %s at %s is %s', ([hours, iso, expected]) => {
    const state = marketStateAt(TRADING_HOURS[hours], at(iso));
    const shown = state.status === 'open' ? 'open' : new Date(state.opensAt ?? 0).toISOString();
    expect(shown).toBe(expected);
  });

  test('changes exactly at the borders of a session, and never in between', () => {
    const moments = fc.integer({ min: at('2024-01-01'), max: at('2030-01-01') });
    const kinds = fc.constantFrom<HoursName>('forex', 'metal', 'energy', 'index');
    fc.assert(
      fc.property(kinds, moments, fc.double({ min: 0, max: 1, noNaN: true }), (kind, ms, share) => {
        const hours = TRADING_HOURS[kind];
        const { open, untilMs } = sessionAt(hours, ms);
        expect(untilMs).toBeGreaterThan(ms);
        const between = Math.floor(ms + (untilMs - 1 - ms) * share);
        expect(sessionAt(hours, between)).toEqual({ open, untilMs });
        expect(sessionAt(hours, untilMs).open).toBe(!open);
      }),
    );
  });

  test('open parts of a range end with the range', () => {
    expect(openSpans(TRADING_HOURS.metal, at('2026-01-13T21:00Z'), at('2026-01-14T01:00Z'))).toEqual([
      [at('2026-01-13T21:00Z'), at('2026-01-13T22:00Z')],
      [at('2026-01-13T23:00Z'), at('2026-01-14T01:00Z')],
    ]);
  });
});
