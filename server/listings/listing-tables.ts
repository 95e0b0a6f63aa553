import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';

declare module '../store/schema.ts' {
  interface Schema {
    listing_changes: ListingChangeTable;
    instrument_modes: InstrumentModeTable;
    instrument_spreads: InstrumentSpreadTable;
    market_days: MarketDayTable;
  }
}

/** The changes an operator made to an instrument; null where the catalogue's value holds. */
interface ListingChangeTable {
  code: string;
  /** Whole numbers joined by commas; empty when no multiple is on offer. */
  multiples: string | null;
  fee_per_lot: number | null;
  fee_of_margin: number | null;
  hours: string | null;
  min_volume: Volume | null;
  is_unlisted: number;
  changed_at: TimestampMs;
}

/** What may be dealt in an instrument, after it was changed. */
interface InstrumentModeTable {
  code: string;
  mode: string;
  /** When it was last changed, by the exchange's clock. */
  since: TimestampMs;
}

/** What is added to the asks of an instrument, and how wide its quotes may be; in points. */
interface InstrumentSpreadTable {
  code: string;
  /** Until `next_from`; from then on `next_spread`, which are null together. */
  spread: number;
  next_spread: number | null;
  next_from: TimestampMs | null;
  /** Null: by its spreads of the last hour. */
  max_spread: number | null;
}

/** A day on which a market is closed, or closes early. */
interface MarketDayTable {
  /** Market and date. */
  name: string;
  market: string;
  /** `2026-12-25` */
  date: string;
  /** Minutes after midnight; null: closed all day. */
  closes_at: number | null;
  is_removed: number;
}
