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

const HEAD = '{"topic":"DAY_MARKET","seq":';
const TS = ',"ts":';
const DATA = ',"data":[';
const POWERS = Float64Array.from({ length: 23 }, (_, i) => 10 ** i);
const [ZERO, NINE, MINUS, DOT, COMMA, OPEN, CLOSE, BRACE, SMALL_E, LARGE_E] = [
  48, 57, 45, 46, 44, 91, 93, 125, 101, 69,
];

/**
 * Reads market frames several times faster than JSON.parse, and only in the exact shape that the server prints. It says
 * no to everything else, valid or not: those frames go to JSON.parse. Numbers come out as JSON.parse has them: a
 * mantissa below 2^53 and a power of ten up to 22 are exact, and so their quotient is the nearest double.
 * @returns reads into `head` and `rows`; false when the text is of another shape, `rows` then holding nonsense
 */
export function createMarketScanner(head: MarketHead, rows: MarketRows): (text: string) => boolean {
  let at = 0;

  function scanNumber(text: string): number {
    let code = text.charCodeAt(at);
    const isNegative = code === MINUS;
    if (isNegative) code = text.charCodeAt(++at);
    if (!(code >= ZERO && code <= NINE)) return Number.NaN;
    const leadsWithZero = code === ZERO;
    const start = at;
    let mantissa = 0;
    while (code >= ZERO && code <= NINE) {
      mantissa = mantissa * 10 + (code - ZERO);
      code = text.charCodeAt(++at);
    }
    if (leadsWithZero && at - start > 1) return Number.NaN;
    let decimals = 0;
    if (code === DOT) {
      code = text.charCodeAt(++at);
      const first = at;
      while (code >= ZERO && code <= NINE) {
        mantissa = mantissa * 10 + (code - ZERO);
        code = text.charCodeAt(++at);
      }
      decimals = at - first;
      if (decimals === 0 || decimals > 22) return Number.NaN;
    }
    if (code === SMALL_E || code === LARGE_E || mantissa > Number.MAX_SAFE_INTEGER) return Number.NaN;
    const value = decimals === 0 ? mantissa : mantissa / (POWERS[decimals] ?? Number.NaN);
    return isNegative ? -value : value;
  }

  function skip(text: string, expected: string): boolean {
    if (!text.startsWith(expected, at)) return false;
    at += expected.length;
    return true;
  }

  function scanRow(text: string): boolean {
    if (text.charCodeAt(at++) !== OPEN) return false;
    growRows(rows);
    const { values } = rows;
    const base = rows.count * ROW_LENGTH;
    for (let i = 0; i < ROW_LENGTH; i++) {
      const value = scanNumber(text);
      if (Number.isNaN(value)) return false;
      values[base + i] = value;
      if (text.charCodeAt(at++) !== (i === ROW_LENGTH - 1 ? CLOSE : COMMA)) return false;
    }
    rows.count++;
    return true;
  }

  return (text) => {
    at = 0;
    rows.count = 0;
    if (!skip(text, HEAD)) return false;
    head.seq = scanNumber(text);
    if (!skip(text, TS)) return false;
    head.ts = scanNumber(text);
    if (!skip(text, DATA) || !Number.isSafeInteger(head.seq) || Number.isNaN(head.ts)) return false;
    if (text.charCodeAt(at) === CLOSE) at++;
    else {
      let next: number;
      do {
        if (!scanRow(text)) return false;
        next = text.charCodeAt(at++);
      } while (next === COMMA);
      if (next !== CLOSE) return false;
    }
    return text.charCodeAt(at) === BRACE && at === text.length - 1;
  };
}
