import { POSITION, POSITION_LENGTH } from '../bridge/market-frame.ts';
import type { Instrument } from '../domain/instrument.ts';
import { mulRatio, withinMoney } from '../domain/money.ts';
import type { Position } from '../domain/order.ts';
import { pointValue } from '../domain/pnl.ts';
import { pointsPerUnit } from '../domain/price.ts';
import { closingPrice } from '../domain/quote.ts';
import type { QuoteTable } from './quote-table.ts';

/**
 * Floating profit of the open positions as columns, recomputed only where a price changed: the integers and the single
 * rounding of `floatingPnl`, with its constant part computed once.
 */
export interface PositionBook {
  readonly count: number;
  /** The position rows of the market frame, see `POSITION`; NaN for an unknown price, and a profit unknown or too large. */
  readonly rows: Float64Array;
  /** Total profit in millionths; NaN while any position's is unknown, and if gains and losses are too large to be added. */
  total(): number;
  /** Sum of the margins, millionths. */
  readonly margin: number;
  /** Whether a position depends on this quote. */
  dependsOn(quoteIndex: number): boolean;
  /** Takes the new prices of these quotes. */
  update(quoteIndices: Int32Array): void;
}

/** A position's rate: none (USD), the settling price itself, or its inverse. */
const SETTLE = { none: 0, direct: 1, inverse: 2 } as const;

interface Columns {
  readonly open: Float64Array;
  /** The point value's fraction, negative for a sell; `den` 0 for an instrument that is not listed, and for one too large. */
  readonly num: Float64Array;
  readonly den: Float64Array;
  readonly quote: Int32Array;
  /** Where the price at which it closes is in the quotes' prices. */
  readonly closesAt: Int32Array;
  readonly settle: Uint8Array;
  /** -1 when the settling instrument is not listed. */
  readonly settleQuote: Int32Array;
  readonly settleUnit: Float64Array;
}

/** Positions of instruments that are not listed have no known profit. */
export function createPositionBook(
  positions: readonly Position[],
  byId: ReadonlyMap<number, Instrument>,
  byCode: ReadonlyMap<string, Instrument>,
  table: QuoteTable,
): PositionBook {
  const count = positions.length;
  const columns = createColumns(count);
  const rows = new Float64Array(count * POSITION_LENGTH).fill(Number.NaN);
  positions.forEach((position, at) => {
    rows[at * POSITION_LENGTH + POSITION.id] = position.id;
    fill(columns, at, position, byId.get(position.instrumentId), byCode, table);
  });
  const { heads, next } = linkQuotes(columns, table.count);
  const { closesAt } = columns;
  /** The update that last computed a position: its price and its rate may both have changed. */
  const done = new Uint32Array(count);
  let updates = 0;

  function update(quoteIndices: Int32Array): void {
    const { prices } = table.columns;
    updates = (updates + 1) >>> 0;
    for (const index of quoteIndices) {
      if (index >= heads.length) continue;
      for (let link = heads[index] ?? -1; link >= 0; link = next[link] ?? -1) {
        const at = link >> 1;
        if (done[at] === updates) continue;
        done[at] = updates;
        const now = prices[closesAt[at] ?? 0] ?? Number.NaN;
        const row = at * POSITION_LENGTH;
        rows[row + POSITION.price] = now;
        rows[row + POSITION.pnl] = profit(columns, at, now, prices);
      }
    }
  }

  update(Int32Array.from(heads.keys()));

  return {
    count,
    rows,
    margin: positions.reduce((total, { margin }) => total + margin, 0),
    total: () => totalOf(rows),
    dependsOn: (quoteIndex) => quoteIndex < heads.length && (heads[quoteIndex] ?? -1) >= 0,
    update,
  };
}

function totalOf(rows: Float64Array): number {
  let sum = 0;
  let size = 0;
  for (let at: number = POSITION.pnl; at < rows.length; at += POSITION_LENGTH) {
    const value = rows[at] ?? Number.NaN;
    sum += value;
    size += Math.abs(value);
  }
  // No sum on the way was larger than `size`: none was rounded.
  return size <= Number.MAX_SAFE_INTEGER ? sum : Number.NaN;
}

function createColumns(count: number): Columns {
  const column = () => new Float64Array(count);
  return {
    open: column(),
    num: column(),
    den: column(),
    quote: new Int32Array(count),
    closesAt: new Int32Array(count),
    settle: new Uint8Array(count),
    settleQuote: new Int32Array(count).fill(-1),
    settleUnit: column().fill(1),
  };
}

function fill(
  columns: Columns,
  at: number,
  position: Position,
  instrument: Instrument | undefined,
  byCode: ReadonlyMap<string, Instrument>,
  table: QuoteTable,
): void {
  columns.open[at] = position.openPrice;
  const quote = table.place(position.instrumentId);
  columns.quote[at] = quote;
  columns.closesAt[at] = 2 * quote + closingPrice(position.side, { close: 0, ask: 1 });
  if (instrument === undefined) return;
  const value = withinMoney(() => pointValue(position.volume, instrument.contractSize, instrument.precision));
  if (value === undefined) return;
  columns.num[at] = position.side === 'buy' ? value.num : -value.num;
  columns.den[at] = value.den;
  columns.settle[at] = SETTLE[instrument.settle.status];
  const settling = instrument.settle.status === 'none' ? undefined : byCode.get(instrument.settle.code);
  if (settling === undefined) return;
  columns.settleQuote[at] = table.place(settling.id);
  columns.settleUnit[at] = pointsPerUnit(settling.precision);
}

/** `floatingPnl` of one row, with its arguments from the columns. */
function profit(columns: Columns, at: number, now: number, prices: Float64Array): number {
  const num = columns.num[at] ?? 0;
  const den = columns.den[at] ?? 0;
  if (Number.isNaN(now) || den === 0) return Number.NaN;
  const points = now - (columns.open[at] ?? 0);
  const settle = columns.settle[at];
  let value: number;
  if (settle === SETTLE.none) value = mulRatio(points, num, den, 1, 1);
  else {
    const from = columns.settleQuote[at] ?? -1;
    const settling = from < 0 ? Number.NaN : (prices[2 * from] ?? Number.NaN);
    const unit = columns.settleUnit[at] ?? 1;
    if (!(settling > 0)) return Number.NaN;
    value =
      settle === SETTLE.direct
        ? mulRatio(points, num, den, settling, unit)
        : mulRatio(points, num, den, unit, settling);
  }
  if (!Number.isSafeInteger(value)) return Number.NaN;
  return value === 0 ? 0 : value;
}

/** For each quote the chain of its dependents: link 2p is position p by its own price, 2p + 1 by its rate. */
function linkQuotes(
  { quote, settle, settleQuote }: Columns,
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
