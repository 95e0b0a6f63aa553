import { ASSETS } from './assets.ts';
import { CATEGORY, type CatalogueEntry } from './catalogue-entry.ts';
import { SETTLE_CODES } from './forex.ts';

type Row = readonly [
  id: number,
  code: string,
  asset: string,
  precision: number,
  contractSize: number,
  ticksPerSecond: number,
  quoteCurrency?: string,
];

const METALS: readonly Row[] = [
  [101, 'XAUUSD', 'XAU', 3, 100, 5],
  [102, 'XAGUSD', 'XAG', 4, 5_000, 3.5],
  [103, 'XPTUSD', 'XPT', 2, 100, 1.5],
  [104, 'XPDUSD', 'XPD', 2, 100, 1.2],
  [105, 'XCUUSD', 'XCU', 4, 25_000, 1.5],
];

const ENERGY: readonly Row[] = [
  [201, 'USOIL', 'WTI', 3, 1_000, 3],
  [202, 'UKOIL', 'BRENT', 3, 1_000, 3],
  [203, 'NGAS', 'GAS', 4, 10_000, 2],
];

const INDICES: readonly Row[] = [
  [301, 'US500', 'US500', 1, 10, 4],
  [302, 'US30', 'US30', 1, 1, 4],
  [303, 'NAS100', 'NAS100', 1, 1, 5],
  [304, 'US2000', 'US2000', 1, 10, 2],
  [305, 'DE40', 'DE40', 1, 1, 3, 'EUR'],
  [306, 'UK100', 'UK100', 1, 1, 2.5, 'GBP'],
  [307, 'FR40', 'FR40', 1, 1, 2, 'EUR'],
  [308, 'EU50', 'EU50', 1, 1, 2, 'EUR'],
  [309, 'JP225', 'JP225', 1, 100, 3, 'JPY'],
  [310, 'HK50', 'HK50', 1, 10, 3, 'HKD'],
  [311, 'AU200', 'AU200', 1, 1, 1.8, 'AUD'],
];

const CRYPTO: readonly Row[] = [
  [401, 'BTCUSD', 'BTC', 2, 1, 6],
  [402, 'ETHUSD', 'ETH', 2, 10, 5],
  [403, 'SOLUSD', 'SOL', 3, 100, 4],
  [404, 'XRPUSD', 'XRP', 5, 10_000, 3],
  [405, 'BNBUSD', 'BNB', 2, 10, 2.5],
  [406, 'DOGEUSD', 'DOGE', 5, 100_000, 3],
  [407, 'ADAUSD', 'ADA', 5, 10_000, 2],
  [408, 'LTCUSD', 'LTC', 2, 100, 1.8],
  [409, 'LINKUSD', 'LINK', 3, 100, 1.8],
];

const FEE_PER_LOT: Readonly<Record<number, number>> = {
  [CATEGORY.metals]: 7,
  [CATEGORY.energy]: 3,
  [CATEGORY.indices]: 1.5,
  [CATEGORY.crypto]: 5,
};

export const otherEntries: readonly CatalogueEntry[] = [
  ...METALS.map((row) => entry(row, CATEGORY.metals, [10, 20, 50, 100])),
  ...ENERGY.map((row) => entry(row, CATEGORY.energy, [10, 20, 50, 100])),
  ...INDICES.map((row) => entry(row, CATEGORY.indices, [10, 20, 50, 100])),
  ...CRYPTO.map((row) => entry(row, CATEGORY.crypto, [2, 5, 10, 20])),
];

function entry(row: Row, categoryId: number, multiples: readonly number[]): CatalogueEntry {
  const [id, code, name, precision, contractSize, ticksPerSecond, quoteCurrency = 'USD'] = row;
  const asset = ASSETS[name];
  if (!asset) throw new Error(`no such asset: ${name}`);
  return {
    id,
    code,
    // Metals and coins read like pairs.
    showCode: code.replace(/USD$/, '/USD'),
    categoryId,
    precision,
    lotStep: 0.01,
    minLots: 0.01,
    contractSize,
    feePerLot: FEE_PER_LOT[categoryId] ?? 1,
    marginMode: 'by-price',
    multiples,
    quoteCurrency,
    settleCode: SETTLE_CODES[quoteCurrency] ?? '',
    hours: asset.hours,
    base: { ...asset, name },
    ticksPerSecond,
  };
}
