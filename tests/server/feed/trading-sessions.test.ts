import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Zone, zoneOffsetMs } from '../../../server/catalogue/time-zone.ts';
import { eitherHours, type HoursName, TRADING_HOURS } from '../../../server/catalogue/trading-hours.ts';
import {
  marketStateAt,
  openSpans,
  sessionAt,
  sessionUnder,
  withoutCuts,
} from '../../../server/feed/trading-sessions.ts';
import { zoneDays } from '../../../shared/domain/zone-days.ts';

const at = (iso: string) => Date.parse(iso);
const HOURS = Object.keys(TRADING_HOURS) as HoursName[];

const ZONES: readonly Zone[] = [
  'UTC',
  'America/New_York',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Tokyo',
  'Asia/Hong_Kong',
  'Australia/Sydney',
];

test.for(ZONES)('the offset of %s equals the time zone tables, 2009 to 2037', (zone) => {
  const seconds = fc.integer({ min: at('2009-01-01') / 1000, max: at('2037-12-31') / 1000 });
  const tables = zoneDays(zone);
  const isSame = (ms: number) => zoneOffsetMs(zone, ms) === tables?.offset(ms);
  fc.assert(fc.property(seconds, (s) => isSame(s * 1000)));
  // Each hour around all changes of some years.
  for (const year of [2026, 2027, 2029, 2032])
    for (const month of ['03-07', '03-24', '04-01', '09-30', '10-24', '10-31'])
      for (let hour = 0; hour < 9 * 24; hour++) {
        const ms = at(`${year}-${month}`) + hour * 3_600_000;
        for (const moment of [ms - 1000, ms])
          expect(isSame(moment), new Date(moment).toISOString()).toBe(true);
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
    // Germany: 1:10 to 22:00 by its own clock, also while New York has summer time already.
    ['eurozone', '2026-01-14T00:09:00Z', '2026-01-14T00:10:00.000Z'],
    ['eurozone', '2026-01-14T20:59:00Z', 'open'],
    ['eurozone', '2026-01-14T21:00:00Z', '2026-01-15T00:10:00.000Z'],
    ['eurozone', '2026-03-18T20:59:00Z', 'open'],
    ['eurozone', '2026-07-14T19:59:00Z', 'open'],
    ['eurozone', '2026-07-14T20:00:00Z', '2026-07-14T23:10:00.000Z'],
    ['eurozone', '2026-03-27T21:00:00Z', '2026-03-29T23:10:00.000Z'],
    ['uk', '2026-01-14T20:59:00Z', 'open'],
    ['uk', '2026-07-14T20:00:00Z', '2026-07-15T00:00:00.000Z'],
    ['japan', '2026-01-14T06:44:00Z', 'open'],
    ['japan', '2026-01-14T06:45:00Z', '2026-01-14T08:00:00.000Z'],
    ['japan', '2026-07-17T20:59:00Z', 'open'],
    ['japan', '2026-07-17T21:00:00Z', '2026-07-19T23:45:00.000Z'],
    ['hongkong', '2026-01-14T04:00:00Z', '2026-01-14T05:00:00.000Z'],
    ['australia', '2026-01-14T05:30:00Z', '2026-01-14T06:10:00.000Z'],
    ['australia', '2026-07-14T06:30:00Z', '2026-07-14T07:10:00.000Z'],
  ];
  test.for(rows)('of %s at %s is %s', ([hours, iso, expected]) => {
    const state = marketStateAt(TRADING_HOURS[hours], at(iso));
    const shown = state.status === 'open' ? 'open' : new Date(state.opensAt ?? 0).toISOString();
    expect(shown).toBe(expected);
  });

  test('changes exactly at the borders of a session, and never in between', () => {
    const moments = fc.integer({ min: at('2024-01-01'), max: at('2030-01-01') });
    const kinds = fc.constantFrom(...HOURS.filter((name) => name !== 'crypto'));
    fc.assert(
      fc.property(
        kinds,
        kinds,
        moments,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (kind, other, ms, share) => {
          const hours = eitherHours(TRADING_HOURS[kind], TRADING_HOURS[other]);
          const { open, untilMs } = sessionAt(hours, ms);
          expect(untilMs).toBeGreaterThan(ms);
          const between = Math.floor(ms + (untilMs - 1 - ms) * share);
          expect(sessionAt(hours, between)).toEqual({ open, untilMs });
          expect(sessionAt(hours, untilMs).open).toBe(!open);
        },
      ),
    );
  });

  test('open parts of a range end with the range', () => {
    expect(openSpans(TRADING_HOURS.metal, at('2026-01-13T21:00Z'), at('2026-01-14T01:00Z'))).toEqual([
      [at('2026-01-13T21:00Z'), at('2026-01-13T22:00Z')],
      [at('2026-01-13T23:00Z'), at('2026-01-14T01:00Z')],
    ]);
  });

  test('is open in the hours of either of two markets', () => {
    const [forex, japan] = [TRADING_HOURS.forex, TRADING_HOURS.japan];
    const both = eitherHours(forex, japan);
    expect(eitherHours(forex, japan)).toBe(both);
    const moments = fc.integer({ min: at('2024-01-01'), max: at('2030-01-01') });
    const isOpen = (ms: number) => sessionAt(forex, ms).open || sessionAt(japan, ms).open;
    fc.assert(fc.property(moments, (ms) => sessionAt(both, ms).open === isOpen(ms)));
  });

  test('loses what a calendar takes, and knows the next opening', () => {
    const sessionOf = (ms: number) => sessionAt(TRADING_HOURS.metal, ms);
    const cut = { fromMs: at('2026-01-13T20:00Z'), toMs: at('2026-01-14T22:00Z') };
    expect(sessionUnder(sessionOf, [cut], at('2026-01-13T19:00Z'))).toEqual({
      open: true,
      untilMs: cut.fromMs,
    });
    for (const moment of ['2026-01-13T20:00Z', '2026-01-14T21:59Z'])
      expect(sessionUnder(sessionOf, [cut], at(moment))).toEqual({
        open: false,
        untilMs: at('2026-01-14T23:00Z'),
      });
    expect(
      withoutCuts(
        [[0, 10]],
        [
          { fromMs: 2, toMs: 4 },
          { fromMs: 9, toMs: 20 },
        ],
      ),
    ).toEqual([
      [0, 2],
      [4, 9],
    ]);
  });
});
