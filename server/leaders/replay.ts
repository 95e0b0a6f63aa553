import type { CandleRow } from '../../shared/domain/candle.ts';
import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import { type Price, price } from '../../shared/domain/price.ts';
import type { Quote } from '../../shared/domain/quote.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { SPARKLINE_MINUTES } from '../../shared/limits.ts';
import type { Seen } from './deeds.ts';

/** The one-minute candles of an instrument, oldest first, prices in points. */
export interface Tape {
  readonly instrument: Instrument;
  readonly rows: readonly CandleRow[];
}

/**
 * A market that goes through stored candles again. A minute is led through its open, its two extremes (the one against
 * its direction first) and its close; an instrument without a candle in a minute is closed in it.
 */
export interface Replay {
  readonly market: Seen['market'];
  /** Opens and closes the markets for the minute that begins at `startS`. */
  enter(startS: number): void;
  /** The next price of each instrument that is open, `point` from 0 to 3. The first of a minute may lie anywhere. */
  moves(point: number): readonly Move[];
  /** Makes a price the last one. */
  set(id: InstrumentId, to: Price, at: TimestampMs): void;
}

interface Move {
  readonly id: InstrumentId;
  /** Undefined before the first price. */
  readonly from: Price | undefined;
  readonly to: Price;
}

export const POINTS = 4;

interface Reel extends Tape {
  readonly open: Instrument;
  readonly closed: Instrument;
  /** Index of the candle of this minute, or of the next one there is. */
  next: number;
  isOpen: boolean;
  /** Undefined before the first price. */
  last: Price | undefined;
  lastAt: TimestampMs;
}

export function createReplay(tapes: readonly Tape[]): Replay {
  const reels = new Map<InstrumentId, Reel>(
    tapes.map((tape) => [
      tape.instrument.id,
      {
        ...tape,
        open: { ...tape.instrument, market: { status: 'open' } },
        closed: { ...tape.instrument, market: { status: 'closed' } },
        next: 0,
        isOpen: false,
        last: undefined,
        lastAt: timestampMs(0),
      },
    ]),
  );
  const codes = new Map(tapes.map(({ instrument }) => [instrument.code, instrument.id]));
  const instrument = (id: InstrumentId) => {
    const reel = reels.get(id);
    return reel && (reel.isOpen ? reel.open : reel.closed);
  };
  return {
    market: {
      instrument,
      instrumentByCode: (code) => {
        const id = codes.get(code);
        return id === undefined ? undefined : instrument(id);
      },
      quote: (id) => quoteOf(reels.get(id)),
      sparkline: (id) => lastMinutes(reels.get(id)),
    },
    enter(startS) {
      for (const reel of reels.values()) {
        while ((reel.rows[reel.next]?.[0] ?? Number.POSITIVE_INFINITY) < startS) reel.next++;
        reel.isOpen = reel.rows[reel.next]?.[0] === startS;
      }
    },
    moves(point) {
      const moves: Move[] = [];
      for (const [id, { rows, next, isOpen, last }] of reels) {
        const row = rows[next];
        if (isOpen && row) moves.push({ id, from: last, to: price(pointOf(row, point)) });
      }
      return moves;
    },
    set(id, to, at) {
      const reel = reels.get(id);
      if (reel === undefined) return;
      reel.last = to;
      reel.lastAt = at;
    },
  };
}

function quoteOf(reel: Reel | undefined): Quote | undefined {
  if (reel?.last === undefined) return undefined;
  const { instrument, last, lastAt, isOpen } = reel;
  return { instrumentId: instrument.id, close: last, open: last, marketOpen: isOpen, time: lastAt };
}

function pointOf([, open, high, low, close]: CandleRow, point: number): number {
  const rises = close >= open;
  switch (point) {
    case 0:
      return open;
    case 1:
      return rises ? low : high;
    case 2:
      return rises ? high : low;
    default:
      return close;
  }
}

/** As a market's sparkline: the minute being formed comes last, as it stands. */
function lastMinutes(reel: Reel | undefined): readonly (readonly [number, number])[] {
  if (reel?.last === undefined) return [];
  const { rows, next, last, lastAt } = reel;
  const begun = reel.isOpen && lastAt >= (rows[next]?.[0] ?? Number.POSITIVE_INFINITY) * 1000;
  const finished = rows
    .slice(Math.max(0, next - SPARKLINE_MINUTES + Number(begun)), next)
    .map((row) => [row[0], row[4]] as const);
  return begun ? [...finished, [rows[next]?.[0] ?? 0, last] as const] : finished;
}

/** When in its minute a point is reached. */
export const pointTime = (startS: number, point: number): TimestampMs =>
  timestampMs(startS * 1000 + point * 19_000);
