/** Rows of a DAY_MARKET frame as they stand on the wire, five numbers each: id, close, open, market status, time. */
export interface MarketRows {
  count: number;
  /** `count` x `ROW_LENGTH`, reused from frame to frame. */
  values: Float64Array;
}
export const ROW = { id: 0, close: 1, open: 2, status: 3, timeMs: 4 } as const;
export const ROW_LENGTH = 5;

export interface MarketHead {
  seq: number;
  ts: number;
}

export const createMarketRows = (capacity = 64): MarketRows => ({
  count: 0,
  values: new Float64Array(capacity * ROW_LENGTH),
});

/** Room for one more row. */
export function growRows(rows: MarketRows): void {
  if ((rows.count + 1) * ROW_LENGTH <= rows.values.length) return;
  const wider = new Float64Array(rows.values.length * 2);
  wider.set(rows.values);
  rows.values = wider;
}

/** The texts between a frame's numbers. */
interface FrameShape {
  readonly head: string;
  readonly ts: string;
  readonly data: string;
}

const shapeOf = (quote: string): FrameShape => ({
  head: '{"topic":"DAY_MARKET","seq":'.replaceAll('"', quote),
  ts: ',"ts":'.replaceAll('"', quote),
  data: ',"data":['.replaceAll('"', quote),
});

const PLAIN = shapeOf('"');
/** As a string inside other JSON. */
export const ESCAPED = shapeOf('\\"');
const POWERS = Float64Array.from({ length: 23 }, (_, i) => 10 ** i);
const [ZERO, MINUS, DOT, COMMA, OPEN, CLOSE, BRACE] = [48, 45, 46, 44, 91, 93, 125];
/** One more digit and a number below this stays a small integer, which is faster to multiply than a double. */
const ROOM_FOR_A_DIGIT = 10 ** 8;
/** No number of a frame is longer. */
const LONGEST_NUMBER = 32;

/** Every thread has it; the language's own library of types does not. */
declare const TextEncoder: new () => {
  encodeInto(text: string, to: Uint8Array): { readonly read: number; readonly written: number };
};
const encoder = new TextEncoder();
/**
 * The text in hand as bytes, and more behind them: made at once and read byte by byte, they take half the time of
 * `charCodeAt`.
 */
export let bytes = new Uint8Array(2 ** 16);

/** @returns whether the text is ASCII, so that its places are those of its bytes */
function toBytes(text: string): boolean {
  if (bytes.length <= text.length) bytes = new Uint8Array(text.length * 2);
  const { read, written } = encoder.encodeInto(text, bytes);
  // What an earlier text left behind is never read on.
  bytes[written] = 0;
  return read === text.length && written === read;
}

/** Where the number that was scanned last ended: out of the functions below without an object for each. */
export let end = 0;

/**
 * The number that begins at `start`; NaN, and `end` of no meaning, when JSON.parse had better look at it. An exponent or
 * a tenth decimal is not read on: only the character that must follow, at `end`, says that the number is whole.
 */
export function scanNumber(text: string, start: number): number {
  if (!toBytes(text.slice(start, start + LONGEST_NUMBER))) return Number.NaN;
  const value = numberAt(0);
  end += start;
  return value;
}

/** `scanNumber` in the bytes. A code less a zero's bits is a digit's value, and above nine for all that is no digit. */
function numberAt(start: number): number {
  const from = bytes;
  let at = start;
  const isNegative = from[at] === MINUS;
  if (isNegative) at++;
  const whole = at;
  let digit = (from[at] ?? 0) ^ ZERO;
  if (digit > 9) return Number.NaN;
  const isZero = digit === 0;
  let small = digit;
  digit = (from[++at] ?? 0) ^ ZERO;
  while (digit <= 9 && small < ROOM_FOR_A_DIGIT) {
    small = (Math.imul(small, 10) + digit) | 0;
    digit = (from[++at] ?? 0) ^ ZERO;
  }
  let mantissa = small;
  while (digit <= 9) {
    mantissa = mantissa * 10 + digit;
    digit = (from[++at] ?? 0) ^ ZERO;
  }
  if (isZero && at - whole > 1) return Number.NaN;
  if (from[at] === DOT) return withDecimals(at + 1, mantissa, isNegative);
  if (mantissa > Number.MAX_SAFE_INTEGER) return Number.NaN;
  end = at;
  return isNegative ? -mantissa : mantissa;
}

/** The decimals at `start` behind a whole number, nine significant ones at most. */
function withDecimals(start: number, whole: number, isNegative: boolean): number {
  const from = bytes;
  let at = start;
  let decimals = 0;
  let digit = (from[at] ?? 0) ^ ZERO;
  while (digit <= 9 && decimals < ROOM_FOR_A_DIGIT) {
    decimals = (Math.imul(decimals, 10) + digit) | 0;
    digit = (from[++at] ?? 0) ^ ZERO;
  }
  const power = POWERS[at - start];
  if (at === start || power === undefined) return Number.NaN;
  const mantissa = whole * power + decimals;
  if (mantissa > Number.MAX_SAFE_INTEGER) return Number.NaN;
  end = at;
  return isNegative ? -mantissa / power : mantissa / power;
}

/** Reads the row that begins at `start`, behind its bracket. @returns where it ended, -1 for another shape */
function scanRow(start: number, values: Float64Array, base: number): number {
  let at = start;
  for (let i = 0; i < ROW_LENGTH; i++) {
    const value = numberAt(at);
    if (Number.isNaN(value) || bytes[end] !== (i === ROW_LENGTH - 1 ? CLOSE : COMMA)) return -1;
    values[base + i] = value;
    at = end + 1;
  }
  return at;
}

/** @returns where the frame's `]` is passed, -1 for another shape */
function scanRows(start: number, rows: MarketRows): number {
  let at = start;
  if (bytes[at] === CLOSE) return at + 1;
  for (;;) {
    if (bytes[at] !== OPEN) return -1;
    growRows(rows);
    at = scanRow(at + 1, rows.values, rows.count * ROW_LENGTH);
    if (at < 0) return -1;
    rows.count++;
    const next = bytes[at++];
    if (next === CLOSE) return at;
    if (next !== COMMA) return -1;
  }
}

/**
 * Reads market frames faster than JSON.parse, and only in the exact shape that the server prints. It says no to
 * everything else, valid or not: those frames go to JSON.parse. Numbers come out as JSON.parse has them: a mantissa
 * below 2^53 and a power of ten up to 22 are exact, and so their quotient is the nearest double.
 * @param start where the frame begins in `text`
 * @param stop where it ends
 * @returns false when the text is of another shape; `head` and `rows` then hold nonsense
 */
export function scanMarketFrame(
  text: string,
  head: MarketHead,
  rows: MarketRows,
  shape: FrameShape = PLAIN,
  start = 0,
  stop = text.length,
): boolean {
  rows.count = 0;
  if (!text.startsWith(shape.head, start)) return false;
  const frame = text.slice(start, stop);
  if (!toBytes(frame)) return false;
  head.seq = numberAt(shape.head.length);
  if (!Number.isSafeInteger(head.seq) || !frame.startsWith(shape.ts, end)) return false;
  head.ts = numberAt(end + shape.ts.length);
  if (Number.isNaN(head.ts) || !frame.startsWith(shape.data, end)) return false;
  const after = scanRows(end + shape.data.length, rows);
  return after === frame.length - 1 && bytes[after] === BRACE;
}
