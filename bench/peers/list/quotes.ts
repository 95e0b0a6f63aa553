import { followRows } from '../../list/list-market.ts';

export interface Quote {
  readonly id: number;
  readonly close: number;
  /** Change since the day's open, percent. */
  readonly change: number;
}

/** Calls `take` for each frame of quotes, on the page's own thread as in each library's documentation. */
export const followQuotes = (take: (quotes: readonly Quote[]) => void): void =>
  followRows((rows) =>
    take(rows.map(([id = 0, close = 0, open = 0]) => ({ id, close, change: ((close - open) / open) * 100 }))),
  );

export const priceText = (quote: Quote | undefined, precision: number): string =>
  quote === undefined ? '--' : quote.close.toFixed(precision);

export const changeText = (quote: Quote | undefined): string =>
  quote === undefined ? '--' : `${quote.change >= 0 ? '+' : ''}${quote.change.toFixed(2)}%`;

export const toneOf = (quote: Quote | undefined): string => ((quote?.change ?? 0) >= 0 ? 'up' : 'down');
