import type { Board } from './board.ts';
import type { CandleStore } from './candle-store.ts';
import { MINUTE_S, type Unsaved, unsaved } from './series.ts';

/** Instruments packed in one step, so that thousands of them do not hold up the prices. */
const SLICE = 256;

/** Older minutes are deleted; the hours folded from them stay. */
export const MINUTES_KEPT_S = 60 * 86_400;

/** Saves live candles: once a minute, a slice of instruments at a time. */
export interface Saver {
  /** Call at every step of the market. */
  step(nowMs: number): void;
  /** Saves everything, unfinished minutes included. @throws what the store throws */
  saveAll(nowMs: number): Promise<void>;
}

export function createSaver(board: Board, store: CandleStore, report: (error: unknown) => void): Saver {
  const count = () => board.series.length;
  let [minute, next, day] = [0, count(), 0];
  let saving: Promise<void> | undefined;
  const save = async (from: number, to: number, nowMs: number): Promise<void> => {
    const parts: Unsaved[] = board.series.slice(from, to).map((series) => unsaved(series, nowMs / 1000));
    const chunks = parts.flatMap((part) => part.chunks);
    if (chunks.length > 0) await store.save(chunks);
    for (const part of parts) part.confirm();
    board.stored(from, Math.min(to, count()), nowMs / 1000);
  };
  const forget = (nowMs: number): void => {
    const today = Math.floor(nowMs / 86_400_000);
    if (today === day) return;
    day = today;
    store.drop(MINUTE_S, Math.floor(nowMs / 1000) - MINUTES_KEPT_S).catch(report);
  };
  return {
    step(nowMs) {
      forget(nowMs);
      const current = Math.floor(nowMs / 60_000);
      if (current !== minute && next >= count()) {
        if (minute !== 0) next = 0;
        minute = current;
      }
      // While the store is slow or fails, no saves queue up: unsaved candles stay in memory and are tried again.
      if (next >= count() || saving) return;
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
      for (let from = 0; from < count(); from += SLICE) await save(from, from + SLICE, nowMs);
    },
  };
}
