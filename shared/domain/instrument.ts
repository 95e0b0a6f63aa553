import type { Brand } from '../brand.ts';
import type { DealFacts, Mode } from './allowed.ts';
import type { TimestampMs } from './time.ts';
import type { Volume } from './volume.ts';

export type InstrumentId = Brand<number, 'InstrumentId'>;
export type CategoryId = Brand<number, 'CategoryId'>;

export const instrumentId = (id: number): InstrumentId => id as InstrumentId;

/** The facts of an instrument, except its price. */
export interface Instrument {
  readonly id: InstrumentId;
  /** The name in topics, e.g. `EURUSD`. */
  readonly code: string;
  /** The name a trader reads, e.g. `EUR/USD`. */
  readonly showCode: string;
  /** In the reader's language, e.g. `Euro / US Dollar`; the exchange itself has it in English. */
  readonly name: string;
  /** In the exchange, by language: as an operator has given them. */
  readonly names?: Readonly<Record<string, string>>;
  readonly logo: string;
  readonly categoryId: CategoryId;
  /** Closed while `mode` is `halted`. */
  readonly market: MarketState;
  /** What the operator allows in it. */
  readonly mode: Mode;
  /** Decimals of its prices. */
  readonly precision: number;
  readonly lotStep: Volume;
  readonly minVolume: Volume;
  /** Units of the base in one lot. */
  readonly contractSize: number;
  /** In millionths: of the account's currency for each lot (fee type 1), or a fraction of the margin. */
  readonly feeRateMillionths: number;
  readonly marginMode: 'fixed' | 'by-price';
  /** The leverages on offer; empty means that it can't be traded. */
  readonly multiples: readonly number[];
  readonly quoteCurrency: string;
  /** The source of the rate from the quote currency to USD; `none` if it is USD. */
  readonly settle: Settlement;
  /** What a buy pays for holding it, in ten-thousandths of a percent of its value a year; negative: receives. @default 0 */
  readonly longRate?: number;
  /** The same of a sell. */
  readonly shortRate?: number;
  /** The day of the week, 1 Monday to 5 Friday, whose night counts for three; absent: it trades every day, and each night counts once. */
  readonly tripleDay?: number | undefined;
}

export type MarketState =
  | { readonly status: 'open' }
  /**
   * `opensAt`: the next session, when it is known. `why`: closed in its hours, `halted` by the source of its prices, or `stale`
   * without a new price.
   */
  | { readonly status: 'closed'; readonly opensAt?: TimestampMs; readonly why?: 'halted' | 'stale' };

/** What decides about a deal in it. @param isMarketOpen by a later quote; default: as the instrument says */
export const dealFacts = (
  { mode, market }: Pick<Instrument, 'mode' | 'market'>,
  isMarketOpen: boolean = market.status === 'open',
): DealFacts => ({ mode, isMarketOpen, why: market.status === 'closed' ? market.why : undefined });

export type Settlement =
  | { readonly status: 'none' }
  /** One unit of the quote currency is worth the price of `code` in USD (e.g. GBPUSD for GBP). */
  | { readonly status: 'direct'; readonly code: string }
  /** One USD is worth the price of `code` in the quote currency (e.g. USDJPY for JPY). */
  | { readonly status: 'inverse'; readonly code: string };

/** The settlement that a quote currency and a conversion instrument's code imply. */
export function settlementOf(quoteCurrency: string, settleCode: string): Settlement {
  if (quoteCurrency === 'USD' || settleCode === '') return { status: 'none' };
  // USDTUSD begins with USD as USDJPY does, but is the price of one USDT.
  return settleCode.startsWith('USD') && settleCode !== `${quoteCurrency}USD`
    ? { status: 'inverse', code: settleCode }
    : { status: 'direct', code: settleCode };
}
