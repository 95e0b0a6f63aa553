/**
 * Rows of a DAY_MARKET frame as they stand on the wire, six numbers each: id, close, open, market status, time, ask. A row
 * without an ask has its close there.
 */
export interface MarketRows {
  count: number;
  /** `count` x `ROW_LENGTH`, reused from frame to frame. */
  values: Float64Array;
}
export const ROW = { id: 0, close: 1, open: 2, status: 3, timeMs: 4, ask: 5 } as const;
export const ROW_LENGTH = 6;
/** Those that each row has. */
export const LEAST_ROW_LENGTH = 5;

export interface MarketHead {
  seq: number;
  ts: number;
}

export const createMarketRows = (capacity = 64): MarketRows => ({
  count: 0,
  values: new Float64Array(capacity * ROW_LENGTH),
});

/** @param row of five or six numbers */
export function addRow(rows: MarketRows, row: readonly number[]): void {
  reserveRows(rows, rows.count + 1);
  const base = rows.count * ROW_LENGTH;
  rows.values.set(row, base);
  rows.values[base + ROW.ask] = row[ROW.ask] ?? row[ROW.close] ?? 0;
  rows.count++;
}

/** Whether a row has an ask that is another price than its close. */
export function hasAsk({ values, count }: MarketRows): boolean {
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH)
    if (values[at + ROW.ask] !== values[at + ROW.close]) return true;
  return false;
}

/** Makes room for so many rows in all. */
export function reserveRows(rows: MarketRows, count: number): void {
  const length = count * ROW_LENGTH;
  if (length <= rows.values.length) return;
  const wider = new Float64Array(2 * length);
  wider.set(rows.values);
  rows.values = wider;
}

/** The text between a frame's numbers. */
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
/** The same inside a JSON string. */
export const ESCAPED = shapeOf('\\"');
const POWERS = Float64Array.from({ length: 23 }, (_, i) => 10 ** i);
const [ZERO, MINUS, DOT, COMMA, OPEN, CLOSE, BRACE] = [48, 45, 46, 44, 91, 93, 125];
/** One more digit and a number below this stays a small integer, which is faster to multiply than a double. */
const ROOM_FOR_A_DIGIT = 10 ** 8;
/** Longer than any number of a frame. */
const LONGEST_NUMBER = 32;

/** Every thread has it, but the types of ES2024 alone do not. */
declare const TextEncoder: new () => {
  encodeInto(text: string, to: Uint8Array): { readonly read: number; readonly written: number };
};
const encoder = new TextEncoder();

/** What the functions below share, so that a number costs no object. One scan reads one text at a time. */
export interface Scan {
  /** The current text as bytes, and older bytes behind them. Reading them takes half the time of `charCodeAt`. */
  bytes: Uint8Array;
  /** Where the last number ended. */
  end: number;
}

export const createScan = (): Scan => ({ bytes: new Uint8Array(2 ** 16), end: 0 });

/** @returns whether the text is ASCII, so that its indices are those of its bytes */
function encode(scan: Scan, text: string): boolean {
  if (scan.bytes.length <= text.length) scan.bytes = new Uint8Array(text.length * 2);
  const { read, written } = encoder.encodeInto(text, scan.bytes);
  // Ends a number at the end of the text, whatever an earlier text left behind.
  scan.bytes[written] = 0;
  return read === text.length && written === read;
}

/**
 * Parses the number at `start`; `scan.end` is where it ends. NaN, with no meaning of `scan.end`, if JSON.parse must
 * handle it. It stops before an exponent or a tenth significant decimal: the caller checks the character at `scan.end`.
 */
export function scanNumber(scan: Scan, text: string, start: number): number {
  if (!encode(scan, text.slice(start, start + LONGEST_NUMBER))) return Number.NaN;
  const value = numberAt(scan, 0);
  scan.end += start;
  return value;
}

/** `scanNumber` in the bytes. `code ^ 48` is the digit's value; anything above 9 is not a digit. */
function numberAt(scan: Scan, start: number): number {
  const { bytes } = scan;
  let at = start;
  const isNegative = bytes[at] === MINUS;
  if (isNegative) at++;
  const whole = at;
  let digit = (bytes[at] ?? 0) ^ ZERO;
  if (digit > 9) return Number.NaN;
  const isZero = digit === 0;
  let small = digit;
  digit = (bytes[++at] ?? 0) ^ ZERO;
  while (digit <= 9 && small < ROOM_FOR_A_DIGIT) {
    small = (Math.imul(small, 10) + digit) | 0;
    digit = (bytes[++at] ?? 0) ^ ZERO;
  }
  let mantissa = small;
  while (digit <= 9) {
    mantissa = mantissa * 10 + digit;
    digit = (bytes[++at] ?? 0) ^ ZERO;
  }
  if (isZero && at - whole > 1) return Number.NaN;
  if (bytes[at] === DOT) return withDecimals(scan, at + 1, mantissa, isNegative);
  if (mantissa > Number.MAX_SAFE_INTEGER) return Number.NaN;
  scan.end = at;
  return isNegative ? -mantissa : mantissa;
}

/** Adds the decimals at `start` to a whole number: at most nine significant ones. */
function withDecimals(scan: Scan, start: number, whole: number, isNegative: boolean): number {
  const { bytes } = scan;
  let at = start;
  let decimals = 0;
  let digit = (bytes[at] ?? 0) ^ ZERO;
  while (digit <= 9 && decimals < ROOM_FOR_A_DIGIT) {
    decimals = (Math.imul(decimals, 10) + digit) | 0;
    digit = (bytes[++at] ?? 0) ^ ZERO;
  }
  const power = POWERS[at - start];
  if (at === start || power === undefined) return Number.NaN;
  const mantissa = whole * power + decimals;
  if (mantissa > Number.MAX_SAFE_INTEGER) return Number.NaN;
  scan.end = at;
  return isNegative ? -mantissa / power : mantissa / power;
}

/** Reads the row at `start`, behind its bracket. @returns the index after it, -1 for another shape */
function scanRow(scan: Scan, start: number, values: Float64Array, base: number): number {
  const { bytes } = scan;
  let at = start;
  for (let i = 0; i < ROW_LENGTH; i++) {
    const value = numberAt(scan, at);
    if (Number.isNaN(value)) return -1;
    values[base + i] = value;
    at = scan.end + 1;
    const next = bytes[scan.end];
    if (next === COMMA) continue;
    if (next !== CLOSE || i < ROW.timeMs) return -1;
    if (i === ROW.timeMs) values[base + ROW.ask] = values[base + ROW.close] ?? 0;
    return at;
  }
  return -1;
}

/** @returns the index after the rows' `]`, -1 for another shape */
function scanRows(scan: Scan, start: number, rows: MarketRows): number {
  const { bytes } = scan;
  let at = start;
  if (bytes[at] === CLOSE) return at + 1;
  for (;;) {
    if (bytes[at] !== OPEN) return -1;
    reserveRows(rows, rows.count + 1);
    at = scanRow(scan, at + 1, rows.values, rows.count * ROW_LENGTH);
    if (at < 0) return -1;
    rows.count++;
    const next = bytes[at++];
    if (next === CLOSE) return at;
    if (next !== COMMA) return -1;
  }
}

/**
 * Reads a market frame faster than JSON.parse, but only in the exact shape that the server prints; every other frame,
 * valid or not, is left to JSON.parse. The numbers are those of JSON.parse: a mantissa below 2^53 and a power of ten up
 * to 22 are exact, so their quotient is the nearest double.
 * @param start where the frame begins in `text`
 * @param stop where it ends
 * @returns false for another shape; `head` and `rows` then have no meaning
 */
export function scanMarketFrame(
  scan: Scan,
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
  if (!encode(scan, frame)) return false;
  head.seq = numberAt(scan, shape.head.length);
  if (!Number.isSafeInteger(head.seq) || !frame.startsWith(shape.ts, scan.end)) return false;
  head.ts = numberAt(scan, scan.end + shape.ts.length);
  if (Number.isNaN(head.ts) || !frame.startsWith(shape.data, scan.end)) return false;
  const after = scanRows(scan, scan.end + shape.data.length, rows);
  return after === frame.length - 1 && scan.bytes[after] === BRACE;
}
