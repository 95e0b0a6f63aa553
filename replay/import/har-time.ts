/** Times of a HAR: ISO 8601, and epoch seconds in socket messages. Both to the microsecond. */
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

export function msOfSeconds(seconds: unknown): number | undefined {
  if (typeof seconds !== 'number' || !(seconds >= 0) || seconds * 1000 > MAX_MS) return undefined;
  return toMicroseconds(seconds * 1000);
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
