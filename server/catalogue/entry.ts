import type { Asset } from './assets.ts';
import type { HoursName } from './hours.ts';

/** An instrument's terms and what a simulated market needs to know of it. Sizes in lots, rates as decimals. */
export interface CatalogueEntry {
  /** Kept for ever: orders are stored with it. */
  readonly id: number;
  readonly code: string;
  readonly showCode: string;
  readonly categoryId: number;
  readonly precision: number;
  readonly lotStep: number;
  readonly minLots: number;
  readonly contractSize: number;
  /** USD a lot, where fees go by the lot; elsewhere they are `MARGIN_FEE_RATE`. */
  readonly feePerLot: number;
  readonly marginMode: 'fixed' | 'by-price';
  readonly multiples: readonly number[];
  readonly quoteCurrency: string;
  /** The instrument that converts the quote currency to USD; empty when it is USD. */
  readonly settleCode: string;
  readonly hours: HoursName;
  /** The price is the value of `base`, divided by that of `quote` where there is one. */
  readonly base: Asset & { readonly name: string };
  readonly quote?: Asset & { readonly name: string };
  /** Price changes in a second of ordinary trading. */
  readonly ticksPerSecond: number;
}

export const CATEGORY = {
  forex: 1,
  metals: 2,
  energy: 3,
  indices: 4,
  crypto: 5,
  synthetic: 6,
  other: 7,
} as const;

/** The fee of an opening as a fraction of its margin, where fees go by the margin. */
export const MARGIN_FEE_RATE = 0.0005;

/** The conversion instrument of each currency; those that start with USD are divided by. */
export const SETTLE_CODES: Readonly<Record<string, string>> = {
  USD: '',
  EUR: 'EURUSD',
  GBP: 'GBPUSD',
  AUD: 'AUDUSD',
  NZD: 'NZDUSD',
  JPY: 'USDJPY',
  CHF: 'USDCHF',
  CAD: 'USDCAD',
  HKD: 'USDHKD',
  SGD: 'USDSGD',
  CNH: 'USDCNH',
  THB: 'USDTHB',
  TRY: 'USDTRY',
  ZAR: 'USDZAR',
  MXN: 'USDMXN',
  SEK: 'USDSEK',
  NOK: 'USDNOK',
  PLN: 'USDPLN',
};

export const isCurrency = (name: string): boolean => SETTLE_CODES[name] !== undefined;

/** The middle of the market the simulation keeps near, in units of the quote currency. */
export const referencePrice = (entry: CatalogueEntry): number => entry.base.value / (entry.quote?.value ?? 1);
