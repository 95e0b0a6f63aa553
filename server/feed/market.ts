import type { CandleRow } from '../../shared/domain/candle.ts';
import type { Instrument, InstrumentId, MarketState } from '../../shared/domain/instrument.ts';
import type { Period } from '../../shared/domain/period.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { Quote } from '../../shared/domain/quote.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { TradingHours } from '../catalogue/hours.ts';

export interface Tick {
  readonly instrumentId: InstrumentId;
  readonly price: Price;
  readonly time: TimestampMs;
}

/** A category's names by interface language; `en` is always there. */
interface Category {
  readonly id: number;
  readonly names: Readonly<Record<string, string>>;
}

/** The market as the rest of the exchange sees it, whatever feeds it. */
export interface Market {
  /** The exchange's clock: the recording's where the feed says so. */
  now(): TimestampMs;
  /** All listed instruments with their market state as of now, in display order. */
  instruments(): readonly Instrument[];
  instrument(id: InstrumentId): Instrument | undefined;
  instrumentByCode(code: string): Instrument | undefined;
  categories(): readonly Category[];
  /** Undefined until a first price is known. */
  quote(id: InstrumentId): Quote | undefined;
  /** The current one-minute candle as it stands, prices in points; undefined before the first tick. */
  lastMinute(id: InstrumentId): CandleRow | undefined;
  /** Candles with time < `end`, oldest first, at most `limit`; the last may be the one being formed. Prices in points. */
  kline(id: InstrumentId, period: Period, end: number, limit: number): Promise<readonly CandleRow[]>;
  /** [time (epoch s), close (points)] of the last 60 minutes that have ticks. */
  sparkline(id: InstrumentId): readonly (readonly [number, number])[];
  /** Each tick once, in the order of the market, synchronously, after the quote and candle above were moved on. */
  onTick(listener: (tick: Tick) => void): () => void;
  onMarketState(listener: (id: InstrumentId, state: MarketState) => void): () => void;
  /** Resolves when history is in place and prices run. */
  start(): Promise<void>;
  /** Stops the prices and stores what must outlive the process. */
  stop(): Promise<void>;
}

/** A market at its source. */
export interface Feed extends Market {
  /**
   * Quotes an instrument in these hours as well as in its own, from now on and until it is told otherwise; undefined: in
   * its own alone. Absent where prices come when they come.
   */
  readonly quoteAlso?: (id: InstrumentId, hours: TradingHours | undefined) => void;
}
