import { MAX_PRICE_PRECISION, pointsPerUnit } from '../domain/price.ts';
import { type MarketHead, type MarketRows, ROW, ROW_LENGTH, reserveRows } from './market-scanner.ts';

/*
 * Frames of DAY_MARKET in few bytes, the format `delta1`: encoder and decoder of the layout in docs/api.md, "Market frames in
 * few bytes". A frame changes the rows of a table that a whole frame has set; its check covers the values that come out,
 * so that bytes or a table that went wrong are never read as a price. What frames are for must not come in.
 */

/** A row of DAY_MARKET before it is printed: prices in points. */
export interface PointsRow {
  readonly id: number;
  readonly precision: number;
  readonly close: number;
  readonly open: number;
  readonly status: number;
  readonly timeMs: number;
  /** Equals `close` where there is one price. */
  readonly ask: number;
}

const FIRST_BYTE = 0xd1;
/** Bits of a frame's flags. */
const [WHOLE, ASK, LIST] = [1, 2, 4];
/** Times are whole steps before the frame's `ts`, rounded to the older side: a price never looks younger than it is. */
const STEP_MS = 20;
/** The prefix of a row that has all of its prices; of another row it is twice the zigzag of the close's change. */
const ALL_PRICES = 1;
const WORD = 2 ** 32;
const CHECK_BYTES = 4;
const [HASH_START, HASH_PRIME] = [0x811c9dc5, 0x01000193];

/**
 * A product carries a difference upwards only: one in the highest bit of two prices would cancel itself without the shift, one
 * of a low and a high word without a product of its own.
 */
function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value ^ Math.imul(Math.floor(value / WORD), HASH_PRIME), HASH_PRIME);
  return mixed ^ (mixed >>> 15);
}
/** How the frame's time enters the check: apart from the rows, so that a relay can set another time. */
const timeMask = (ts: number): number => ts ^ (ts / WORD);
const stepsOf = (ts: number, timeMs: number): number => Math.ceil((ts - timeMs) / STEP_MS);

/** The text of the frame that these rows stand for, byte for byte as the server prints it. */
export function marketText({ seq, ts }: MarketHead, { count, values }: MarketRows): string {
  const rows: string[] = [];
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
    const isOnePrice = values[at + ROW.ask] === values[at + ROW.close];
    rows.push(`[${values.subarray(at, at + (isOnePrice ? ROW.ask : ROW_LENGTH)).join()}]`);
  }
  return `{"topic":"DAY_MARKET","seq":${seq},"ts":${ts},"data":[${rows.join()}]}`;
}

/** `none`: it belongs to another table or another place in the order, and says nothing. */
type DeltaReading = 'rows' | 'none' | 'bad' | 'headless';

/** Decodes the frames of one subscription after the other. `head` and `rows` are written as far as they could be read. */
export type DeltaDecoder = (frame: Uint8Array, head: MarketHead, rows: MarketRows) => DeltaReading;

export function createDeltaDecoder(): DeltaDecoder {
  /** As in `MarketRows`, but prices in points, and the points of a unit in place of the time. */
  let table = new Float64Array();
  let latestSeq = Number.NaN;
  let bytes: Uint8Array = new Uint8Array();
  let at = 0;
  let hash = 0;

  function varint(): number {
    let byte = bytes[at++] ?? 0;
    let value = byte & 127;
    for (let scale = 128; byte > 127 && scale < 2 ** 56; scale *= 128) {
      byte = bytes[at++] ?? 0;
      value += (byte & 127) * scale;
    }
    return value;
  }

  const unzigzag = (value: number) => (value % 2 ? -(value + 1) / 2 : value / 2);
  const zigzag = () => unzigzag(varint());

  function readPrices(base: number, hasAsk: boolean): void {
    const close = varint();
    table[base + ROW.close] = close;
    table[base + ROW.open] = close + zigzag();
    table[base + ROW.status] = varint();
    table[base + ROW.ask] = hasAsk ? close + zigzag() : close;
  }

  function mixRow(base: number): void {
    for (let i = base; i < base + ROW_LENGTH; i++) hash = mix(hash, table[i] ?? 0);
  }

  /** @returns false if the bytes or the table went wrong; `rows` then have no meaning */
  function readBody({ ts }: MarketHead, rows: MarketRows): boolean {
    const flags = varint();
    const isWhole = (flags & WHOLE) > 0;
    const hasAsk = (flags & ASK) > 0;
    const isList = (flags & LIST) > 0;
    hash = HASH_START;
    if (isWhole) {
      const length = varint() * ROW_LENGTH;
      if (!(length / ROW_LENGTH < bytes.length)) return false;
      table = new Float64Array(length);
      for (let base = 0; base < length; base += ROW_LENGTH) {
        table[base] = varint();
        const precision = varint();
        if (precision > MAX_PRICE_PRECISION) return false;
        table[base + ROW.timeMs] = pointsPerUnit(precision);
        readPrices(base, hasAsk);
        mixRow(base);
      }
    }
    const size = varint();
    if (size > bytes.length) return false;
    const count = isList ? size : size * 8;
    const bitmap = at;
    if (!isList) at += size;
    reserveRows(rows, count);
    const { values } = rows;
    let index = -1;
    let to = 0;
    for (let i = 0; i < count; i++) {
      index += isList ? 1 + zigzag() : 1;
      if (!isList && !(((bytes[bitmap + (i >> 3)] ?? 0) >> (i & 7)) & 1)) continue;
      const base = index * ROW_LENGTH;
      const unit = table[base + ROW.timeMs];
      if (!unit) return false;
      const change = isWhole ? 0 : varint();
      if (change === ALL_PRICES) readPrices(base, hasAsk);
      else if (change % 2) return false;
      else if (!isWhole) {
        const close = table[base + ROW.close] ?? 0;
        const spread = (table[base + ROW.ask] ?? 0) - close;
        const next = close + unzigzag(change / 2);
        table[base + ROW.close] = next;
        table[base + ROW.ask] = hasAsk ? next + spread + zigzag() : next;
      }
      const steps = zigzag();
      mixRow(base);
      hash = mix(hash, steps);
      for (let i = 0; i < ROW_LENGTH; i++)
        values[to + i] = i % 4 && i !== ROW.status ? (table[base + i] ?? 0) / unit : (table[base + i] ?? 0);
      values[to + ROW.timeMs] = ts - steps * STEP_MS;
      to += ROW_LENGTH;
    }
    rows.count = to / ROW_LENGTH;
    hash ^= timeMask(ts);
    for (let shift = 0; shift < 32; shift += 8) if (bytes[at++] !== ((hash >>> shift) & 255)) return false;
    return at === bytes.length;
  }

  return (frame, head, rows) => {
    bytes = frame;
    at = 1;
    rows.count = 0;
    head.seq = varint();
    head.ts = varint();
    if (bytes[0] !== FIRST_BYTE || varint() !== head.seq || at >= bytes.length) return 'headless';
    if (!((bytes[at] ?? 0) & WHOLE) && head.seq !== latestSeq + 1) return 'none';
    // After bad bytes the table is worth nothing: only a whole frame counts.
    latestSeq = Number.NaN;
    if (!readBody(head, rows)) {
      rows.count = 0;
      return 'bad';
    }
    latestSeq = head.seq;
    return 'rows';
  };
}

/** Encodes for clients that all get the same frames. */
export interface DeltaEncoder {
  /**
   * The body of a frame with these rows, in their order, for all who have had every frame since a snapshot. Undefined
   * before the first snapshot.
   */
  changes(rows: readonly PointsRow[], ts: number): Uint8Array | undefined;
  /** The body of a frame for those who have nothing. The others go on with the next changes. */
  snapshot(rows: readonly PointsRow[], ts: number): Uint8Array;
}

/** From one whole frame to the next, so that whoever begins to read in the middle can do so soon. */
export const WHOLE_EVERY_MS = 60_000;

/** What stands before a frame's body: of each client its own. Characters are bytes. */
export function deltaHead({ seq, ts }: MarketHead): string {
  let head = String.fromCharCode(FIRST_BYTE);
  // Twice, since no check covers it: a wrong one would pass for lost frames.
  for (let rest of [seq, ts, seq]) {
    for (; rest >= 128; rest = Math.floor(rest / 128)) head += String.fromCharCode((rest % 128) | 128);
    head += String.fromCharCode(rest);
  }
  return head;
}

export function readDeltaHead(head: string): MarketHead {
  let at = 1;
  const varint = (): number => {
    const byte = head.charCodeAt(at++);
    return byte < 128 ? byte : byte - 128 + 128 * varint();
  };
  return { seq: varint(), ts: varint() };
}

/** The body of the same frame with another time, which the times of its rows follow. */
export function withTime(body: Uint8Array, ts: number, newTs: number): Uint8Array {
  const changed = body.slice();
  const mask = timeMask(ts) ^ timeMask(newTs);
  for (let i = 0; i < CHECK_BYTES; i++) {
    const at = changed.length - CHECK_BYTES + i;
    changed[at] = (changed[at] ?? 0) ^ ((mask >>> (8 * i)) & 255);
  }
  return changed;
}

/**
 * @param allRows the rows of a new table, best in the order in which frames have them
 * @param hasAsk whether its clients get the ask
 */
export function createDeltaEncoder(allRows: () => readonly PointsRow[], hasAsk: boolean): DeltaEncoder {
  const writer = createWriter();
  /** The rows as all clients have them; undefined for one that they have in different states. */
  let known: (PointsRow | undefined)[] = [];
  /** The rows of the table as they were when it was set, and their indices. */
  let table: readonly PointsRow[] | undefined;
  let places = new Map<number, number>();
  let wholeDueMs = 0;

  const spreadOf = ({ ask, close }: PointsRow) => (hasAsk ? ask - close : 0);
  const isPlaced = ({ id, precision }: PointsRow) => table?.[places.get(id) ?? -1]?.precision === precision;
  const isTable = (all: readonly PointsRow[]) =>
    all.length === table?.length && all.every((row, i) => row.id === table?.[i]?.id && isPlaced(row));

  /** The frame's own rows may be older than the latest. */
  function tableWith(rows: readonly PointsRow[]): readonly PointsRow[] {
    const byId = new Map(allRows().map((row) => [row.id, row]));
    for (const row of rows) byId.set(row.id, row);
    return [...byId.values()];
  }

  function setTable(all: readonly PointsRow[], ts: number): void {
    table = all;
    known = [...all];
    places = new Map(all.map(({ id }, i) => [id, i]));
    wholeDueMs = ts + WHOLE_EVERY_MS;
  }

  function mixRow(hash: number, row: PointsRow): number {
    const { id, close, open, status, precision } = row;
    const ofPrices = mix(mix(mix(mix(hash, id), close), open), status);
    return mix(mix(ofPrices, pointsPerUnit(precision)), close + spreadOf(row));
  }

  function writePrices(row: PointsRow, isAskIn: boolean): void {
    writer.varint(row.close);
    writer.zigzag(row.open - row.close);
    writer.varint(row.status);
    if (isAskIn) writer.zigzag(spreadOf(row));
  }

  function writeBitmap(indices: readonly number[]): void {
    const bitmap = new Uint8Array(((indices.at(-1) ?? -8) >> 3) + 1);
    for (const index of indices) bitmap[index >> 3] = (bitmap[index >> 3] ?? 0) | (1 << (index & 7));
    writer.varint(bitmap.length);
    for (const byte of bitmap) writer.byte(byte);
  }

  function writeTable(all: readonly PointsRow[], isAskIn: boolean): number {
    let hash = HASH_START;
    writer.varint(all.length);
    for (const row of all) {
      writer.varint(row.id);
      writer.varint(row.precision);
      writePrices(row, isAskIn);
      hash = mixRow(hash, row);
    }
    return hash;
  }

  /** The change of the close from what all clients have; all prices where that does not say it. */
  function writeChange(row: PointsRow, index: number, isAskIn: boolean): void {
    const before = known[index];
    known[index] = row;
    const change = row.close - (before?.close ?? 0);
    if (before?.open !== row.open || before.status !== row.status) {
      writer.varint(ALL_PRICES);
      writePrices(row, isAskIn);
      return;
    }
    writer.varint(2 * zigzagOf(change));
    if (isAskIn) writer.zigzag(spreadOf(row) - spreadOf(before));
  }

  /** @param whole the table, of a whole frame */
  function write(rows: readonly PointsRow[], ts: number, whole?: readonly PointsRow[]): Uint8Array {
    const at = whole === undefined ? places : new Map(whole.map(({ id }, i) => [id, i]));
    const indices = rows.map(({ id }) => at.get(id) ?? 0);
    const isAscending = indices.every((index, i) => i === 0 || index > (indices[i - 1] ?? 0));
    const isList = !isAscending || (indices.at(-1) ?? 0) > 8 * indices.length;
    const isAskIn = [rows, whole ?? []].some((some) => some.some((row) => spreadOf(row) !== 0));
    writer.byte((whole ? WHOLE : 0) | (isAskIn ? ASK : 0) | (isList ? LIST : 0));
    let hash = whole ? writeTable(whole, isAskIn) : HASH_START;
    if (isList) writer.varint(rows.length);
    else writeBitmap(indices);
    for (const [i, row] of rows.entries()) {
      const index = indices[i] ?? 0;
      const steps = stepsOf(ts, row.timeMs);
      if (isList) writer.zigzag(index - (indices[i - 1] ?? -1) - 1);
      if (whole === undefined) writeChange(row, index, isAskIn);
      writer.zigzag(steps);
      hash = mix(mixRow(hash, row), steps);
    }
    hash ^= timeMask(ts);
    for (let shift = 0; shift < 32; shift += 8) writer.byte((hash >>> shift) & 255);
    return writer.done();
  }

  return {
    changes(rows, ts) {
      if (table === undefined) return undefined;
      if (ts < wholeDueMs && rows.every(isPlaced)) return write(rows, ts);
      const all = tableWith(rows);
      setTable(all, ts);
      return write(rows, ts, all);
    },
    snapshot(rows, ts) {
      const all = tableWith(rows);
      if (table === undefined) setTable(all, ts);
      else if (isTable(all)) known = known.map((row, i) => (row === all[i] ? row : undefined));
      // The others need this table, too, before any more changes.
      else wholeDueMs = Number.NEGATIVE_INFINITY;
      return write(rows, ts, all);
    },
  };
}

const zigzagOf = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

function createWriter() {
  let bytes = new Uint8Array(256);
  let at = 0;
  function byte(value: number): void {
    if (at === bytes.length) {
      const wider = new Uint8Array(2 * at);
      wider.set(bytes);
      bytes = wider;
    }
    bytes[at++] = value;
  }
  function varint(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) byte((rest % 128) | 128);
    byte(rest);
  }
  return {
    byte,
    varint,
    zigzag: (value: number) => varint(zigzagOf(value)),
    /** A copy of what was written; it begins again. */
    done(): Uint8Array {
      const written = bytes.slice(0, at);
      at = 0;
      return written;
    },
  };
}
