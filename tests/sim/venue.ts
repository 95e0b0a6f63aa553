import { entryFor } from '../../server/catalogue/catalogue.ts';
import { referencePrice } from '../../server/catalogue/catalogue-entry.ts';
import { createBoard } from '../../server/feed/board.ts';
import { memoryCandleStore } from '../../server/feed/candle-store.ts';
import type { Feed } from '../../server/feed/market.ts';
import type { CandleRow } from '../../shared/domain/candle.ts';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import { pointsPerUnit } from '../../shared/domain/price.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import type { ManualClock } from '../helpers/manual-clock.ts';
import type { Chance } from './chance.ts';
import { breath } from './tape.ts';

export const CODES = ['EURUSD', 'USDJPY', 'XAUUSD', 'GBPUSD'] as const;
const TICK_MS = 250;
const PAST_MS = 4 * 3_600_000;
const PAST_TICK_MS = 20_000;
const MAX_MOVE_POINTS = 12;

/** Prices from outside: the real board and its candles, and a second, naive candle book to compare with. */
export interface Venue {
  readonly feed: Feed;
  readonly ids: readonly InstrumentId[];
  start(): void;
  stop(): void;
  /** A number of small moves at once. */
  burst(which: number, ticks: number): void;
  /** One move, in hundredths of a percent. */
  gap(which: number, basisPoints: number): void;
  halt(which: number, isHalted: boolean): void;
  /** Every candle of a period, by its start in seconds, from the ticks themselves. */
  candles(id: InstrumentId, seconds: number): ReadonlyMap<number, CandleRow>;
}

/** @param hasAsk whether it has an ask, whose distance breathes from none to twice the largest move */
export function createVenue(clock: ManualClock, chance: Chance, hasAsk = false): Venue {
  const entries = CODES.map((code) => entryFor({ code, decimals: 0 }));
  const board = createBoard(entries, memoryCandleStore(), 'of-margin');
  const prices = entries.map((entry) => Math.round(referencePrice(entry) * pointsPerUnit(entry.precision)));
  const halted = new Set<number>();
  const books = new Map<string, Map<number, CandleRow>>();
  let cancel = () => {};

  const wrap = (which: number) => which % entries.length;
  function take(at: number, timeMs: number, points: number): void {
    const price = Math.max(1, points);
    prices[at] = price;
    for (const seconds of [60, 300])
      note(bookOf(instrumentId(entries[at]?.id ?? 0), seconds), seconds, timeMs, price);
    board.take(at, timeMs, price, hasAsk ? price + breath(timeMs, [0, 2 * MAX_MOVE_POINTS]) : price);
  }
  function move(at: number, by: number): void {
    if (!halted.has(at)) take(at, Math.floor(clock.now()), (prices[at] ?? 0) + by);
  }
  function bookOf(id: InstrumentId, seconds: number): Map<number, CandleRow> {
    const key = `${id} ${seconds}`;
    const book = books.get(key) ?? new Map<number, CandleRow>();
    books.set(key, book);
    return book;
  }

  const now = clock.now();
  entries.forEach((_, at) => {
    board.setState(at, { status: 'open' });
    for (let ms = now - PAST_MS; ms < now; ms += PAST_TICK_MS)
      take(at, ms, (prices[at] ?? 0) + chance.whole(-MAX_MOVE_POINTS, MAX_MOVE_POINTS));
  });

  return {
    ids: entries.map(({ id }) => instrumentId(id)),
    feed: {
      ...board.view,
      now: () => timestampMs(Math.floor(clock.now())),
      wall: () => timestampMs(Math.floor(clock.wall())),
      start: async () => undefined,
      stop: async () => undefined,
    },
    start() {
      cancel = clock.every(TICK_MS, () => {
        const at = chance.whole(0, entries.length - 1);
        move(at, chance.whole(-MAX_MOVE_POINTS, MAX_MOVE_POINTS));
      });
    },
    stop: () => cancel(),
    burst(which, ticks) {
      for (let i = 0; i < ticks; i++) move(wrap(which), chance.whole(-MAX_MOVE_POINTS, MAX_MOVE_POINTS));
    },
    gap(which, basisPoints) {
      const at = wrap(which);
      move(at, Math.round(((prices[at] ?? 0) * basisPoints) / 10_000));
    },
    halt(which, isHalted) {
      const at = wrap(which);
      if (isHalted) halted.add(at);
      else halted.delete(at);
      board.setState(at, { status: isHalted ? 'closed' : 'open' });
    },
    candles: bookOf,
  };
}

function note(book: Map<number, CandleRow>, seconds: number, timeMs: number, price: number): void {
  const start = Math.floor(timeMs / 1_000 / seconds) * seconds;
  const [, open = price, high = price, low = price, , volume = 0] = book.get(start) ?? [];
  book.set(start, [start, open, Math.max(high, price), Math.min(low, price), price, volume + 1]);
}
