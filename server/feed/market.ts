import type { CandleRow } from '../../shared/domain/candle.ts';
import type { Instrument, InstrumentId, MarketState } from '../../shared/domain/instrument.ts';
import type { WirePeriod } from '../../shared/domain/period.ts';
import type { Quote, TwoPrices } from '../../shared/domain/quote.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { CatalogueEntry, CategoryName } from '../catalogue/catalogue-entry.ts';
import type { TradingHours } from '../catalogue/trading-hours.ts';
import type { Refused } from './push/source-frames.ts';

export interface Tick extends TwoPrices {
  readonly instrumentId: InstrumentId;
  readonly time: TimestampMs;
}

/** The market as the rest of the exchange sees it, whatever its source. */
export interface Market {
  /** The exchange's clock: the recording's where the feed says so. It never goes back. */
  now(): TimestampMs;
  /** The same as the machine's clock has it, which may be set back: what clients compare their own time with. */
  wall(): TimestampMs;
  /** All listed instruments with their current market state, in display order. */
  instruments(): readonly Instrument[];
  instrument(id: InstrumentId): Instrument | undefined;
  /** As the feed has it, also while it is not listed. */
  unchanged(id: InstrumentId): Instrument | undefined;
  instrumentByCode(code: string): Instrument | undefined;
  /** Those that have a listed instrument, in display order. */
  categories(): readonly CategoryName[];
  /** Undefined until a first price is known. */
  quote(id: InstrumentId): Quote | undefined;
  /** What its prices come from: `simulated`, `recorded`, or the name of a source outside; undefined where that is not known. */
  sourceOf(id: InstrumentId): string | undefined;
  /** The current one-minute candle, prices in points; undefined before the first tick. */
  lastMinute(id: InstrumentId): CandleRow | undefined;
  /** Candles with time < `end`, oldest first, at most `limit`; the last may be unfinished. Prices in points. */
  kline(id: InstrumentId, period: WirePeriod, end: number, limit: number): Promise<readonly CandleRow[]>;
  /** The parts of [fromMs, toMs) in which it trades, in epoch ms; undefined where that is not known, as for recorded prices. */
  sessions(
    id: InstrumentId,
    fromMs: number,
    toMs: number,
  ): readonly (readonly [number, number])[] | undefined;
  /** [time (epoch s), close (points)] of the last 60 minutes that have ticks. */
  sparkline(id: InstrumentId): readonly (readonly [number, number])[];
  /** Called synchronously for each tick, in order, after the quote and candle above have changed. Returns unsubscribe. */
  onTick(listener: (tick: Tick) => void): () => void;
  onMarketState(listener: (id: InstrumentId, state: MarketState) => void): () => void;
  /** Resolves when the history is complete and prices run. */
  start(): Promise<void>;
  /** Stops the prices and saves the candles. */
  stop(): Promise<void>;
}

/** A market at its source. */
export interface Feed extends Market {
  /**
   * Quotes an instrument in these hours in addition to its own until the next call; undefined: only in its own.
   * Absent for recorded prices, which keep their times.
   */
  readonly quoteAlso?: (id: InstrumentId, hours: TradingHours | undefined) => void;
  /** When an instrument is stale, and how far a tick may be from the last price; absent where prices do not come from outside. */
  readonly tune?: (id: InstrumentId, tuning: Tuning) => void;
  /** Takes one more instrument. @returns false when it cannot before the next start; absent where it never can */
  readonly add?: (entry: CatalogueEntry) => boolean;
  /** The sources of prices from outside, in order of preference; absent where none can be. */
  readonly sources?: () => readonly SourceState[];
}

/** Undefined: as without an operator. */
export interface Tuning {
  readonly staleMs: number | undefined;
  /** In millionths of the price. */
  readonly boundMillionths: number | undefined;
  /** In points. */
  readonly maxSpread: number | undefined;
}

/** What is known of a source of prices from outside. */
export interface SourceState {
  readonly source: string;
  readonly isConnected: boolean;
  /** Since its last frame; undefined before the first. */
  readonly ageMs: number | undefined;
  /** Since the start, as the next. */
  readonly ticks: number;
  readonly refused: Refused;
  /** Instruments that follow it. */
  readonly leads: number;
}
