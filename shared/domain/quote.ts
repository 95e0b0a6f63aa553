import type { InstrumentId } from './instrument.ts';
import { mulDiv } from './money.ts';
import type { Price } from './price.ts';
import type { TimestampMs } from './time.ts';

/** The latest known price of an instrument. */
export interface Quote {
  readonly instrumentId: InstrumentId;
  readonly close: Price;
  /** The first price of the UTC day. */
  readonly open: Price;
  readonly marketOpen: boolean;
  readonly time: TimestampMs;
}

/** (close - open) / open, in hundredths of a percent; undefined while the open is not known. */
export const changeOf = (close: number, open: number): number | undefined =>
  open > 0 ? mulDiv(close - open, 10_000, open) : undefined;
