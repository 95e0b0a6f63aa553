import type { Instrument } from '../../shared/instrument.ts';
import { mulRatio } from '../../shared/money.ts';
import type { Position } from '../../shared/order.ts';
import { pointValue } from '../../shared/pnl.ts';
import { pointsPerUnit } from '../../shared/price.ts';
import type { QuoteTable } from './quote-table.ts';

/**
 * Floating profit of the open positions as columns, worked out anew only where a price changed: the integers and the
 * one rounding of `floatingPnl`, with its constant part made once. Sums of integers stay exact, so the total is kept by
 * differences.
 */
export interface PositionBook {
  readonly count: number;
  readonly id: Float64Array;
  /** Price now, points; NaN while unknown. */
  readonly price: Float64Array;
  /** Millionths; NaN while a price or a rate is unknown. */
  readonly pnl: Float64Array;
  /** Millionths; NaN while any position's is unknown. */
  total(): number;
  /** Sum of the margins, millionths. */
  readonly margin: number;
  /** Whether a position depends on this quote. */
  dependsOn(quoteIndex: number): boolean;
  /** Takes the prices of these quotes in. */
  update(quoteIndices: Iterable<number>): void;
}

/** A position's rate: none (USD), the settling price itself, or its inverse. */
const SETTLE = { none: 0, direct: 1, inverse: 2 } as const;

/** Positions of instruments that are not listed have no known profit. */
export function createPositionBook(
  positions: readonly Position[],
  instruments: ReadonlyMap<number, Instrument>,
  byCode: ReadonlyMap<string, Instrument>,
  table: QuoteTable,
): PositionBook {
  const count = positions.length;
  const column = () => new Float64Array(count);
  const [id, price, pnl, open, sign, num, den, settleUnit] = [
    column(),
    column().fill(Number.NaN),
    column().fill(Number.NaN),
    column(),
    column(),
    column(),
    column(),
    column(),
  ];
  const quote = new Int32Array(count);
  const settleQuote = new Int32Array(count);
  const settle = new Uint8Array(count);
  let known = 0;
  let sum = 0;

  for (const [at, position] of positions.entries()) {
    id[at] = position.id;
    open[at] = position.openPrice;
    sign[at] = position.side === 'buy' ? 1 : -1;
    const instrument = instruments.get(position.instrumentId);
    quote[at] = table.place(position.instrumentId);
    if (instrument === undefined) continue;
    const value = pointValue(position.volume, instrument.contractSize, instrument.precision);
    num[at] = value.num;
    den[at] = value.den;
    if (instrument.settle.status === 'none') continue;
    const settling = byCode.get(instrument.settle.code);
    settle[at] = SETTLE[instrument.settle.status];
    settleQuote[at] = settling === undefined ? -1 : table.place(settling.id);
    settleUnit[at] = settling === undefined ? 1 : pointsPerUnit(settling.precision);
  }
  const links = linkQuotes(quote, settleQuote, settle, table.count);

  function compute(at: number): void {
    const now = table.columns.close[quote[at] ?? 0] ?? Number.NaN;
    price[at] = now;
    const value = profit(at, now);
    const before = pnl[at] ?? Number.NaN;
    if (!Number.isNaN(before)) {
      known--;
      sum -= before;
    }
    if (!Number.isNaN(value)) {
      known++;
      sum += value;
    }
    pnl[at] = value;
  }

  function profit(at: number, now: number): number {
    const divisor = den[at] ?? 0;
    if (Number.isNaN(now) || divisor === 0) return Number.NaN;
    const points = (now - (open[at] ?? 0)) * (sign[at] ?? 1);
    let [rateNum, rateDen] = [1, 1];
    if (settle[at] !== SETTLE.none) {
      const settling = table.columns.close[settleQuote[at] ?? -1] ?? Number.NaN;
      if (!(settling > 0)) return Number.NaN;
      const unit = settleUnit[at] ?? 1;
      [rateNum, rateDen] = settle[at] === SETTLE.direct ? [settling, unit] : [unit, settling];
    }
    const value = mulRatio(points, num[at] ?? 0, divisor, rateNum, rateDen);
    if (!Number.isSafeInteger(value)) return Number.NaN;
    return value === 0 ? 0 : value;
  }

  for (let at = 0; at < count; at++) compute(at);

  return {
    count,
    id,
    price,
    pnl,
    margin: positions.reduce((total, { margin }) => total + margin, 0),
    total: () => (known === count ? sum : Number.NaN),
    dependsOn: (quoteIndex) => (links.heads[quoteIndex] ?? -1) >= 0,
    update(quoteIndices) {
      for (const index of quoteIndices) {
        for (let link = links.heads[index] ?? -1; link >= 0; link = links.next[link] ?? -1)
          compute(Math.floor(link / 2));
      }
    },
  };
}

/** For each quote the chain of what depends on it: link 2p is position p by its own price, 2p + 1 by its rate. */
function linkQuotes(
  quote: Int32Array,
  settleQuote: Int32Array,
  settle: Uint8Array,
  quotes: number,
): { readonly heads: Int32Array; readonly next: Int32Array } {
  const heads = new Int32Array(quotes).fill(-1);
  const next = new Int32Array(quote.length * 2).fill(-1);
  const link = (at: number, index: number) => {
    next[at] = heads[index] ?? -1;
    heads[index] = at;
  };
  for (let p = 0; p < quote.length; p++) {
    const own = quote[p] ?? -1;
    const settling = settle[p] === SETTLE.none ? -1 : (settleQuote[p] ?? -1);
    if (own >= 0) link(2 * p, own);
    if (settling >= 0 && settling !== own) link(2 * p + 1, settling);
  }
  return { heads, next };
}
