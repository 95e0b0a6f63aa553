/** Times of a HAR: ISO 8601, and epoch seconds in socket messages, which some writers give in other units. All to the microsecond. */
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

/** Larger numbers are not epoch seconds (those would lie after the year 5138) but ms or µs. */
const MAX_SECONDS = 1e11;
const MAX_AS_MS = 1e14;

/** Epoch ms of a message's time: seconds as Chromium writes them, ms (Playwright), µs or ISO 8601. */
export function msOfTime(time: unknown): number | undefined {
  if (typeof time !== 'number') return msOfIso(time);
  const ms = time > MAX_AS_MS ? time / 1000 : time > MAX_SECONDS ? time : time * 1000;
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
