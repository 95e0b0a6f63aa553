/** Times of a HAR or a capture: ISO 8601, or a number whose size tells its unit. All to the microsecond. */
const MAX_MS = 8_640_000_000_000_000;
const ISO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?\d*(Z|[+-]\d\d:?\d\d)$/;

const toMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Epoch ms with fractions; undefined if it is not a time. */
export function msOfIso(text: unknown): number | undefined {
  const [, seconds, fraction = '', zone] = ISO.exec(typeof text === 'string' ? text : '') ?? [];
  if (seconds === undefined || zone === undefined) return undefined;
  const ms = Date.parse(`${seconds}${zone}`);
  return Number.isNaN(ms) || ms < 0 ? undefined : toMicroseconds(ms + Number(`0.${fraction || '0'}`) * 1000);
}

/** Units of an epoch time, in ms. */
export const TIME_UNITS = { s: 1000, ms: 1, us: 1e-3, ns: 1e-6 } as const;

/** Larger numbers are not epoch seconds (those would lie after the year 5138) but ms, µs or ns. */
const [MAX_SECONDS, MAX_AS_MS, MAX_AS_US] = [1e11, 1e14, 1e17];

/** Epoch ms of a message's time: seconds as Chromium writes them, ms (Playwright), µs, ns or ISO 8601. */
export const msOfTime = (time: unknown): number | undefined =>
  typeof time === 'number' ? msOfNumber(time, unitOf(time)) : msOfIso(time);

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
