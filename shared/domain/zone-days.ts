/** The days of a time zone. */
export interface ZoneDays {
  /** Milliseconds that its clocks are ahead of UTC at a moment. */
  offset(ms: number): number;
  /** The first moment of an epoch time's day (ms); `days` later. */
  startOfDay(ms: number, days?: number): number;
  /**
   * The moment of a date and time, given as if they were of UTC: of a date alone the first moment of the day. One that comes
   * twice: the first; one that the clocks leave out: as if they had not been moved.
   */
  startOf(local: number): number;
}

const DAY_MS = 86_400_000;

/** @returns undefined for a name that is no IANA time zone */
export function zoneDays(zone: string): ZoneDays | undefined {
  const format = formatOf(zone);
  if (format === undefined) return undefined;
  /** The moment's clock in the zone, as if it were one in UTC. */
  const local = (ms: number): number => {
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(ms)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  const offset = (ms: number): number => local(ms) - Math.floor(ms / 1_000) * 1_000;
  const startOf = (wanted: number): number => {
    // The clocks may be moved on that day, to before that time (which then comes twice) or beyond it (then never).
    const tries = [wanted - offset(wanted - DAY_MS), wanted - offset(wanted + DAY_MS)];
    const met = tries.filter((one) => local(one) === wanted);
    return met.length > 0 ? Math.min(...met) : Math.max(...tries);
  };
  return {
    offset,
    startOf,
    startOfDay: (ms, days = 0) => startOf((Math.floor(local(ms) / DAY_MS) + days) * DAY_MS),
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      numberingSystem: 'latn',
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
}
