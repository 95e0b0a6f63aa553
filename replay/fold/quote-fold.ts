import { createDenseIndex } from '../../shared/stream/dense-index.ts';
import { type MarketRows, ROW, ROW_LENGTH } from '../../shared/stream/market-scanner.ts';

/** [Close, Open, MarketStatus, Time], as on the wire. */
export type QuoteView = readonly [close: number, open: number, status: number, timeMs: number];

/** The latest row of each instrument, in decimals as on the wire. */
export interface QuoteFold {
  apply(rows: MarketRows): void;
  find(id: number): QuoteView | undefined;
  /** Each instrument's id and quote, in the order in which they came. */
  entries(): Iterable<readonly [id: number, quote: QuoteView]>;
}

const FIRST_CAPACITY = 256;

export function createQuoteFold(): QuoteFold {
  const index = createDenseIndex();
  let values = new Float64Array(FIRST_CAPACITY * ROW_LENGTH);

  function placed(id: number): number {
    const at = index.place(id) * ROW_LENGTH;
    if (at >= values.length) {
      const wider = new Float64Array(values.length * 2);
      wider.set(values);
      values = wider;
    }
    return at;
  }

  function quoteAt(index: number): QuoteView {
    const value = (column: number) => values[index * ROW_LENGTH + column] ?? 0;
    return [value(ROW.close), value(ROW.open), value(ROW.status), value(ROW.timeMs)];
  }

  return {
    find(id) {
      const at = index.find(id);
      return at < 0 ? undefined : quoteAt(at);
    },
    apply({ values: rows, count }) {
      for (let from = 0; from < count * ROW_LENGTH; from += ROW_LENGTH) {
        const to = placed(rows[from] ?? 0);
        for (let column = 0; column < ROW_LENGTH; column++) values[to + column] = rows[from + column] ?? 0;
      }
    },
    *entries() {
      for (let at = 0; at < index.count; at++) yield [values[at * ROW_LENGTH] ?? 0, quoteAt(at)];
    },
  };
}
