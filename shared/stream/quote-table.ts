import type { WireQuote } from '../contract/market.ts';
import type { Instrument } from '../domain/instrument.ts';
import { pointsPerUnit } from '../domain/price.ts';
import { createDenseIndex } from './dense-index.ts';
import { type MarketRows, ROW, ROW_LENGTH } from './market-scanner.ts';

/**
 * The latest quote of every instrument as columns, by a dense index that an instrument keeps for the table's life.
 * Prices in points, NaN until the price and its precision are known.
 */
export interface QuoteTable {
  readonly columns: QuoteColumns;
  readonly count: number;
  /** Whether any row had an ask that was another price than its close. */
  readonly hasTwoPrices: boolean;
  /** The index of an instrument; a new one if it has none. */
  place(id: number): number;
  /** Takes the precisions of listed instruments, and turns earlier prices into points. */
  list(instruments: readonly Instrument[]): void;
  /**
   * @param sentMs the server's clock in the frame of the rows; without it, prices are as old as they say
   * @returns the indices of the rows' instruments, valid until the next call
   */
  apply(rows: MarketRows, sentMs?: number): Int32Array;
  /** The row of an instrument as on the wire, with an ask where it is another price; undefined without a quote. */
  wireRow(id: number): WireQuote | undefined;
  /** The rows of all instruments that have a quote, in the order of their indices. */
  wireRows(): readonly WireQuote[];
  /** These rows behind others with the day's lows and highs: applied to an empty table, they give this one. */
  dayRows(): readonly WireQuote[];
}

interface QuoteColumns {
  id: Float64Array;
  /**
   * Two of each: the close at `2 * index`, and the ask behind it, which equals it where there is one price. One place has both,
   * so that a position's price is read without a branch for its side.
   */
  prices: Float64Array;
  open: Float64Array;
  /** Server's clock, epoch ms; NaN until a quote came. */
  timeMs: Float64Array;
  /** What a price ages from: its time, which may be later than its frame while a server's clock is set back. */
  agedFromMs: Float64Array;
  /** `MarketStatus` as on the wire: 1 is open. */
  status: Float64Array;
  /** Points per unit. */
  unit: Float64Array;
  /** The lowest and the highest of the day's closes that came, and of its open; decimals of the wire. */
  wireLow: Float64Array;
  wireHigh: Float64Array;
}

/** Also the decimals of the wire, which may come before the precision. */
interface Columns extends QuoteColumns {
  wireClose: Float64Array;
  wireAsk: Float64Array;
  wireOpen: Float64Array;
}

export function createQuoteTable(capacity = 256): QuoteTable {
  const index = createDenseIndex();
  const columns = emptyColumns(capacity);
  let touched = new Int32Array(capacity);
  let hasTwoPrices = false;

  function place(id: number): number {
    const at = index.place(id);
    if (at >= columns.id.length) grow(columns);
    columns.id[at] = id;
    return at;
  }

  const wireRows = (): readonly WireQuote[] =>
    Array.from({ length: index.count }, (_, at) => wireRowAt(columns, at)).filter((row) => row !== undefined);

  return {
    columns,
    get count() {
      return index.count;
    },
    get hasTwoPrices() {
      return hasTwoPrices;
    },
    place,
    list(instruments) {
      for (const { id, precision } of instruments) {
        const at = place(id);
        columns.unit[at] = pointsPerUnit(precision);
        toPoints(columns, at);
      }
    },
    apply({ values, count }, sentMs = Number.POSITIVE_INFINITY) {
      if (touched.length < count) touched = new Int32Array(count * 2);
      // Indices first: a new one may replace the columns, which the loop below holds on to.
      for (let row = 0; row < count; row++) {
        const id = values[row * ROW_LENGTH + ROW.id] ?? 0;
        const known = index.find(id);
        touched[row] = known >= 0 ? known : place(id);
      }
      const {
        wireClose,
        wireAsk,
        wireOpen,
        wireLow,
        wireHigh,
        status,
        timeMs,
        agedFromMs,
        prices,
        open,
        unit,
      } = columns;
      for (let row = 0; row < count; row++) {
        const at = touched[row] ?? 0;
        const base = row * ROW_LENGTH;
        const newClose = values[base + ROW.close] ?? 0;
        const newAsk = values[base + ROW.ask] ?? 0;
        const newOpen = values[base + ROW.open] ?? 0;
        const scale = unit[at] ?? Number.NaN;
        wireClose[at] = newClose;
        wireAsk[at] = newAsk;
        if (newAsk !== newClose) hasTwoPrices = true;
        if (newOpen !== wireOpen[at]) {
          wireOpen[at] = newOpen;
          wireLow[at] = Math.min(newOpen, newClose);
          wireHigh[at] = Math.max(newOpen, newClose);
        } else if (newClose < (wireLow[at] ?? 0)) wireLow[at] = newClose;
        else if (newClose > (wireHigh[at] ?? 0)) wireHigh[at] = newClose;
        status[at] = values[base + ROW.status] ?? 0;
        const time = values[base + ROW.timeMs] ?? 0;
        timeMs[at] = time;
        agedFromMs[at] = time < sentMs ? time : sentMs;
        prices[2 * at] = Math.round(newClose * scale);
        prices[2 * at + 1] = Math.round(newAsk * scale);
        open[at] = Math.round(newOpen * scale);
      }
      return touched.subarray(0, count);
    },
    wireRow(id) {
      const at = index.find(id);
      return at < 0 ? undefined : wireRowAt(columns, at);
    },
    wireRows,
    dayRows() {
      const rows = wireRows();
      const extremes = rows.flatMap(([id, close, open, ...rest]) => {
        const at = index.find(id);
        return [columns.wireLow[at] ?? close, columns.wireHigh[at] ?? close]
          .filter((extreme) => extreme !== close && extreme !== open)
          .map((extreme): WireQuote => [id, extreme, open, ...rest]);
      });
      return [...extremes, ...rows];
    },
  };
}

function wireRowAt(columns: Columns, at: number): WireQuote | undefined {
  const { id, wireClose, wireAsk, wireOpen, status, timeMs } = columns;
  const time = timeMs[at] ?? Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const [close = 0, ask = 0] = [wireClose[at], wireAsk[at]];
  const row = [id[at] ?? 0, close, wireOpen[at] ?? 0, status[at] ?? 0, time] as const;
  return ask === close ? row : [...row, ask];
}

function toPoints(columns: Columns, at: number): void {
  const unit = columns.unit[at] ?? Number.NaN;
  columns.prices[2 * at] = Math.round((columns.wireClose[at] ?? Number.NaN) * unit);
  columns.prices[2 * at + 1] = Math.round((columns.wireAsk[at] ?? Number.NaN) * unit);
  columns.open[at] = Math.round((columns.wireOpen[at] ?? Number.NaN) * unit);
}

function emptyColumns(capacity: number): Columns {
  const column = (width = 1) => new Float64Array(width * capacity).fill(Number.NaN);
  return {
    id: column(),
    prices: column(2),
    open: column(),
    timeMs: column(),
    agedFromMs: column(),
    status: column(),
    unit: column(),
    wireLow: column(),
    wireHigh: column(),
    wireClose: column(),
    wireAsk: column(),
    wireOpen: column(),
  };
}

function grow(columns: Columns): void {
  for (const name of Object.keys(columns) as (keyof Columns)[]) {
    const wider = new Float64Array(columns[name].length * 2).fill(Number.NaN);
    wider.set(columns[name]);
    columns[name] = wider;
  }
}
