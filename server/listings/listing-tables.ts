import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';

export interface ListingsSchema {
  listing_changes: ListingChangeTable;
  instrument_modes: InstrumentModeTable;
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

/** What may be dealt in an instrument, once it was changed. */
interface InstrumentModeTable {
  code: string;
  mode: string;
  /** When it was last changed, by the exchange's clock. */
  since: TimestampMs;
}
