import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MAX_PRICE_PRECISION } from '../../../shared/domain/price.ts';
import { entryFor } from '../../catalogue/catalogue.ts';
import type { CatalogueEntry } from '../../catalogue/catalogue-entry.ts';
import { FeedError } from '../feed-error.ts';

/** One instrument's files, in the order of playing. */
export interface TickFiles {
  readonly code: string;
  /** The currency of its prices. @default as the code says */
  readonly currency?: string | undefined;
  readonly paths: readonly string[];
}

/** One instrument's quotes in the order of their files; prices in points. */
export interface Tape {
  readonly entry: CatalogueEntry;
  readonly timesMs: Float64Array;
  readonly points: Float64Array;
  /** Never below the bid. */
  readonly asks: Float64Array;
}

const unzip = promisify(gunzip);

/** @throws FeedError that names the file, and the line where there is one */
export async function loadTapes(files: readonly TickFiles[]): Promise<readonly Tape[]> {
  if (files.length === 0) throw new FeedError('no tick file is named');
  const tapes: Tape[] = [];
  for (const file of files) tapes.push(await loadTape(file, codesOf(files)));
  return tapes;
}

/** The instruments of a recording. @throws FeedError as `loadTapes` does */
export async function loadEntries(files: readonly TickFiles[]): Promise<readonly CatalogueEntry[]> {
  const entries: CatalogueEntry[] = [];
  // One at a time: their quotes together may be large.
  for (const file of files) entries.push((await loadTape(file, codesOf(files))).entry);
  return entries;
}

const codesOf = (files: readonly TickFiles[]): ReadonlySet<string> => new Set(files.map(({ code }) => code));

async function loadTape({ code, currency, paths }: TickFiles, codes: ReadonlySet<string>): Promise<Tape> {
  const parts: ParsedTicks[] = [];
  for (const path of paths) parts.push(parseTicks(await readBytes(path), path));
  return joined(parts, (decimals) => entryFor({ code, decimals, currency }, codes));
}

async function readBytes(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new FeedError(`${path} can't be read: ${reason(error)}`);
  });
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return unzip(bytes).catch((error: unknown) => {
    throw new FeedError(`${path} can't be unpacked: ${reason(error)}`);
  });
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function joined(parts: readonly ParsedTicks[], entryOf: (decimals: number) => CatalogueEntry): Tape {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  let decimals = 0;
  for (const part of parts)
    for (let i = 0; i < part.length; i++) decimals = Math.max(decimals, part.decimals[i] ?? 0);
  const entry = entryOf(decimals);
  const column = () => new Float64Array(length);
  const [timesMs, points, asks] = [column(), column(), column()];
  let at = 0;
  for (const part of parts) {
    for (let i = 0; i < part.length; i++, at++) {
      timesMs[at] = part.timesMs[i] ?? 0;
      const bid = (part.mantissas[i] ?? 0) * 10 ** (entry.precision - (part.decimals[i] ?? 0));
      points[at] = bid;
      // The decimals of the bids are the instrument's; an ask may have more.
      const ask = (part.askMantissas[i] ?? 0) * 10 ** (entry.precision - (part.askDecimals[i] ?? 0));
      asks[at] = Math.max(bid, Math.round(ask));
    }
  }
  return { entry, timesMs, points, asks };
}

/** The quotes of one file as columns; a bid is `mantissas[i]` of 10^-`decimals[i]`, and an ask likewise. */
interface ParsedTicks {
  readonly length: number;
  /** Epoch ms, whole. */
  readonly timesMs: Float64Array;
  readonly mantissas: Float64Array;
  readonly decimals: Uint8Array;
  readonly askMantissas: Float64Array;
  readonly askDecimals: Uint8Array;
}

const HEADER = 'ts_ms,bid,ask';
const MAX_DIGITS = 15;
const [DOT, COMMA, LF, CR, ZERO] = [46, 44, 10, 13, 48];

/** Result of scanning digits; one object is reused for a whole file. */
interface Scan {
  at: number;
  mantissa: number;
  decimals: number;
}

/**
 * Reads rows of `ts_ms,bid,ask` as bytes. Every row must be plain decimals; a fraction of a millisecond is cut off. A byte order
 * mark, and blank lines at the end, as spreadsheets and editors leave them, are passed over.
 * @throws FeedError that names `name` and the line
 */
function parseTicks(bytes: Uint8Array, name: string): ParsedTicks {
  const fail = (line: number, what: string): never => {
    throw new FeedError(`${name}, line ${line}: ${what}`);
  };
  const capacity = countLines(bytes);
  const timesMs = new Float64Array(capacity);
  const mantissas = new Float64Array(capacity);
  const decimals = new Uint8Array(capacity);
  const askMantissas = new Float64Array(capacity);
  const askDecimals = new Uint8Array(capacity);
  const scan: Scan = { at: endOfHeader(bytes), mantissa: 0, decimals: 0 };
  if (scan.at < 0) fail(1, `the header must be ${HEADER}`);
  let length = 0;
  const end = endOfRows(bytes);
  while (scan.at < end) {
    const line = length + 2;
    if (!readNumber(bytes, scan, 0, false) || scan.mantissa === 0)
      fail(line, 'ts_ms is not a time in milliseconds');
    timesMs[length] = scan.mantissa;
    if (bytes[scan.at++] !== COMMA) fail(line, 'a comma is missing after ts_ms');
    if (!readNumber(bytes, scan, MAX_PRICE_PRECISION, true) || scan.mantissa === 0)
      fail(line, 'bid is not a price');
    mantissas[length] = scan.mantissa;
    decimals[length] = scan.decimals;
    if (bytes[scan.at++] !== COMMA) fail(line, 'a comma is missing after bid');
    if (!readNumber(bytes, scan, MAX_PRICE_PRECISION, true)) fail(line, 'ask is not a price');
    askMantissas[length] = scan.mantissa;
    askDecimals[length] = scan.decimals;
    if (bytes[scan.at] === CR) scan.at++;
    if (scan.at < end && bytes[scan.at++] !== LF) fail(line, 'the row does not end after ask');
    length++;
  }
  if (length === 0) fail(2, 'there is no quote in it');
  return { length, timesMs, mantissas, decimals, askMantissas, askDecimals };
}

/** Where the last row ends; blank lines may follow. */
function endOfRows(bytes: Uint8Array): number {
  let end = bytes.length;
  while (bytes[end - 1] === LF || bytes[end - 1] === CR) end--;
  return end;
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

function endOfHeader(bytes: Uint8Array): number {
  const start = BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte) ? BYTE_ORDER_MARK.length : 0;
  for (let i = 0; i < HEADER.length; i++) if (bytes[start + i] !== HEADER.charCodeAt(i)) return -1;
  let at = start + HEADER.length;
  if (bytes[at] === CR) at++;
  if (at === bytes.length) return at;
  return bytes[at] === LF ? at + 1 : -1;
}

/** Reads digits with at most one dot. Decimals beyond `keep` are cut off, or refused if `exact`. */
function readNumber(bytes: Uint8Array, scan: Scan, keep: number, exact: boolean): boolean {
  const start = scan.at;
  let [mantissa, digits, decimals, dot] = [0, 0, 0, -1];
  for (; ; scan.at++) {
    const byte = bytes[scan.at] ?? LF;
    if (byte === DOT && dot < 0 && scan.at > start) dot = scan.at;
    else if (byte < ZERO || byte > ZERO + 9) break;
    else if (dot >= 0 && decimals === keep) {
      if (exact) return false;
    } else {
      mantissa = mantissa * 10 + (byte - ZERO);
      digits++;
      if (dot >= 0) decimals++;
    }
  }
  scan.mantissa = mantissa;
  scan.decimals = decimals;
  return scan.at > start && scan.at - 1 !== dot && digits <= MAX_DIGITS;
}

function countLines(bytes: Uint8Array): number {
  let lines = 1;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) lines++;
  return lines;
}
