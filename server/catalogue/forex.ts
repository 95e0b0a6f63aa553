import { ASSETS, type Asset } from './assets.ts';
import { CATEGORY, type CatalogueEntry } from './catalogue-entry.ts';

/** The unit of all values: always 1. */
const DOLLAR: Asset = { value: 1, volatility: 0, hours: 'forex', rhythm: 'europe' };

const MAJOR_MULTIPLES = [20, 50, 100, 200, 400];
const CROSS_MULTIPLES = [20, 50, 100, 200];
const EXOTIC_MULTIPLES = [10, 20, 50];

/** Pairs with their permanent ids and price changes per second. */
const MAJORS = 'EURUSD:1:5 GBPUSD:2:4.5 USDJPY:3:5 USDCHF:4:3 AUDUSD:5:3.5 USDCAD:6:3 NZDUSD:7:2.5';
const CROSSES =
  'EURGBP:8:2.5 EURJPY:9:4 EURCHF:10:2 EURAUD:11:3 EURCAD:12:2.5 EURNZD:13:2.5 GBPJPY:14:4.5 GBPCHF:15:2.5 ' +
  'GBPAUD:16:3 GBPCAD:17:2.5 AUDJPY:18:3 AUDCAD:19:2 AUDNZD:20:2 NZDJPY:21:2 CADJPY:22:2.5 CHFJPY:23:2.5';
const EXOTICS =
  'USDHKD:24:0.8 USDSGD:25:1.2 USDCNH:26:1.2 USDTHB:27:0.7 USDTRY:28:0.8 USDZAR:29:1.6 USDMXN:30:1.6 ' +
  'USDSEK:31:1.4 USDNOK:32:1.4 USDPLN:33:1';

/** The conversion instrument of each currency, from the pairs with USD above; amounts are divided by the price of those that start with USD. */
export const SETTLE_CODES: Readonly<Record<string, string>> = {
  USD: '',
  ...Object.fromEntries(
    [MAJORS, EXOTICS]
      .flatMap((table) => table.split(' '))
      .map((row) => row.slice(0, 6))
      .map((code) => [code.replace('USD', ''), code]),
  ),
};

export const isCurrency = (name: string): boolean => SETTLE_CODES[name] !== undefined;

/** Whether the code is that of two known currencies. */
export const isPair = (code: string): boolean =>
  code.length === 6 && isCurrency(code.slice(0, 3)) && isCurrency(code.slice(3));

export const forexEntries: readonly CatalogueEntry[] = [
  ...parse(MAJORS, MAJOR_MULTIPLES),
  ...parse(CROSSES, CROSS_MULTIPLES),
  ...parse(EXOTICS, EXOTIC_MULTIPLES),
];

/** A pair of two currencies (three letters each) on the usual terms. */
export function forexPair(
  code: string,
  id: number,
  ticksPerSecond: number,
  multiples: readonly number[],
): CatalogueEntry {
  const [base, quote] = [code.slice(0, 3), code.slice(3, 6)];
  return {
    id,
    code,
    showCode: `${base}/${quote}`,
    categoryId: CATEGORY.forex,
    precision: quote === 'JPY' || quote === 'THB' ? 3 : 5,
    lotStep: 0.01,
    minLots: 0.01,
    contractSize: 100_000,
    feePerLot: 7,
    // One lot of a pair whose base is the account's currency is worth the same at any price.
    marginMode: base === 'USD' && quote !== 'JPY' ? 'fixed' : 'by-price',
    multiples,
    quoteCurrency: quote,
    settleCode: SETTLE_CODES[quote] ?? '',
    hours: 'forex',
    base: named(base),
    ...(quote === 'USD' ? {} : { quote: named(quote) }),
    ticksPerSecond,
  };
}

function parse(table: string, multiples: readonly number[]): CatalogueEntry[] {
  return table.split(' ').map((row) => {
    const [code = '', id, ticks] = row.split(':');
    return forexPair(code, Number(id), Number(ticks), multiples);
  });
}

function named(name: string): Asset & { readonly name: string } {
  return { ...(ASSETS[name] ?? DOLLAR), name };
}
