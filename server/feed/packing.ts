import { crc32 } from 'node:zlib';
import { type Candles, candleIndex, createCandles, putCandle } from '../../shared/domain/candle.ts';
import { CHUNK_CANDLES, type Chunk, chunkSpan, chunkStart } from './candle-store.ts';

const VERSION = 2;
/** Blocks of earlier versions have no checksum. */
const UNSUMMED = 1;
const SUM_BYTES = 4;
/** A candle is six varints of at most eight bytes. */
const scratch = new Uint8Array(16 + CHUNK_CANDLES * 6 * 8);

/**
 * Packs the candles with time >= `fromS` block by block; a block that begins before `fromS` is packed whole. Layout of a
 * block, varints except for the first five bytes: version, checksum, count, then for each candle its distance in slots from the previous
 * one, open minus previous close (zigzag), close minus open (zigzag), distance of high and of low from the body, volume.
 * About eight bytes a candle.
 */
export function packChunks(code: string, resolutionS: number, candles: Candles, fromS: number): Chunk[] {
  const chunks: Chunk[] = [];
  let at = candleIndex(candles, chunkStart(fromS, resolutionS)).at;
  while (at < candles.length) {
    const startS = chunkStart(candles.time[at] ?? 0, resolutionS);
    const end = candleIndex(candles, startS + chunkSpan(resolutionS)).at;
    chunks.push(pack(candles, at, end, { code, resolutionS, startS }));
    at = end;
  }
  return chunks;
}

/**
 * Appends the candles of a block with `fromS <= time < toS` to `target`.
 * @throws Error for bytes that `packChunks` did not write
 */
export function unpackChunk(chunk: Chunk, target: Candles, fromS: number, toS: number): void {
  const { data, startS, resolutionS } = chunk;
  if (data[0] !== VERSION && data[0] !== UNSUMMED)
    throw new Error(`candles of ${chunk.code} at ${startS}: unknown layout ${data[0]}`);
  let at = data[0] === VERSION ? 1 + SUM_BYTES : 1;
  const read = (): number => {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = data[at++];
      if (byte === undefined) throw new Error(`candles of ${chunk.code} at ${startS} are cut off`);
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  };
  let [slot, close] = [-1, 0];
  for (let left = read(); left > 0; left--) {
    slot += read();
    const open = close + unzigzag(read());
    close = open + unzigzag(read());
    const high = Math.max(open, close) + read();
    const low = Math.min(open, close) - read();
    const volume = read();
    const time = startS + slot * resolutionS;
    if (time >= fromS && time < toS) putCandle(target, [time, open, high, low, close, volume]);
  }
}

/** Whether a block holds the bytes that `packChunks` wrote; one of an earlier version, whether they can be read. */
export function isWhole(chunk: Chunk): boolean {
  const { data } = chunk;
  // Damage changes types too.
  if (!(data instanceof Uint8Array)) return false;
  if (data[0] === VERSION && data.length > SUM_BYTES)
    return (
      new DataView(data.buffer, data.byteOffset).getUint32(1) === sumOf(chunk, data.subarray(1 + SUM_BYTES))
    );
  try {
    unpackChunk(chunk, createCandles(CHUNK_CANDLES), 0, Number.POSITIVE_INFINITY);
    return true;
  } catch {
    return false;
  }
}

/** Covers what the block is, so that it cannot stand for another. */
const sumOf = ({ code, resolutionS, startS }: Omit<Chunk, 'data'>, bytes: Uint8Array): number =>
  crc32(bytes, crc32(`${code} ${resolutionS} ${startS} `));

function pack(candles: Candles, from: number, to: number, block: Omit<Chunk, 'data'>): Chunk {
  const { startS, resolutionS } = block;
  scratch[0] = VERSION;
  let at = 1 + SUM_BYTES;
  const write = (value: number): void => {
    let rest = value;
    while (rest >= 0x80) {
      scratch[at++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    scratch[at++] = rest;
  };
  write(to - from);
  let [slotBefore, closeBefore] = [-1, 0];
  for (let i = from; i < to; i++) {
    const [open, close] = [candles.open[i] ?? 0, candles.close[i] ?? 0];
    const slot = ((candles.time[i] ?? 0) - startS) / resolutionS;
    write(slot - slotBefore);
    write(zigzag(open - closeBefore));
    write(zigzag(close - open));
    write((candles.high[i] ?? 0) - Math.max(open, close));
    write(Math.min(open, close) - (candles.low[i] ?? 0));
    write(candles.volume[i] ?? 0);
    slotBefore = slot;
    closeBefore = close;
  }
  const data = scratch.slice(0, at);
  new DataView(data.buffer).setUint32(1, sumOf(block, data.subarray(1 + SUM_BYTES)));
  return { ...block, data };
}

const zigzag = (value: number): number => (value < 0 ? -value * 2 - 1 : value * 2);
const unzigzag = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2);
