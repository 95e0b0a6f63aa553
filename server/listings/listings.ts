import type { Instrument } from '../../shared/domain/instrument.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import type { Result } from '../../shared/result.ts';
import type { Market } from '../feed/market.ts';
import type { HoursChoice } from './change.ts';

/** An instrument as an operator sees it. */
export interface Listing {
  /** On the terms of now; of one that is not listed, those it would have. */
  readonly instrument: Instrument;
  readonly isListed: boolean;
  /** The hours an operator set; undefined: those of its price source. */
  readonly hours: HoursChoice | undefined;
  /** What the fee rate means. */
  readonly feeType: FeeType;
}

/**
 * The operator's changes to instruments. They hold at once for new orders and outlive a restart; open positions keep their
 * margin and fee, waiting orders their multiple. A refusal changes nothing; its message is a sentence for the operator:
 * 4004 for an unknown code, 4000 with `field` for a value out of bounds, 4009 for what others still need.
 */
export interface Listings {
  /** The market on the changed terms: what everybody else works with. */
  readonly market: Market;
  all(): readonly Listing[];
  find(code: string): Result<Listing>;
  /** 1 to 1000 each, at most 12; none: the instrument can't be traded (4103). */
  setMultiples(code: string, multiples: readonly number[]): Promise<Result<Listing>>;
  /** @param rateMillionths of a USD a lot, or of the margin, as the fee type says; never more than 1,000 USD or the margin */
  setFee(code: string, rateMillionths: number): Promise<Result<Listing>>;
  setHours(code: string, hours: HoursChoice): Promise<Result<Listing>>;
  /** A whole number of lot steps. */
  setMinimum(code: string, minVolume: Volume): Promise<Result<Listing>>;
  /** Takes it off the list; refused while positions are open in it, orders wait, or other instruments are converted by it. */
  unlist(code: string): Promise<Result<Listing>>;
  listAgain(code: string): Promise<Result<Listing>>;
}
