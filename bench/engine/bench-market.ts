import { catalogue, simulatedEntries } from '../../server/catalogue/catalogue.ts';
import { referencePrice } from '../../server/catalogue/catalogue-entry.ts';
import { createBoard } from '../../server/feed/board.ts';
import { memoryCandleStore } from '../../server/feed/candle-store.ts';
import type { Market } from '../../server/feed/market.ts';
import { wireQuotes } from '../../server/listings/market-encoder.ts';
import { bodyOf, sendSnapshot } from '../../server/socket/audience.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { seeded } from '../figures/seeded.ts';

const START_MS = 1_700_000_000_000;

/** The exchange's own board and encoder with seeded prices: the catalogue's instruments first, then synthetic ones. */
export interface BenchMarket {
  readonly instruments: readonly Instrument[];
  /** Moves every price and returns the DAY_MARKET frame of all prices, as the exchange writes it to the socket. */
  nextFrame(): string;
  /** Moves the prices of every `oneIn`-th instrument only and returns their frame, as a flush in a calmer market. */
  nextPart(oneIn: number): string;
  /** Points by instrument id in the frame with this number, from 0. */
  pricesAt(frame: number): ReadonlyMap<number, number>;
}

export function createMarket(instruments: number): BenchMarket {
  const entries = simulatedEntries(instruments - catalogue.length);
  const random = seeded(7);
  const board = createBoard(entries, memoryCandleStore(), 'per-lot');
  const points = entries.map((entry) => Math.round(referencePrice(entry) * 10 ** entry.precision));
  const history: ReadonlyMap<number, number>[] = [];
  const market: Market = {
    ...board.view,
    now: () => timestampMs(START_MS + history.length * 16),
    wall: () => timestampMs(START_MS + history.length * 16),
    start: async () => {},
    stop: async () => {},
  };
  entries.forEach((_, at) => {
    board.setState(at, { status: 'open' });
  });
  const counter = { seq: 0 };
  const listed = market.instruments();

  /** Moves every `step`-th instrument, from index `first`. */
  function move(first: number, step: number): string {
    const moved = listed.filter((_, at) => at % step === first);
    for (let at = first; at < entries.length; at += step) {
      points[at] = Math.max(1, (points[at] ?? 1) + Math.round((random() - 0.5) * 40));
      board.take(at, market.now() - Math.floor(random() * 16), points[at] ?? 1);
    }
    history.push(new Map(listed.map(({ id }) => [id, market.quote(id)?.close ?? Number.NaN])));
    return printed(market, moved, counter);
  }

  return {
    instruments: listed,
    nextFrame: () => move(0, 1),
    nextPart: (oneIn) => move(history.length % oneIn, oneIn),
    pricesAt: (frame) => history[frame] ?? new Map(),
  };
}

function printed(market: Market, moved: readonly Instrument[], counter: { seq: number }): string {
  let text = '';
  const sink = {
    bufferedBytes: () => 0,
    send: (head: string, body: Buffer) => {
      text = head + body.toString();
    },
  };
  const reader = { sink, topicJson: '"DAY_MARKET"', counter, state: 'new' as const };
  sendSnapshot(reader, bodyOf(wireQuotes(market, moved)), market.now());
  return text;
}
