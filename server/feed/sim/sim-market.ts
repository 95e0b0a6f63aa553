import type { FeeType } from '../../../shared/domain/margin.ts';
import { catalogue, syntheticEntries } from '../../catalogue/catalogue.ts';
import { TRADING_HOURS, widerHours } from '../../catalogue/hours.ts';
import type { Clock } from '../../clock.ts';
import { type Board, createBoard } from '../board.ts';
import type { CandleStore } from '../candle-store.ts';
import type { Feed } from '../market.ts';
import { MINUTE_S, type Unsaved, unsaved } from '../series.ts';
import { createLive, type Live } from './live.ts';
import { prepare } from './prepare.ts';

const STEP_MS = 25;
/** After a longer jump of the clock (sleep, or set by hand) the gap is filled with history, as after a restart. */
const JUMP_MS = 60_000;
const RETRY_MS = 5_000;

export interface SimOptions {
  readonly seed: number | string;
  /** Instruments added for load. */
  readonly synthetic: number;
  readonly clock: Clock;
  readonly candleStore: CandleStore;
  readonly feeType: FeeType;
}

/** Simulated prices of the whole catalogue; the same seed, stored history and clock give the same prices. */
export function createSimMarket({ seed, synthetic, clock, candleStore, feeType }: SimOptions): Feed {
  const board = createBoard([...catalogue, ...syntheticEntries(synthetic)], candleStore, feeType);
  const plan = board.entries.map((entry) => TRADING_HOURS[entry.hours]);
  const saver = createSaver(board, candleStore, (error) =>
    console.error(`candles could not be saved, trying again in a minute: ${String(error)}`),
  );
  let live: Live | undefined;
  let steppedMs = 0;
  let started = false;
  let stopTimer = (): void => undefined;
  let stopRetry = (): void => undefined;
  let settling: Promise<void> = Promise.resolve();

  const settle = async (): Promise<void> => {
    const nowMs = clock.now();
    const standing = await prepare(board, candleStore, String(seed), nowMs);
    steppedMs = nowMs;
    live = createLive(board, standing, String(seed), nowMs, plan);
    live.runTo(nowMs);
  };
  const resettle = async (): Promise<void> => {
    live = undefined;
    try {
      await saver.saveAll(steppedMs);
      await settle();
    } catch (error) {
      console.error(`prices stand still until candles can be stored again: ${String(error)}`);
      stopRetry = clock.after(RETRY_MS, () => {
        settling = resettle();
      });
    }
  };
  const step = (): void => {
    if (!live) return;
    const nowMs = clock.now();
    if (Math.abs(nowMs - steppedMs) > JUMP_MS) {
      settling = resettle();
      return;
    }
    steppedMs = Math.max(steppedMs, nowMs);
    live.runTo(nowMs);
    saver.step(nowMs);
  };
  return {
    ...board.view,
    now: () => clock.now(),
    quoteAlso(id, hours) {
      const at = board.entries.findIndex((entry) => entry.id === id);
      const entry = board.entries[at];
      if (!entry) return;
      const own = TRADING_HOURS[entry.hours];
      const wider = hours === undefined ? own : widerHours(own, hours);
      plan[at] = wider;
      live?.setHours(at, wider, steppedMs);
    },
    async start() {
      await settle();
      started = true;
      stopTimer = clock.every(STEP_MS, step);
    },
    async stop() {
      stopTimer();
      await settling;
      stopRetry();
      if (!started) return;
      started = false;
      live = undefined;
      await saver.saveAll(steppedMs);
    },
  };
}

/** Instruments packed in one step, so that thousands of them do not hold up the prices. */
const SLICE = 256;

/** Older minutes are deleted; the hours folded from them stay. */
const MINUTES_KEPT_S = 60 * 86_400;

/** Saves live candles: once a minute, a slice of instruments at a time. */
interface Saver {
  /** Call at every step of the market. */
  step(nowMs: number): void;
  /** Saves everything, unfinished minutes included. @throws what the store throws */
  saveAll(nowMs: number): Promise<void>;
}

function createSaver(board: Board, store: CandleStore, report: (error: unknown) => void): Saver {
  const count = board.series.length;
  let [minute, next, day] = [0, count, 0];
  let saving: Promise<void> | undefined;
  const save = async (from: number, to: number, nowMs: number): Promise<void> => {
    const parts: Unsaved[] = board.series.slice(from, to).map((series) => unsaved(series, nowMs / 1000));
    const chunks = parts.flatMap((part) => part.chunks);
    if (chunks.length > 0) await store.save(chunks);
    for (const part of parts) part.confirm();
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
      if (current !== minute && next >= count) {
        if (minute !== 0) next = 0;
        minute = current;
      }
      // While the store is slow or fails, no saves queue up: unsaved candles stay in memory and are tried again.
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
