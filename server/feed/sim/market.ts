import type { FeeType } from '../../../shared/domain/margin.ts';
import { catalogue, syntheticEntries } from '../../catalogue/catalogue.ts';
import { TRADING_HOURS, widerHours } from '../../catalogue/hours.ts';
import type { Clock } from '../../clock.ts';
import { createBoard } from '../board.ts';
import type { CandleStore } from '../candle-store.ts';
import type { Feed } from '../market.ts';
import { createLive, type Live } from './live.ts';
import { prepare } from './prepare.ts';
import { createSaver } from './saver.ts';

const STEP_MS = 25;
/** A clock that jumps further than this has slept or was set: the time between is filled as after a restart. */
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

/** Made-up prices of the whole catalogue: the same for the same seed, stored history and clock. */
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
