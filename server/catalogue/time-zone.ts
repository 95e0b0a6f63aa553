/*
 * The time zones in which markets keep their hours. Written out, not read from the runtime's tables: the simulated past must
 * be the same on every machine. Rules of 2008 and later.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Rules {
  readonly standardHours: number;
  /** Daylight saving, one hour ahead, by epoch ms; south of the equator it ends before it starts. */
  readonly summer?: (year: number) => { readonly starts: number; readonly ends: number };
}

/** @param nth from 1; -1: the last of the month, which must have 31 days */
function sunday(year: number, month: number, nth: number): number {
  if (nth < 0) return sunday(year, month, 1 + Math.floor((30 - weekdayGap(year, month)) / 7));
  return Date.UTC(year, month, 1) + (weekdayGap(year, month) + (nth - 1) * 7) * DAY_MS;
}

/** Days from the first of the month to its first Sunday. */
const weekdayGap = (year: number, month: number): number =>
  (7 - new Date(Date.UTC(year, month, 1)).getUTCDay()) % 7;

const [MARCH, APRIL, OCTOBER, NOVEMBER] = [2, 3, 9, 10];

/** All of Europe changes at 1:00 UTC. */
const europe = (year: number) => ({
  starts: sunday(year, MARCH, -1) + HOUR_MS,
  ends: sunday(year, OCTOBER, -1) + HOUR_MS,
});

const ZONES = {
  UTC: { standardHours: 0 },
  'America/New_York': {
    standardHours: -5,
    // At 2:00 of the time that ends.
    summer: (year) => ({
      starts: sunday(year, MARCH, 2) + 7 * HOUR_MS,
      ends: sunday(year, NOVEMBER, 1) + 6 * HOUR_MS,
    }),
  },
  'Europe/London': { standardHours: 0, summer: europe },
  'Europe/Berlin': { standardHours: 1, summer: europe },
  'Asia/Tokyo': { standardHours: 9 },
  'Asia/Hong_Kong': { standardHours: 8 },
  'Australia/Sydney': {
    standardHours: 10,
    // At 2:00 standard time, which is 16:00 UTC of the day before.
    summer: (year) => ({
      starts: sunday(year, OCTOBER, 1) - 8 * HOUR_MS,
      ends: sunday(year, APRIL, 1) - 8 * HOUR_MS,
    }),
  },
} as const satisfies Record<string, Rules>;

export type Zone = keyof typeof ZONES;

/** Offset of a zone's time from UTC in ms, at a moment in epoch ms. */
export function zoneOffsetMs(zone: Zone, ms: number): number {
  const { standardHours, summer }: Rules = ZONES[zone];
  if (summer === undefined) return standardHours * HOUR_MS;
  const { starts, ends } = summer(new Date(ms).getUTCFullYear());
  const isSummer = starts < ends ? ms >= starts && ms < ends : ms >= starts || ms < ends;
  return (standardHours + (isSummer ? 1 : 0)) * HOUR_MS;
}

/**
 * The moment of a local time that is written as epoch ms. Within the hour of a clock change it may be off by that hour: no
 * session begins or ends then.
 */
export const utcOf = (zone: Zone, local: number): number =>
  local - zoneOffsetMs(zone, local - ZONES[zone].standardHours * HOUR_MS);
