import type { Language } from '../../shared/contract/language.ts';
import type { Asset } from './assets.ts';
import type { HoursName } from './trading-hours.ts';

/** An instrument's terms, and the data to simulate its market. Sizes in lots, rates as decimals. */
export interface CatalogueEntry {
  /** Never changes: orders are stored with it. */
  readonly id: number;
  readonly code: string;
  readonly showCode: string;
  /** As an operator has given them; without them those of `names.ts`. */
  readonly names?: Readonly<Partial<Record<Language, string>>>;
  /** The code whose logo it has; empty: none. @default its own */
  readonly logo?: string;
  readonly categoryId: number;
  readonly precision: number;
  readonly lotStep: number;
  readonly minLots: number;
  readonly contractSize: number;
  /** USD per lot, where fees are per lot; otherwise `MARGIN_FEE_RATE` applies. */
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
  /** Price changes per second in ordinary trading. */
  readonly ticksPerSecond: number;
}

/** The ids of the categories, in display order; their names are `category.<name>` of `server/texts`. */
export const CATEGORY = {
  forex: 1,
  metals: 2,
  energy: 3,
  indices: 4,
  crypto: 5,
  synthetic: 6,
  other: 7,
} as const;
export type CategoryName = keyof typeof CATEGORY;

/** The categories of these instruments, in display order. */
export function categoriesOf(listed: Iterable<{ readonly categoryId: number }>): readonly CategoryName[] {
  const used = new Set(Array.from(listed, ({ categoryId }) => categoryId));
  return (Object.keys(CATEGORY) as CategoryName[]).filter((name) => used.has(CATEGORY[name]));
}

/** The fee for opening a position as a fraction of its margin, where fees are of the margin. */
export const MARGIN_FEE_RATE = 0.0005;

/** The price around which the simulation stays, in units of the quote currency. */
export const referencePrice = (entry: CatalogueEntry): number => entry.base.value / (entry.quote?.value ?? 1);
