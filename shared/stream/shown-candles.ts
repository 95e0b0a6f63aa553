import {
  type CandleRow,
  type Candles,
  candleIndex,
  candleRow,
  createCandles,
  foldCandles,
  trimCandles,
} from '../domain/candle.ts';
import { createPeriodFold, takeMinute } from '../domain/period-fold.ts';
import type { CandleBook } from './candle-book.ts';

/** The candles that a chart shows of its book: the same, or longer ones folded from them. */
export interface ShownCandles {
  readonly held: Candles;
  /** Takes the book's candles after a history. @param isComplete the first of them is the first of all */
  reset(isComplete: boolean): void;
  /** Takes a candle that changed in the book. @returns the shown one that changed with it */
  put(row: CandleRow): CandleRow;
}

export const sameCandles = (book: CandleBook): ShownCandles => ({
  get held() {
    return book.held;
  },
  reset() {},
  put: (row) => row,
});

export function foldedCandles(book: CandleBook, seconds: number): ShownCandles {
  let held = createCandles(0);
  let fold = createPeriodFold(seconds, held);
  return {
    get held() {
      return held;
    },
    reset(isComplete) {
      held = foldCandles(book.held, seconds);
      // The history may begin within a candle: its older part comes with the next page.
      if (!isComplete && held.time[0] !== book.held.time[0]) trimCandles(held, held.length - 1);
      fold = createPeriodFold(seconds, held);
    },
    put: ([time]) => candleRow(held, takeMinute(fold, book.held, candleIndex(book.held, time).at)),
  };
}
