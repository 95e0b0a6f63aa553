import {
  type CategoryId,
  type Instrument,
  instrumentId,
  type MarketState,
  settlementOf,
} from '../../shared/domain/instrument.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import { volumeFromWire } from '../../shared/domain/volume.ts';
import { CATEGORY, type CatalogueEntry, MARGIN_FEE_RATE } from './catalogue-entry.ts';
import { forexEntries, forexPair, isPair } from './forex.ts';
import { logoPath } from './logos.ts';
import { instrumentName } from './names.ts';
import { otherEntries } from './others.ts';
import { quoteCurrencyOf, settleCodeOf } from './quote-currency.ts';
import type { HoursName, MarketHours } from './trading-hours.ts';

/*
 * The instruments: ids, terms, trading hours, logos and categories, as data. Feeds and the operator's changes build on it.
 * It knows no prices, no settings and no state.
 */

/** The instruments of a new database, in display order; from then on its rows count (`instrument-repository.ts`). */
export const catalogue: readonly CatalogueEntry[] = [...forexEntries, ...otherEntries];

const byCode = new Map(catalogue.map((entry) => [entry.code, entry]));

const SYNTHETIC_FIRST_ID = 10_001;
const DERIVED_FIRST_ID = 1_000_000;
const DERIVED_IDS = 1_000_000_000;

/**
 * All instruments of a market without recorded prices, and `synthetic` more for load tests.
 * @param hours `always`: every market is open around the clock, as crypto is
 * @param listed those of the database
 */
export const simulatedEntries = (
  synthetic: number,
  hours: MarketHours = 'market',
  listed: readonly CatalogueEntry[] = catalogue,
): readonly CatalogueEntry[] => [
  ...listed.map((entry) => entryIn(hours, entry)),
  ...syntheticEntries(synthetic),
];

export const entryIn = (hours: MarketHours, entry: CatalogueEntry): CatalogueEntry =>
  hours === 'market' ? entry : { ...entry, hours: 'crypto' };

/** Whether neither the catalogue nor its currencies say how its price moves. */
export const isPlain = (code: string): boolean => !byCode.has(code) && !isPair(code);

/** `count` synthetic instruments for load tests: always open, quoted in USD. */
function syntheticEntries(count: number): readonly CatalogueEntry[] {
  return Array.from({ length: count }, (_, i) => {
    const code = `SYN${String(i + 1).padStart(5, '0')}`;
    return {
      ...plainTerms(code, SYNTHETIC_FIRST_ID + i, 3),
      showCode: `Synthetic ${i + 1}`,
      categoryId: CATEGORY.synthetic,
      base: {
        name: code,
        value: 20 + (i % 97) * 3,
        volatility: 0.3,
        hours: 'crypto',
        rhythm: 'round-the-clock',
      },
      ticksPerSecond: 1,
    };
  });
}

/** What a tick file says of its instrument. */
export interface Recorded {
  readonly code: string;
  /** Decimals of its prices; the precision is never lower. */
  readonly decimals: number;
  /** The currency of its prices. @default as its code says, see `quoteCurrencyOf` */
  readonly currency?: string | undefined;
}

/**
 * The terms of any code, in the catalogue or not: pairs of known currencies trade like other pairs, the rest by the piece.
 * @param codes all codes of the market; they decide which currencies have a rate
 */
export function entryFor(
  { code, decimals, currency }: Recorded,
  codes: ReadonlySet<string> = new Set(),
): CatalogueEntry {
  const known =
    byCode.get(code) ?? (isPair(code) ? forexPair(code, derivedId(code), 1, [10, 20, 50]) : undefined);
  const quoteCurrency = currency ?? known?.quoteCurrency ?? quoteCurrencyOf(code, codes);
  const terms = known ?? plainTerms(code, derivedId(code), decimals);
  return {
    ...terms,
    precision: Math.max(terms.precision, decimals),
    quoteCurrency,
    settleCode: settleCodeOf(quoteCurrency, codes),
  };
}

/** The market whose calendar an instrument follows, also where prices come at other times. */
export const marketNameOf = (code: string): HoursName =>
  byCode.get(code)?.hours ?? (isPair(code) ? 'forex' : 'crypto');

/** @param feeType whether the fee rate is an amount per lot or a fraction of the margin */
export function instrumentOf(entry: CatalogueEntry, market: MarketState, feeType: FeeType): Instrument {
  const feeRate = feeType === 'per-lot' ? entry.feePerLot : MARGIN_FEE_RATE;
  return {
    id: instrumentId(entry.id),
    code: entry.code,
    showCode: entry.showCode,
    name: instrumentName(entry, 'en'),
    ...(entry.names && { names: entry.names }),
    logo: logoPath(entry.logo ?? entry.code),
    categoryId: entry.categoryId as CategoryId,
    market,
    mode: 'open',
    precision: entry.precision,
    lotStep: volumeFromWire(entry.lotStep),
    minVolume: volumeFromWire(entry.minLots),
    contractSize: entry.contractSize,
    feeRateMillionths: Math.round(feeRate * 1_000_000),
    marginMode: entry.marginMode,
    multiples: entry.multiples,
    quoteCurrency: entry.quoteCurrency,
    settle: settlementOf(entry.quoteCurrency, entry.settleCode),
    tripleDay: tripleDayOf(entry),
  };
}

const [WEDNESDAY, FRIDAY] = [3, 5];

/** Currencies and metals are settled two days later, so that a night from Wednesday on reaches over the weekend. */
function tripleDayOf({ categoryId, hours }: CatalogueEntry): number | undefined {
  if (categoryId === CATEGORY.forex || categoryId === CATEGORY.metals) return WEDNESDAY;
  const hasNoWeekend = categoryId === CATEGORY.other && hours === 'crypto';
  const isRoundTheClock = categoryId === CATEGORY.crypto || categoryId === CATEGORY.synthetic;
  return isRoundTheClock || hasNoWeekend ? undefined : FRIDAY;
}

function plainTerms(code: string, id: number, precision: number): CatalogueEntry {
  return {
    id,
    code,
    showCode: code,
    categoryId: CATEGORY.other,
    precision,
    lotStep: 0.01,
    minLots: 0.01,
    contractSize: 100,
    feePerLot: 1,
    marginMode: 'by-price',
    multiples: [5, 10, 20, 50],
    quoteCurrency: 'USD',
    settleCode: '',
    hours: 'crypto',
    base: { name: code, value: 100, volatility: 0.3, hours: 'crypto', rhythm: 'round-the-clock' },
    ticksPerSecond: 1,
  };
}

/** A stable id for a code, since orders are stored with it: FNV-1a, folded into a range of its own. */
function derivedId(code: string): number {
  let hash = 0x811c9dc5;
  for (const char of code) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return DERIVED_FIRST_ID + ((hash >>> 0) % DERIVED_IDS);
}
