import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';

declare module '../store/schema.ts' {
  interface Schema {
    instruments: InstrumentTable;
    former_terms: FormerTermsTable;
  }
}

/** An instrument; one of the built-in catalogue as that had it at the first start, until an operator changes it. */
interface InstrumentTable {
  code: string;
  /** Never changes: orders are stored with it. */
  id: number;
  show_code: string;
  /** JSON, by language; null: those of the catalogue. */
  names: string | null;
  /** A name of `CATEGORY`. */
  category: string;
  /** Of the points in the stored candles, too. */
  precision: number;
  /** From the next start of the feed on; null: the same. */
  next_precision: number | null;
  lot_step: Volume;
  min_volume: Volume;
  /** A whole number. */
  contract_size: number;
  /** Millionths of a USD. */
  fee_per_lot: number;
  margin_mode: string;
  /** Whole numbers joined by commas. */
  multiples: string;
  quote_currency: string;
  hours: string;
  /** The code whose drawing it has; empty: none; null: its own. */
  logo: string | null;
  /** Order in lists; those of the catalogue are 100 apart. */
  place: number;
  /** Nothing may be opened, and it leaves the list when nothing works in it. */
  is_retired: number;
  /** Without an accepted tick for this long it is stale; null: as FEED_STALE_MS says. */
  stale_ms: number | null;
  /** A tick farther from the last price, in millionths of that price, is held; null: by the ranges of its minutes. */
  bound_millionths: number | null;
  /** By an operator, since it was added; null: never. */
  changed_at: TimestampMs | null;
}

/**
 * What the orders of an instrument keep that were placed before its terms changed. They change only while none works, so all of
 * an order's life is under one of them.
 */
interface FormerTermsTable {
  code: string;
  /** When they changed, by the exchange's clock. */
  until: TimestampMs;
  precision: number;
  contract_size: number;
  margin_mode: string;
  quote_currency: string;
  /** Empty for USD. */
  settle_code: string;
}
