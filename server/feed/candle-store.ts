import { getOrCreate } from '../../shared/get-or-create.ts';

/** Candles of one instrument and resolution in one block of time, packed by `packing.ts`. */
export interface Chunk {
  readonly code: string;
  /** Seconds one candle lasts: 60 or 3,600. */
  readonly resolutionS: number;
  /** Start of the block, epoch seconds; a multiple of `chunkSpan(resolutionS)`. */
  readonly startS: number;
  readonly data: Uint8Array;
}

/** Persistent candles. Code, resolution and start identify a block; saving it again replaces it. */
export interface CandleStore {
  /** Saves all of `chunks` or none. */
  save(chunks: readonly Chunk[]): Promise<void>;
  /** The blocks with `fromS <= startS < toS`, by rising start. */
  load(code: string, resolutionS: number, fromS: number, toS: number): Promise<readonly Chunk[]>;
  /** The starts of the first and the last block; undefined without any. */
  range(
    code: string,
    resolutionS: number,
  ): Promise<{ readonly firstS: number; readonly lastS: number } | undefined>;
  /** Deletes the blocks of all codes with `startS < beforeS`. */
  drop(resolutionS: number, beforeS: number): Promise<void>;
}

/** Candles in one block. */
export const CHUNK_CANDLES = 120;
export const chunkSpan = (resolutionS: number): number => resolutionS * CHUNK_CANDLES;
/** Start of the block that holds `time` (epoch seconds). */
export const chunkStart = (time: number, resolutionS: number): number =>
  Math.floor(time / chunkSpan(resolutionS)) * chunkSpan(resolutionS);

/** Keeps candles in memory. */
export function memoryCandleStore(): CandleStore {
  const series = new Map<string, Map<number, Chunk>>();
  const key = (code: string, resolutionS: number) => `${resolutionS} ${code}`;
  const sorted = (code: string, resolutionS: number) =>
    [...(series.get(key(code, resolutionS))?.values() ?? [])].sort((a, b) => a.startS - b.startS);
  return {
    async save(chunks) {
      for (const chunk of chunks) {
        const name = key(chunk.code, chunk.resolutionS);
        getOrCreate(series, name, () => new Map<number, Chunk>()).set(chunk.startS, chunk);
      }
    },
    async load(code, resolutionS, fromS, toS) {
      return sorted(code, resolutionS).filter((chunk) => chunk.startS >= fromS && chunk.startS < toS);
    },
    async range(code, resolutionS) {
      const chunks = sorted(code, resolutionS);
      const [first, last] = [chunks[0], chunks.at(-1)];
      return first && last ? { firstS: first.startS, lastS: last.startS } : undefined;
    },
    async drop(resolutionS, beforeS) {
      for (const [name, held] of series) {
        if (!name.startsWith(`${resolutionS} `)) continue;
        for (const startS of held.keys()) if (startS < beforeS) held.delete(startS);
      }
    },
  };
}
