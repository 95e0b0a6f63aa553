export interface ListingsSchema {
  listing_changes: ListingChangeTable;
}

/** What an operator changed about an instrument; null where the catalogue's word holds. */
interface ListingChangeTable {
  code: string;
  /** Whole numbers joined by commas; empty for none at all. */
  multiples: string | null;
  fee_per_lot: number | null;
  fee_of_margin: number | null;
  hours: string | null;
  min_volume: number | null;
  is_unlisted: number;
  changed_at: number;
}
