import { type Observable, Subject } from 'rxjs';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { type Money, money } from '../../shared/domain/money.ts';
import type { Position } from '../../shared/domain/order.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { createCounters } from '../../shared/stream/counters.ts';
import { createFrameDecoder } from '../../shared/stream/frame-decoder.ts';
import { createMarketRows, type MarketRows } from '../../shared/stream/market-scanner.ts';
import { createPositionBook } from '../../shared/stream/position-book.ts';
import { createQuoteTable, type QuoteTable } from '../../shared/stream/quote-table.ts';
import { aPosition } from '../../tests/helpers/orders.ts';
import { ACK } from '../../worker/bridge/back-pressure.ts';
import { workerEnv } from '../../worker/env.ts';
import { createFrames } from '../../worker/streams/frames.ts';
import type { QuoteBatch } from '../../worker/streams/quotes.ts';
import { seeded } from '../figures/seeded.ts';

const BALANCE = money(100_000_000_000);
/** Number of quotes that a phone's list shows. */
const WATCHED = 14;
const NOW_MS = 1_700_000_000_000;

/** An account with many positions in the worker's own modules, driven by direct calls. */
export interface Account {
  readonly instruments: readonly Instrument[];
  readonly positions: readonly Position[];
  readonly balance: Money;
  readonly table: QuoteTable;
  /** Accepted quotes. Subscribers run as part of `take`. */
  readonly batches$: Observable<QuoteBatch>;
  /** Decodes a frame's text. The result stays valid. */
  decode(text: string): MarketRows;
  /**
   * Processes quotes.
   * @returns the market frame for the page; valid until the next call
   */
  take(rows: MarketRows): Float64Array;
  /**
   * Computes the profit of every position at the current prices, and nothing else.
   * @returns the sum, millionths
   */
  reckon(): number;
}

/** @param prices points by instrument id; the positions are opened around them */
export function createAccount(
  instruments: readonly Instrument[],
  count: number,
  prices: ReadonlyMap<number, number>,
): Account {
  const positions = openPositions(instruments, count, prices);
  const table = createQuoteTable();
  table.list(instruments);
  const batches$ = new Subject<QuoteBatch>();
  const serverNow = () => timestampMs(NOW_MS);
  const frames = createFrames(
    // Nothing becomes stale here: the timers of the price ages never fire.
    { ...workerEnv(), after: () => () => {} },
    {
      table,
      batches$,
      serverNow,
      serverTime: serverNow,
      clocksAgree: () => true,
      newestAgeMs: () => 0,
      heldUpMs: () => 0,
    },
  );
  const byId = new Map<number, Instrument>(instruments.map((one) => [one.id, one]));
  const byCode = new Map(instruments.map((one) => [one.code, one]));
  frames.watch(instruments.slice(0, WATCHED).map(({ id }) => id));
  const book = createPositionBook(positions, byId, byCode, table);
  frames.setAccount(book, BALANCE);
  const everyPrice = Int32Array.from(instruments, ({ id }) => table.place(id));
  let latest = new Float64Array(0);
  const stream = frames.stream();
  stream.subscribe((frame) => {
    latest = frame;
  });
  const decoder = createFrameDecoder(createCounters());
  return {
    instruments,
    positions,
    balance: BALANCE,
    table,
    batches$,
    decode(text) {
      const frame = decoder(text);
      if (frame?.kind !== 'market') throw new Error('not a market frame');
      return frame.rows;
    },
    take(rows) {
      stream[ACK](latest.buffer);
      batches$.next({ touched: table.apply(rows), receivedAtMs: NOW_MS });
      return latest;
    },
    reckon() {
      book.update(everyPrice);
      return book.total();
    },
  };
}

/** Copies the rows: a decoder reuses its memory. */
export function kept({ values, count }: MarketRows): MarketRows {
  return { ...createMarketRows(0), count, values: values.slice() };
}

/** Opens the first position on the first instrument, and so on. */
export function openPositions(
  instruments: readonly Instrument[],
  count: number,
  prices: ReadonlyMap<number, number>,
): readonly Position[] {
  const random = seeded(11);
  return Array.from({ length: count }, (_, i) => {
    const instrument = instruments[i % instruments.length];
    if (instrument === undefined) throw new Error('there are no instruments');
    const { id, code, showCode, precision } = instrument;
    return aPosition({
      id: i + 1,
      instrumentId: id,
      code,
      showCode,
      precision,
      side: random() < 0.5 ? 'buy' : 'sell',
      volume: 100 * (1 + Math.floor(random() * 500)),
      createdAt: NOW_MS,
      openPrice: Math.max(1, Math.round((prices.get(id) ?? 1) * (0.99 + random() * 0.02))),
      margin: Math.floor(random() * 100_000_000),
    });
  });
}
