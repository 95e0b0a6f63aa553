declare module '../store/schema.ts' {
  interface Schema {
    candle_chunks: CandleChunkTable;
  }
}

interface CandleChunkTable {
  instrument_code: string;
  resolution_s: number;
  start_s: number;
  data: Uint8Array;
}

export {};
