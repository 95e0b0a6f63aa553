import { MAX_PRICE_PRECISION } from '../../../shared/price.ts';

/** The quotes of one file as columns; a bid is `mantissas[i]` of 10^-`decimals[i]`. */
export interface ParsedTicks {
  readonly length: number;
  /** Epoch ms, whole. */
  readonly timesMs: Float64Array;
  readonly mantissas: Float64Array;
  readonly decimals: Uint8Array;
}

const HEADER = 'ts_ms,bid,ask';
/** The least a row takes: `1,1,1` and its end. */
const SHORTEST_ROW = 6;
const MAX_DIGITS = 15;
const [DOT, COMMA, LF, CR] = [46, 44, 10, 13];

/** What a scan of digits found; one object for all scans of a file. */
interface Scan {
  at: number;
  mantissa: number;
  decimals: number;
}

/**
 * Reads rows of `ts_ms,bid,ask` as bytes. Every row must be plain decimals; a fraction of a millisecond is cut off.
 * @throws Error that names `name` and the line
 */
export function parseTicks(bytes: Uint8Array, name: string): ParsedTicks {
  const fail = (line: number, what: string): never => {
    throw new Error(`${name}, line ${line}: ${what}`);
  };
  const capacity = Math.ceil(bytes.length / SHORTEST_ROW) + 1;
  const timesMs = new Float64Array(capacity);
  const mantissas = new Float64Array(capacity);
  const decimals = new Uint8Array(capacity);
  const scan: Scan = { at: endOfHeader(bytes), mantissa: 0, decimals: 0 };
  if (scan.at < 0) fail(1, `the header must be ${HEADER}`);
  let length = 0;
  while (scan.at < bytes.length) {
    const line = length + 2;
    if (!number(bytes, scan, MAX_DIGITS) || scan.mantissa === 0) fail(line, 'ts_ms is not a time in milliseconds');
    timesMs[length] = Math.floor(scan.mantissa / 10 ** scan.decimals);
    if (bytes[scan.at++] !== COMMA) fail(line, 'a comma is missing after ts_ms');
    if (!number(bytes, scan, MAX_PRICE_PRECISION) || scan.mantissa === 0) fail(line, 'bid is not a price');
    mantissas[length] = scan.mantissa;
    decimals[length] = scan.decimals;
    if (bytes[scan.at++] !== COMMA) fail(line, 'a comma is missing after bid');
    if (!number(bytes, scan, MAX_PRICE_PRECISION)) fail(line, 'ask is not a price');
    if (bytes[scan.at] === CR) scan.at++;
    if (scan.at < bytes.length && bytes[scan.at++] !== LF) fail(line, 'the row does not end after ask');
    length++;
  }
  if (length === 0) fail(2, 'there is no quote in it');
  return { length, timesMs, mantissas, decimals };
}

function endOfHeader(bytes: Uint8Array): number {
  for (let i = 0; i < HEADER.length; i++) if (bytes[i] !== HEADER.charCodeAt(i)) return -1;
  let at = HEADER.length;
  if (bytes[at] === CR) at++;
  if (at === bytes.length) return at;
  return bytes[at] === LF ? at + 1 : -1;
}

/** Digits, and at most one dot between them. Decimals beyond the 15th digit are skipped, as for a time's fraction. */
function number(bytes: Uint8Array, scan: Scan, maxDecimals: number): boolean {
  const start = scan.at;
  let [mantissa, decimals, dot, digits] = [0, 0, -1, 0];
  for (;;) {
    const byte = bytes[scan.at];
    if (byte === DOT && dot < 0 && scan.at > start) dot = scan.at;
    else if (byte !== undefined && byte >= 48 && byte <= 57) {
      digits++;
      if (digits <= MAX_DIGITS) {
        mantissa = mantissa * 10 + (byte - 48);
        if (dot >= 0) decimals++;
      } else if (dot < 0) return false;
    } else break;
    scan.at++;
  }
  scan.mantissa = mantissa;
  scan.decimals = decimals;
  return scan.at > start && scan.at - 1 !== dot && decimals <= maxDecimals;
}
