import type { Mode } from '../../shared/domain/allowed.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { type HoursName, TRADING_HOURS, type TradingHours } from '../catalogue/trading-hours.ts';

/** When an instrument may be traded: in the hours of a kind of market, always, or not at all. */
export type HoursChoice = HoursName | 'always' | 'closed';

const isHoursName = (text: string): text is HoursName => Object.hasOwn(TRADING_HOURS, text);

export const HOURS_CHOICES: readonly HoursChoice[] = [
  ...Object.keys(TRADING_HOURS).filter(isHoursName),
  'always',
  'closed',
];

/** An operator's changes to an instrument. Missing values are those of the catalogue. */
export interface ListingChange {
  readonly code: string;
  /** Rising, distinct; empty: it cannot be traded. */
  readonly multiples?: readonly number[];
  /** Millionths, for each meaning of a fee rate, which is a setting. */
  readonly feeRates: Readonly<Partial<Record<FeeType, number>>>;
  readonly hours?: HoursChoice;
  readonly minVolume?: Volume;
  readonly mode: Mode;
  /** When the mode was last changed, by the exchange's clock. */
  readonly modeSince?: TimestampMs;
  readonly isListed: boolean;
  /** Points that are added to the ask, until the time of `nextSpread`. @default 0 */
  readonly spread?: number;
  readonly nextSpread?: NextSpread | undefined;
  /** The widest quote of a source that is believed at once, in points; undefined: by its spreads. */
  readonly maxSpread?: number | undefined;
}

/** A spread that counts from a moment on, by the market's clock. */
export interface NextSpread {
  readonly points: number;
  readonly from: TimestampMs;
}

export const unchanged = (code: string): ListingChange => ({
  code,
  feeRates: {},
  mode: 'open',
  isListed: true,
});

/** The trading hours of a choice; undefined when it is always closed. */
export function tradingHoursOf(choice: HoursChoice): TradingHours | undefined {
  switch (choice) {
    case 'closed':
      return undefined;
    case 'always':
      return TRADING_HOURS.crypto;
    default:
      return TRADING_HOURS[choice];
  }
}
