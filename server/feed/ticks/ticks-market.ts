import type { MarketState } from '../../../shared/domain/instrument.ts';
import type { FeeType } from '../../../shared/domain/margin.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import type { CatalogueEntry } from '../../catalogue/catalogue-entry.ts';
import { UNKNOWN_CURRENCY } from '../../catalogue/quote-currency.ts';
import type { Clock } from '../../clock.ts';
import { type Board, createBoard } from '../board.ts';
import { memoryCandleStore } from '../candle-store.ts';
import { createPace, type Pace } from '../feed-pace.ts';
import type { Market } from '../market.ts';
import { createSchedule } from '../sim/schedule.ts';
import { loadTapes, type Tape, type TickFiles } from './tick-files.ts';

const STEP_MS = 20;
/** Silence longer than this is a closed market. */
const GAP_MS = 15 * 60_000;

export interface TicksOptions {
  readonly files: readonly TickFiles[];
  /** `now`: times are shifted so that the first tick is now; `recorded`: the exchange's clock is the recording's. */
  readonly timing: 'now' | 'recorded';
  /** Recorded time over real time; `max` plays everything at the start, then the clock stays at the last tick. */
  readonly speed: number | 'max';
  /** Whether the asks of the files count. */
  readonly hasAsk: boolean;
  readonly clock: Clock;
  readonly feeType: FeeType;
  /** Receives a sentence about each instrument that nobody can deal in. */
  readonly report: (sentence: string) => void;
  /** Receives the board before any price. */
  readonly onBoard?: ((board: Board) => void) | undefined;
}

/**
 * Plays recorded quotes; docs/operating.md, "Recorded ticks". Candles are kept in memory only.
 * @throws FeedError that names the file and line that can't be played
 */
export async function createTicksMarket({
  files,
  timing,
  speed,
  hasAsk,
  clock,
  feeType,
  report,
  onBoard,
}: TicksOptions): Promise<Market> {
  const tapes = await loadTapes(files);
  const board = createBoard(
    tapes.map((tape) => tape.entry),
    memoryCandleStore(),
    feeType,
    'recorded',
  );
  onBoard?.(board);
  for (const { entry } of tapes) reportUnconverted(entry, tapes, report);
  const firstMs = Math.min(...tapes.map((tape) => tape.timesMs[0] ?? 0));
  const lastMs = tapes.reduce((last, tape) => Math.max(last, latest(tape)), 0);
  const pace = createPace(clock);
  let startedMs: number | undefined;
  let playedMs = firstMs;
  let stopTimer = (): void => undefined;

  const shiftMs = (): number => (timing === 'now' ? (startedMs ?? pace.reach()) - firstMs : 0);
  /** The recording's clock, before any shift. */
  const tapeNow = (): number => {
    if (startedMs === undefined) return firstMs;
    return speed === 'max' ? playedMs : firstMs + Math.floor((pace.reach() - startedMs) * speed);
  };
  /** A recording's own clock is nobody's else: it is not set. */
  const stamp = timing === 'now' ? pace.stamp : (ms: number) => ms;
  const shifted = (): number => tapeNow() + shiftMs();
  return {
    ...board.view,
    sessions: () => undefined,
    now: () => timestampMs(stamp(shifted())),
    wall: () => timestampMs(shifted() - (timing === 'now' ? pace.leadMs() : 0)),
    async start() {
      startedMs = pace.reach();
      const player = createPlayer(board, tapes, hasAsk, shiftMs(), stamp, (ms) => {
        playedMs = Math.max(playedMs, ms);
      });
      player.playTo(speed === 'max' ? lastMs : firstMs);
      if (player.done()) return;
      stopTimer = clock.every(STEP_MS, () => {
        player.playTo(tapeNow());
        if (player.done()) stopTimer();
      });
    },
    async stop() {
      stopTimer();
    },
  };
}

/** Profits of an instrument are booked in USD. Without a rate every opening is refused. */
function reportUnconverted(
  { code, quoteCurrency, settleCode }: CatalogueEntry,
  tapes: readonly Tape[],
  report: (sentence: string) => void,
): void {
  if (settleCode === '' || tapes.some(({ entry }) => entry.code === settleCode)) return;
  report(
    quoteCurrency === UNKNOWN_CURRENCY
      ? `${code} has prices, but nobody can deal in it: its code does not name their currency. Name it: FEED=ticks:${code}:USD=…`
      : `${code} has prices, but nobody can deal in it: there are no quotes of ${settleCode}, which converts ${quoteCurrency} to USD.`,
  );
}

interface Player {
  /** Plays all quotes up to a time of the recording, by time, and the rows of a file in their order. */
  playTo(ms: number): void;
  done(): boolean;
}

function createPlayer(
  board: Board,
  tapes: readonly Tape[],
  hasAsk: boolean,
  shiftMs: number,
  stamp: Pace['stamp'],
  onTime: (ms: number) => void,
): Player {
  const next = tapes.map(() => 0);
  const gaps = tapes.map(gapsOf);
  const closedUntil = (opensMs: number | undefined): MarketState =>
    opensMs === undefined
      ? { status: 'closed' }
      : { status: 'closed', opensAt: timestampMs(opensMs + shiftMs) };
  tapes.forEach((tape, at) => {
    board.setState(at, closedUntil(tape.timesMs[0]));
  });
  const play = (at: number, tape: Tape): void => {
    const row = next[at] ?? 0;
    const ms = tape.timesMs[row] ?? 0;
    if (row === 0 || gaps[at]?.has(row - 1)) board.setState(at, { status: 'open' });
    onTime(ms);
    const bid = tape.points[row] ?? 0;
    board.take(at, stamp(ms + shiftMs), bid, hasAsk ? tape.asks[row] : bid);
    next[at] = row + 1;
    if (gaps[at]?.has(row)) board.setState(at, closedUntil(tape.timesMs[row + 1]));
  };
  const dueOf = (at: number): number => tapes[at]?.timesMs[next[at] ?? 0] ?? Number.POSITIVE_INFINITY;
  const schedule = createSchedule(Float64Array.from(tapes, (_, at) => dueOf(at)));
  return {
    playTo(ms) {
      for (;;) {
        const at = schedule.first() ?? -1;
        const tape = tapes[at];
        if (!tape || schedule.firstMs() > ms) return;
        play(at, tape);
        schedule.postpone(dueOf(at));
      }
    },
    done: () => tapes.every((tape, at) => (next[at] ?? 0) >= tape.timesMs.length),
  };
}

/** The rows after which the market is closed: before each long silence, and the last. */
function gapsOf(tape: Tape): ReadonlySet<number> {
  const gaps = new Set<number>();
  const { timesMs } = tape;
  let newest = 0;
  for (let i = 0; i < timesMs.length; i++) {
    newest = Math.max(newest, timesMs[i] ?? 0);
    if ((timesMs[i + 1] ?? Number.POSITIVE_INFINITY) - newest > GAP_MS) gaps.add(i);
  }
  return gaps;
}

const latest = (tape: Tape): number => tape.timesMs.reduce((last, ms) => Math.max(last, ms), 0);
