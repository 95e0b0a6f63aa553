/** Times of a HAR or a capture: texts of several forms, or a number whose size decides its unit. All to the microsecond. */
const MAX_MS = 8_640_000_000_000_000;
/** A comma before the fraction, a blank for the T and the names of the zone are other writers' forms. */
const ISO =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9}))?\d* ?(Z|z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/;
/** As HTTP's headers and `Date.prototype.toString` write times: with a name of the month, and always with a zone. */
const NAMED = /^[A-Z][a-z]{2},? .*\d\d:\d\d:\d\d (GMT|UTC|[+-]\d{4})/;
const NUMBER = /^\d+(\.\d+)?$/;

const toMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000;

/** A time as its text states it. */
interface ReadTime {
  /** Epoch ms with fractions; without a zone: as if it were UTC. */
  readonly ms: number;
  readonly hasZone: boolean;
}

/** Undefined if it is not a time. */
export function readTime(text: unknown): ReadTime | undefined {
  if (typeof text !== 'string') return undefined;
  const [, day, clock, fraction = '', zone] = ISO.exec(text.trim()) ?? [];
  const ms = day === undefined ? namedMs(text) : Date.parse(`${day}T${clock}${offsetOf(zone)}`);
  if (Number.isNaN(ms) || ms < 0) return undefined;
  return {
    ms: toMicroseconds(ms + Number(`0.${fraction || '0'}`) * 1000),
    hasZone: day === undefined || zone !== undefined,
  };
}

const namedMs = (text: string): number => (NAMED.test(text) ? Date.parse(text) : Number.NaN);

const offsetOf = (zone = 'Z'): string =>
  /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^[^+-].*/, 'Z');

/** Units of an epoch time, in ms. */
export const TIME_UNITS = { s: 1000, ms: 1, us: 1e-3, ns: 1e-6 } as const;

/** Larger numbers are not epoch seconds (those would lie after the year 5138) but ms, µs or ns. */
const [MAX_SECONDS, MAX_AS_MS, MAX_AS_US] = [1e11, 1e14, 1e17];

/**
 * Epoch ms of a time: seconds as Chromium writes them, ms (Playwright), µs or ns, as a number or its text, or a text as above.
 * Undefined if it is not a time; a text without a zone counts as UTC.
 */
export function msOfTime(time: unknown): number | undefined {
  const value = numberOf(time);
  return value === undefined ? readTime(time)?.ms : msOfNumber(value, unitOf(value));
}

/** A number, or its text. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && NUMBER.test(value)
      ? Number(value)
      : undefined;

const unitOf = (time: number): keyof typeof TIME_UNITS =>
  time > MAX_AS_US ? 'ns' : time > MAX_AS_MS ? 'us' : time > MAX_SECONDS ? 'ms' : 's';

/** Epoch ms of a time in a known unit; undefined if it is not a time. */
export function msOfNumber(time: number, unit: keyof typeof TIME_UNITS): number | undefined {
  const ms = time * TIME_UNITS[unit];
  return ms >= 0 && ms <= MAX_MS ? toMicroseconds(ms) : undefined;
}

export function isoOfMs(ms: number): string {
  const exact = toMicroseconds(ms);
  const whole = Math.floor(exact);
  const micros = Math.round((exact - whole) * 1000);
  const text = new Date(whole).toISOString();
  return micros === 0 ? text : `${text.slice(0, -1)}${String(micros).padStart(3, '0')}Z`;
}

export const secondsOfMs = (ms: number): number => toMicroseconds(ms) / 1000;

/** `at` of a record. */
export const sinceStart = (ms: number, startMs: number): number => toMicroseconds(ms - startMs);
