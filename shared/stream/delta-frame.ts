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

/** FNV-1a over words: the low 32 bits of a value with its high ones. */
const mix = (hash: number, value: number): number => Math.imul(hash ^ value ^ (value / WORD), HASH_PRIME);
/** How the frame's time enters the check: apart from the rows, so that a relay can set another time. */
const timeMask = (ts: number): number => ts ^ (ts / WORD);
const stepsOf = (ts: number, timeMs: number): number => Math.ceil((ts - timeMs) / STEP_MS);
const timeOf = (ts: number, steps: number): number => ts - steps * STEP_MS;

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
  let picked = new Int32Array(64);
  let bytes: Uint8Array = new Uint8Array();
  let at = 0;

  function varint(): number {
    let byte = bytes[at++] ?? 0;
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let scale = 128; byte >= 128 && scale < 2 ** 56; scale *= 128) {
      byte = bytes[at++] ?? 0;
      value += (byte & 127) * scale;
    }
    return value;
  }

  const zigzag = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

  function readPrices(base: number, hasAsk: boolean): void {
    const close = varint();
    table[base + ROW.close] = close;
    table[base + ROW.open] = close + zigzag(varint());
    table[base + ROW.status] = varint();
    table[base + ROW.ask] = hasAsk ? close + zigzag(varint()) : close;
  }

  /** The table of a whole frame. @returns false if it has no meaning */
  function readTable(hasAsk: boolean): boolean {
    const count = varint();
    if (count > bytes.length) return false;
    table = new Float64Array(count * ROW_LENGTH);
    for (let base = 0; base < table.length; base += ROW_LENGTH) {
      table[base + ROW.id] = varint();
      const precision = varint();
      if (precision > MAX_PRICE_PRECISION) return false;
      table[base + ROW.timeMs] = pointsPerUnit(precision);
      readPrices(base, hasAsk);
    }
    return true;
  }

  /** Which rows the frame has, into `picked`. @returns how many; -1 if it has no meaning */
  function readPicked(isList: boolean): number {
    const size = varint();
    if (size > bytes.length - at) return -1;
    if (picked.length < size * 8) picked = new Int32Array(size * 8);
    let count = 0;
    for (let i = 0, index = -1; i < size; i++) {
      if (isList) picked[count++] = index += 1 + zigzag(varint());
      else
        for (let bit = 0, byte = bytes[at++] ?? 0; bit < 8; bit++)
          if ((byte >> bit) & 1) picked[count++] = i * 8 + bit;
    }
    return count;
  }

  function hashTable(): number {
    let hash = HASH_START;
    for (const value of table) hash = mix(hash, value);
    return hash;
  }

  /** @returns false if the bytes or the table went wrong; `rows` then have no meaning */
  function readBody(ts: number, rows: MarketRows): boolean {
    const flags = bytes[at++] ?? 0;
    const [isWhole, hasAsk] = [(flags & WHOLE) !== 0, (flags & ASK) !== 0];
    if (isWhole && !readTable(hasAsk)) return false;
    let hash = isWhole ? hashTable() : HASH_START;
    const count = readPicked((flags & LIST) !== 0);
    if (count < 0) return false;
    reserveRows(rows, count);
    const { values } = rows;
    for (let i = 0, to = 0; i < count; i++, to += ROW_LENGTH) {
      const base = (picked[i] ?? 0) * ROW_LENGTH;
      const unit = table[base + ROW.timeMs];
      if (unit === undefined) return false;
      const prefix = isWhole ? 0 : varint();
      if (prefix === ALL_PRICES) readPrices(base, hasAsk);
      else if (prefix % 2 !== 0) return false;
      else if (!isWhole) {
        const before = table[base + ROW.close] ?? 0;
        const close = before + zigzag(prefix / 2);
        const spread = (table[base + ROW.ask] ?? 0) - before;
        table[base + ROW.close] = close;
        table[base + ROW.ask] = hasAsk ? close + spread + zigzag(varint()) : close;
      }
      const steps = zigzag(varint());
      const [id = 0, close = 0, open = 0, status = 0] = [
        table[base],
        table[base + 1],
        table[base + 2],
        table[base + 3],
      ];
      const ask = table[base + ROW.ask] ?? 0;
      hash = mix(mix(mix(mix(mix(mix(hash, id), close), open), status), ask), steps);
      values[to] = id;
      values[to + ROW.close] = close / unit;
      values[to + ROW.open] = open / unit;
      values[to + ROW.status] = status;
      values[to + ROW.timeMs] = timeOf(ts, steps);
      values[to + ROW.ask] = ask / unit;
    }
    rows.count = count;
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
    if (bytes[0] !== FIRST_BYTE || at > bytes.length - 1 - CHECK_BYTES || head.ts > Number.MAX_SAFE_INTEGER)
      return 'headless';
    if (((bytes[at] ?? 0) & WHOLE) === 0 && head.seq !== latestSeq + 1) return 'none';
    const isRead = readBody(head.ts, rows);
    if (!isRead) rows.count = 0;
    // After bad bytes the table is worth nothing: only a whole frame counts.
    latestSeq = isRead ? head.seq : Number.NaN;
    return isRead ? 'rows' : 'bad';
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
  for (let rest of [seq, ts]) {
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

  function mixPrices(hash: number, row: PointsRow): number {
    return mix(mix(mix(mix(hash, row.id), row.close), row.open), row.status);
  }

  function writePrices(row: PointsRow, isAskIn: boolean): void {
    writer.varint(row.close);
    writer.zigzag(row.open - row.close);
    writer.varint(row.status);
    if (isAskIn) writer.zigzag(spreadOf(row));
  }

  function writePicked(indices: readonly number[], isList: boolean): void {
    if (isList) {
      writer.varint(indices.length);
      let last = -1;
      for (const index of indices) {
        writer.zigzag(index - last - 1);
        last = index;
      }
      return;
    }
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
      hash = mix(mix(mixPrices(hash, row), pointsPerUnit(row.precision)), row.close + spreadOf(row));
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
    writePicked(indices, isList);
    for (const [i, row] of rows.entries()) {
      const steps = stepsOf(ts, row.timeMs);
      if (whole === undefined) writeChange(row, indices[i] ?? 0, isAskIn);
      writer.zigzag(steps);
      hash = mix(mix(mixPrices(hash, row), row.close + spreadOf(row)), steps);
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
