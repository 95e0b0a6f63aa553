import * as v from 'valibot';

/*
 * What a feed publishes, as bytes, little endian: a head of 28 bytes (u16 'PX', u8 version, u8 kind, u32 epoch, f64 number,
 * f64 time in ms, u32 count), then records of 16 bytes (u32 key, i32 a, f64 b). Within an epoch the number rises by one a frame.
 */

export interface Frame {
  readonly kind: FrameKind;
  readonly epoch: number;
  readonly n: number;
  /** The feed's clock when it was sent: never that of an earlier frame, and a later one while its stamps stand. */
  readonly timeMs: number;
  readonly count: number;
  readonly records: DataView;
}

/**
 * A record of `ticks`: instrument, ms before the frame's time, points; with the number 0 in place of an instrument: how far the
 * frame's time is ahead of the machine's clock of the feed, which was set back; with `ASK_KEY`: the ask of the tick
 * in the next record, in points; left out where it equals the price. An earlier version passes over both.
 * Of `states`: instrument, its state (see `snapshot.ts`), when it opens (ms, or NaN). Of `stored`: index of the first instrument whose candles are stored, index after the last, and the
 * time (s) up to which hours are. `snapshot`: not records but instruments; see `snapshot.ts`. `reset`: no records, but prices
 * have changed that no frame has. `sources`: not records but JSON, the ids of instruments by the name of what their next prices
 * come from.
 */
export type FrameKind = 'ticks' | 'states' | 'stored' | 'snapshot' | 'reset' | 'sources';

export interface FrameRecord {
  readonly key: number;
  readonly a: number;
  readonly b: number;
}

/** Far below what a broker carries in one message. */
const MOST_BYTES = 256 * 1024;
export const HEAD_BYTES = 28;
const RECORD_BYTES = 16;
export const MOST_RECORDS = Math.floor((MOST_BYTES - HEAD_BYTES) / RECORD_BYTES);

const MAGIC = 0x5850;
const VERSION = 1;
const KINDS: readonly FrameKind[] = ['ticks', 'states', 'stored', 'snapshot', 'reset', 'sources'];

export type FrameHead = Pick<Frame, 'kind' | 'epoch' | 'n' | 'timeMs' | 'count'>;

export function writeHead(view: DataView, { kind, epoch, n, timeMs, count }: FrameHead): void {
  view.setUint16(0, MAGIC, true);
  view.setUint8(2, VERSION);
  view.setUint8(3, KINDS.indexOf(kind));
  view.setUint32(4, epoch, true);
  view.setFloat64(8, n, true);
  view.setFloat64(16, timeMs, true);
  view.setUint32(24, count, true);
}

export function frameOf(head: Omit<FrameHead, 'count'>, records: readonly FrameRecord[]): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + records.length * RECORD_BYTES);
  const view = new DataView(bytes.buffer);
  writeHead(view, { ...head, count: records.length });
  let at = HEAD_BYTES;
  for (const { key, a, b } of records) {
    view.setUint32(at, key, true);
    view.setInt32(at + 4, a, true);
    view.setFloat64(at + 8, b, true);
    at += RECORD_BYTES;
  }
  return bytes;
}

/** @returns undefined for bytes that are no whole frame of this version */
export function readFrame(bytes: Uint8Array): Frame | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = KINDS[view.getUint8(3)];
  if (view.getUint16(0, true) !== MAGIC || view.getUint8(2) !== VERSION || kind === undefined)
    return undefined;
  const count = view.getUint32(24, true);
  if (kind !== 'snapshot' && kind !== 'sources' && bytes.length !== HEAD_BYTES + count * RECORD_BYTES)
    return undefined;
  return {
    kind,
    epoch: view.getUint32(4, true),
    n: view.getFloat64(8, true),
    timeMs: view.getFloat64(16, true),
    count,
    records: new DataView(bytes.buffer, bytes.byteOffset + HEAD_BYTES, bytes.byteLength - HEAD_BYTES),
  };
}

/** The parts of the record with this index. */
export const keyOf = (records: DataView, index: number): number =>
  records.getUint32(index * RECORD_BYTES, true);
export const aOf = (records: DataView, index: number): number =>
  records.getInt32(index * RECORD_BYTES + 4, true);
export const bOf = (records: DataView, index: number): number =>
  records.getFloat64(index * RECORD_BYTES + 8, true);

/** The ticks of a frame; `ask` is undefined where it is the price. */
export function eachTick(
  frame: Frame,
  visit: (key: number, a: number, points: number, ask: number | undefined) => void,
): void {
  let ask: number | undefined;
  eachRecord(frame, (key, a, b) => {
    if (key !== ASK_KEY) visit(key, a, b, ask);
    ask = key === ASK_KEY ? b : undefined;
  });
}

export function eachRecord(
  { records, count }: Frame,
  visit: (key: number, a: number, b: number) => void,
): void {
  for (let i = 0; i < count; i++) visit(keyOf(records, i), aOf(records, i), bOf(records, i));
}

/** In place of an instrument; see `FrameKind`. */
export const ASK_KEY = 2 ** 32 - 1;
const LEAD_KEY = 0;
const MOST_LEAD_MS = 2 ** 31 - 1;

/** A tick, after its ask where that is not its price. */
export const tickRecords = (key: number, a: number, points: number, ask: number): readonly FrameRecord[] => {
  const tick = { key, a, b: points };
  return ask === points ? [tick] : [{ key: ASK_KEY, a: 0, b: ask }, tick];
};

/** None without a lead. */
export const leadRecords = (leadMs: number): readonly FrameRecord[] =>
  leadMs <= 0 ? [] : [{ key: LEAD_KEY, a: Math.min(leadMs, MOST_LEAD_MS), b: 0 }];

/** How far a frame of ticks is ahead of the machine's clock of the feed. */
export const leadOf = ({ count, records }: Pick<Frame, 'count' | 'records'>): number =>
  count > 0 && keyOf(records, 0) === LEAD_KEY ? aOf(records, 0) : 0;

/** @param ids of instruments by the name of their source */
export function sourcesFrame(
  head: Omit<FrameHead, 'count' | 'kind'>,
  ids: ReadonlyMap<string, number[]>,
): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify([...ids]));
  const bytes = new Uint8Array(HEAD_BYTES + text.length);
  writeHead(new DataView(bytes.buffer), { ...head, kind: 'sources', count: 0 });
  bytes.set(text, HEAD_BYTES);
  return bytes;
}

/** The ids of instruments by the name of their source; undefined for a frame that is malformed. */
export function sourcesOf({ records }: Frame): readonly (readonly [string, readonly number[]])[] | undefined {
  try {
    return v.parse(sourcesSchema, JSON.parse(new TextDecoder().decode(records)));
  } catch {
    return undefined;
  }
}

const sourcesSchema = v.array(v.tuple([v.string(), v.array(v.number())]));
