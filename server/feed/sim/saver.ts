import type { Board } from '../board.ts';
import type { CandleStore } from '../candle-store.ts';
import { type Unsaved, unsaved } from '../series.ts';

/** Instruments packed in one step, so that thousands of them never hold up the prices. */
const SLICE = 256;

/** Brings live candles into the store: every minute, a slice of instruments at a time. */
export interface Saver {
  /** To be called at every step of the market. */
  step(nowMs: number): void;
  /** Saves all there is, the minutes being formed included. @throws what the store throws */
  saveAll(nowMs: number): Promise<void>;
}

export function createSaver(board: Board, store: CandleStore, report: (error: unknown) => void): Saver {
  const count = board.series.length;
  let [minute, next] = [0, count];
  let saving: Promise<void> | undefined;
  const save = async (from: number, to: number, nowMs: number): Promise<void> => {
    const parts: Unsaved[] = board.series.slice(from, to).map((series) => unsaved(series, nowMs / 1000));
    const chunks = parts.flatMap((part) => part.chunks);
    if (chunks.length > 0) await store.save(chunks);
    for (const part of parts) part.confirm();
  };
  return {
    step(nowMs) {
      const current = Math.floor(nowMs / 60_000);
      if (current !== minute && next >= count) {
        if (minute !== 0) next = 0;
        minute = current;
      }
      // While the store is slow or failing nothing piles up: what is not saved stays in memory and is tried again.
      if (next >= count || saving) return;
      const from = next;
      next += SLICE;
      saving = save(from, next, nowMs)
        .catch(report)
        .finally(() => {
          saving = undefined;
        });
    },
    async saveAll(nowMs) {
      await saving;
      for (let from = 0; from < count; from += SLICE) await save(from, from + SLICE, nowMs);
    },
  };
}
