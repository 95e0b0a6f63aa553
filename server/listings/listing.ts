import type { Instrument } from '../../shared/domain/instrument.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import type { InstrumentRecord } from '../catalogue/instrument-repository.ts';
import type { HoursChoice, NextSpread } from './listing-change.ts';

/** An instrument as an operator sees it. */
export interface Listing {
  /** On its current terms; for an unlisted instrument those it would have. */
  readonly instrument: Instrument;
  readonly isListed: boolean;
  /** The operator's hours; undefined: those of its price source. */
  readonly hours: HoursChoice | undefined;
  /** Meaning of the fee rate. */
  readonly feeType: FeeType;
  /** Points that are added to its ask now. */
  readonly spread: number;
  readonly nextSpread: NextSpread | undefined;
  readonly maxSpread: number | undefined;
  /** Undefined where prices are recorded: those bring their own instruments. */
  readonly record: InstrumentRecord | undefined;
  /** The feed takes it, or its new precision, at its next start. */
  readonly isWaiting: boolean;
}
