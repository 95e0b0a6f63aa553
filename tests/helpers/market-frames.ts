import {
  FRESHNESS,
  type Freshness,
  frameLength,
  HEADER,
  HEADER_LENGTH,
  POSITION,
  POSITION_LENGTH,
  QUOTE,
  QUOTE_LENGTH,
} from '../../shared/bridge/market-frame.ts';

export interface QuoteRow {
  readonly id: number;
  readonly close?: number;
  /** @default close */
  readonly ask?: number;
  readonly open?: number;
  readonly low?: number;
  readonly high?: number;
  readonly change?: number;
  readonly marketOpen?: boolean;
  readonly timeMs?: number;
  readonly freshness?: Freshness;
}

/** A market frame as the worker makes it; omitted values are unknown. */
export function marketFrame(
  quotes: readonly QuoteRow[],
  positions: readonly (readonly [id: number, price: number, pnl: number])[] = [],
  account: Partial<Record<keyof typeof HEADER, number>> = {},
): Float64Array<ArrayBuffer> {
  const frame = new Float64Array(frameLength(quotes.length, positions.length));
  frame.fill(Number.NaN);
  frame[HEADER.quotes] = quotes.length;
  frame[HEADER.positions] = positions.length;
  frame[HEADER.hasAccount] = account.balance === undefined && account.equity === undefined ? 0 : 1;
  for (const [name, value] of Object.entries(account)) frame[HEADER[name as keyof typeof HEADER]] = value;
  quotes.forEach((row, i) => {
    const at = HEADER_LENGTH + i * QUOTE_LENGTH;
    frame[at + QUOTE.id] = row.id;
    frame[at + QUOTE.close] = row.close ?? Number.NaN;
    frame[at + QUOTE.ask] = row.ask ?? row.close ?? Number.NaN;
    frame[at + QUOTE.open] = row.open ?? Number.NaN;
    frame[at + QUOTE.low] = row.low ?? Number.NaN;
    frame[at + QUOTE.high] = row.high ?? Number.NaN;
    frame[at + QUOTE.change] = row.change ?? Number.NaN;
    frame[at + QUOTE.marketOpen] = row.marketOpen === undefined ? Number.NaN : Number(row.marketOpen);
    frame[at + QUOTE.timeMs] = row.timeMs ?? Number.NaN;
    frame[at + QUOTE.freshness] = FRESHNESS[row.freshness ?? 'live'];
  });
  positions.forEach(([id, price, pnl], i) => {
    const at = HEADER_LENGTH + quotes.length * QUOTE_LENGTH + i * POSITION_LENGTH;
    frame[at + POSITION.id] = id;
    frame[at + POSITION.price] = price;
    frame[at + POSITION.pnl] = pnl;
  });
  return frame;
}
