import type { Instrument } from '../../shared/instrument.ts';
import { pointsPerUnit } from '../../shared/price.ts';
import { type MarketRows, ROW, ROW_LENGTH } from '../socket/market-scanner.ts';

/**
 * The latest quote of every instrument as columns, by a dense index that an instrument keeps for the worker's life.
 * Prices in points, NaN until the price and its precision are known.
 */
export interface QuoteTable {
  readonly columns: QuoteColumns;
  readonly count: number;
  /** -1 when the instrument was never heard of. */
  indexOf(id: number): number;
  /** The index of an instrument, which gets one when it has none. */
  place(id: number): number;
  /** Takes the precisions of listed instruments in; prices that came before are turned into points now. */
  list(instruments: readonly Instrument[]): void;
  /** @returns the indices that the rows touched, valid until the next call */
  apply(rows: MarketRows): Int32Array;
}

export interface QuoteColumns {
  id: Float64Array;
  close: Float64Array;
  open: Float64Array;
  /** Server's clock, epoch ms; NaN until a quote came. */
  timeMs: Float64Array;
  isOpen: Uint8Array;
}

export function createQuoteTable(capacity = 256): QuoteTable {
  const indices = new Map<number, number>();
  const column = (size: number) => new Float64Array(size).fill(Number.NaN);
  const columns: QuoteColumns = {
    id: column(capacity),
    close: column(capacity),
    open: column(capacity),
    timeMs: column(capacity),
    isOpen: new Uint8Array(capacity),
  };
  let units = column(capacity);
  let wireClose = column(capacity);
  let wireOpen = column(capacity);
  let touched = new Int32Array(capacity);
  let count = 0;

  function wider(from: Float64Array): Float64Array<ArrayBuffer> {
    const to = column(from.length * 2);
    to.set(from);
    return to;
  }

  function grow(): void {
    columns.id = wider(columns.id);
    columns.close = wider(columns.close);
    columns.open = wider(columns.open);
    columns.timeMs = wider(columns.timeMs);
    const isOpen = new Uint8Array(columns.isOpen.length * 2);
    isOpen.set(columns.isOpen);
    columns.isOpen = isOpen;
    units = wider(units);
    wireClose = wider(wireClose);
    wireOpen = wider(wireOpen);
  }

  function place(id: number): number {
    const known = indices.get(id);
    if (known !== undefined) return known;
    if (count === columns.id.length) grow();
    indices.set(id, count);
    columns.id[count] = id;
    return count++;
  }

  function toPoints(at: number): void {
    const unit = units[at] ?? Number.NaN;
    columns.close[at] = Math.round((wireClose[at] ?? Number.NaN) * unit);
    columns.open[at] = Math.round((wireOpen[at] ?? Number.NaN) * unit);
  }

  return {
    columns,
    get count() {
      return count;
    },
    indexOf: (id) => indices.get(id) ?? -1,
    place,
    list(instruments) {
      for (const { id, precision } of instruments) {
        const at = place(id);
        units[at] = pointsPerUnit(precision);
        toPoints(at);
      }
    },
    apply({ values, count: rowCount }) {
      if (touched.length < rowCount) touched = new Int32Array(rowCount * 2);
      for (let row = 0; row < rowCount; row++) {
        const base = row * ROW_LENGTH;
        const at = place(values[base + ROW.id] ?? 0);
        wireClose[at] = values[base + ROW.close] ?? Number.NaN;
        wireOpen[at] = values[base + ROW.open] ?? Number.NaN;
        columns.isOpen[at] = values[base + ROW.status] === 1 ? 1 : 0;
        columns.timeMs[at] = values[base + ROW.timeMs] ?? Number.NaN;
        toPoints(at);
        touched[row] = at;
      }
      return touched.subarray(0, rowCount);
    },
  };
}
