import type { FeeType } from '../../../shared/domain/margin.ts';
import { entryIn } from '../../catalogue/catalogue.ts';
import type { CatalogueEntry } from '../../catalogue/catalogue-entry.ts';
import { eitherHours, type MarketHours, TRADING_HOURS } from '../../catalogue/trading-hours.ts';
import type { Clock } from '../../clock.ts';
import { type Board, createBoard } from '../board.ts';
import type { CandleStore } from '../candle-store.ts';
import { createPace } from '../feed-pace.ts';
import type { Feed } from '../market.ts';
import { createSaver } from '../saver.ts';
import { createLive, type Live } from './live-prices.ts';
import { prepare } from './prepare.ts';

const STEP_MS = 25;
/** After a longer jump of the clock (sleep, or set by hand) the gap is filled with history, as after a restart. */
const JUMP_MS = 60_000;
const RETRY_MS = 5_000;

export interface SimOptions {
  readonly seed: number | string;
  readonly entries: readonly CatalogueEntry[];
  readonly hours: MarketHours;
  /** Whether there is an ask beside the bid. */
  readonly hasAsk: boolean;
  readonly clock: Clock;
  readonly candleStore: CandleStore;
  readonly feeType: FeeType;
  readonly report: (sentence: string) => void;
  /** Receives the board before any price, so that it can be published. */
  readonly onBoard?: ((board: Board) => void) | undefined;
}

/** `steppedMs`: the time that prices and candles have reached. */
export type SimState =
  | { readonly status: 'stopped' }
  | { readonly status: 'live'; readonly live: Live; readonly steppedMs: number }
  /** Prices stand still while the missed time is filled with history. */
  | { readonly status: 'filling'; readonly steppedMs: number }
  /** The store failed; it is tried again later. */
  | { readonly status: 'failed'; readonly failedAtMs: number; readonly steppedMs: number };

export type SimEvent =
  /** `live` begins at `nowMs`. */
  | { readonly type: 'filled'; readonly nowMs: number; readonly live: Live }
  | { readonly type: 'due' | 'failed' | 'stop'; readonly nowMs: number };

/** Pure: the same state and event give the same next state. */
export function step(state: SimState, event: SimEvent): SimState {
  const { nowMs } = event;
  if (event.type === 'filled') return { status: 'live', live: event.live, steppedMs: nowMs };
  if (state.status === 'stopped' || event.type === 'stop') return { status: 'stopped' };
  const { steppedMs } = state;
  if (event.type === 'failed') return { status: 'failed', failedAtMs: nowMs, steppedMs };
  // Distances: the time may also be one that is set back.
  if (state.status === 'live' && Math.abs(nowMs - steppedMs) <= JUMP_MS)
    return { ...state, steppedMs: Math.max(steppedMs, nowMs) };
  if (state.status === 'filling') return state;
  if (state.status === 'failed' && Math.abs(nowMs - state.failedAtMs) < RETRY_MS) return state;
  return { status: 'filling', steppedMs };
}

/** Simulated prices of all instruments; the same seed, stored history and clock give the same prices. */
export function createSimMarket({
  seed,
  entries,
  hours,
  hasAsk,
  clock,
  candleStore,
  feeType,
  report,
  onBoard,
}: SimOptions): Feed {
  const board = createBoard(entries, candleStore, feeType, 'simulated');
  onBoard?.(board);
  const plan = board.entries.map((entry) => TRADING_HOURS[entry.hours]);
  const saver = createSaver(board, candleStore, (error) =>
    report(`candles could not be saved, trying again in a minute: ${String(error)}`),
  );
  const pace = createPace(clock);
  let state: SimState = { status: 'stopped' };
  let filling: Promise<void> = Promise.resolve();
  let stopTimer = (): void => undefined;

  const check = (): void => {
    const nowMs = pace.reach();
    const before = state;
    state = step(before, { type: 'due', nowMs });
    if (state.status === 'live') {
      state.live.runTo(nowMs);
      saver.step(pace.stamp(nowMs));
    } else if (state.status === 'filling' && state !== before) filling = refill(state.steppedMs);
  };
  const fill = async (): Promise<void> => {
    const nowMs = pace.restart();
    const standing = await prepare(board, candleStore, String(seed), nowMs);
    const live = createLive(board, standing, { seed: String(seed), nowMs, plan, pace, hasAsk });
    state = step(state, { type: 'filled', live, nowMs });
    live.runTo(nowMs);
  };
  const refill = async (steppedMs: number): Promise<void> => {
    try {
      await saver.saveAll(pace.stamp(steppedMs));
      await fill();
    } catch (error) {
      report(`prices stand still until candles can be stored again: ${String(error)}`);
      state = step(state, { type: 'failed', nowMs: pace.reach() });
    }
  };
  return {
    ...board.view,
    now: clock.now,
    wall: clock.wall,
    quoteAlso(id, hours) {
      const at = board.entries.findIndex((entry) => entry.id === id);
      const entry = board.entries[at];
      if (!entry) return;
      const own = TRADING_HOURS[entry.hours];
      const both = hours === undefined ? own : eitherHours(own, hours);
      plan[at] = both;
      if (state.status === 'live') state.live.setHours(at, both, state.steppedMs);
    },
    add(entry) {
      if (state.status !== 'live' && state.status !== 'stopped') return false;
      if (!board.add(entryIn(hours, entry))) return false;
      plan.push(TRADING_HOURS[entryIn(hours, entry).hours]);
      // It gets a history of its own; the others go on from their last candles, as after a restart.
      if (state.status === 'live') {
        const { steppedMs } = state;
        state = { status: 'filling', steppedMs };
        filling = refill(steppedMs);
      }
      return true;
    },
    async start() {
      await fill();
      stopTimer = clock.every(STEP_MS, check);
    },
    async stop() {
      stopTimer();
      await filling;
      const last = state;
      state = step(last, { type: 'stop', nowMs: pace.reach() });
      if (last.status !== 'stopped') await saver.saveAll(pace.stamp(last.steppedMs));
    },
  };
}
