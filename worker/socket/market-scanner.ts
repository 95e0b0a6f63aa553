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
const [ZERO, NINE, MINUS, DOT, COMMA, OPEN, CLOSE, BRACE, SMALL_E, LARGE_E] = [
  48, 57, 45, 46, 44, 91, 93, 125, 101, 69,
];

/** Where the number that was scanned last ended: out of the function below without an object for each. */
export let end = 0;

/** The number that begins at `start`; NaN, and `end` of no meaning, when JSON.parse had better look at it. */
export function scanNumber(text: string, start: number): number {
  let at = start;
  let code = text.charCodeAt(at);
  const isNegative = code === MINUS;
  if (isNegative) code = text.charCodeAt(++at);
  const first = code;
  const whole = at;
  let mantissa = 0;
  while (code >= ZERO && code <= NINE) {
    mantissa = mantissa * 10 + (code - ZERO);
    code = text.charCodeAt(++at);
  }
  const digits = at - whole;
  if (digits === 0 || (first === ZERO && digits > 1)) return Number.NaN;
  let decimals = 0;
  if (code === DOT) {
    const fraction = at + 1;
    code = text.charCodeAt(++at);
    while (code >= ZERO && code <= NINE) {
      mantissa = mantissa * 10 + (code - ZERO);
      code = text.charCodeAt(++at);
    }
    decimals = at - fraction;
    if (decimals === 0 || decimals > 22) return Number.NaN;
  }
  if (code === SMALL_E || code === LARGE_E || mantissa > Number.MAX_SAFE_INTEGER) return Number.NaN;
  end = at;
  const value = decimals === 0 ? mantissa : mantissa / (POWERS[decimals] ?? 1);
  return isNegative ? -value : value;
}

/** Reads the row that begins at `start`, behind its bracket. @returns where it ended, -1 for another shape */
function scanRow(text: string, start: number, values: Float64Array, base: number): number {
  let at = start;
  for (let i = 0; i < ROW_LENGTH; i++) {
    const value = scanNumber(text, at);
    if (Number.isNaN(value) || text.charCodeAt(end) !== (i === ROW_LENGTH - 1 ? CLOSE : COMMA)) return -1;
    values[base + i] = value;
    at = end + 1;
  }
  return at;
}

/** @returns where the frame's `]` is passed, -1 for another shape */
function scanRows(text: string, start: number, rows: MarketRows): number {
  let at = start;
  if (text.charCodeAt(at) === CLOSE) return at + 1;
  for (;;) {
    if (text.charCodeAt(at) !== OPEN) return -1;
    growRows(rows);
    at = scanRow(text, at + 1, rows.values, rows.count * ROW_LENGTH);
    if (at < 0) return -1;
    rows.count++;
    const next = text.charCodeAt(at++);
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
  head.seq = scanNumber(text, start + shape.head.length);
  if (!Number.isSafeInteger(head.seq) || !text.startsWith(shape.ts, end)) return false;
  head.ts = scanNumber(text, end + shape.ts.length);
  if (Number.isNaN(head.ts) || !text.startsWith(shape.data, end)) return false;
  const after = scanRows(text, end + shape.data.length, rows);
  return after === stop - 1 && text.charCodeAt(after) === BRACE;
}
