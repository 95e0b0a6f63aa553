import { frameLength, HEADER, HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../shared/bridge/market-frame.ts';
import type { AccountTotals } from '../../shared/domain/account.ts';
import type { Money } from '../../shared/domain/money.ts';
import { changeOf } from '../../shared/domain/quote.ts';
import type { PositionBook } from '../../shared/stream/position-book.ts';
import type { QuoteTable } from '../../shared/stream/quote-table.ts';
import { freshnessAt } from './quotes.ts';

/** The content of one market frame, from one moment. */
export interface FrameContent {
  readonly table: QuoteTable;
  /** Indices of the quotes, one row each. */
  readonly watched: Int32Array;
  /** The freshness of each; see `freshnessOf`. */
  readonly freshness: Float64Array;
  readonly book: PositionBook | undefined;
  readonly balance: Money | undefined;
  readonly totals: AccountTotals | undefined;
  /** NaN while unknown. */
  readonly serverNowMs: number;
  readonly receivedAtMs: number;
}

/** The market frame; `shared/bridge/market-frame.ts` has the layout. Written into `spare` if its size fits. */
export function frameOf(content: FrameContent, spare: ArrayBuffer | undefined): Float64Array<ArrayBuffer> {
  const { watched, freshness, book, table } = content;
  const length = frameLength(watched.length, book?.count ?? 0);
  const fits = spare !== undefined && spare.byteLength === length * Float64Array.BYTES_PER_ELEMENT;
  const frame = fits ? new Float64Array(spare) : new Float64Array(length);
  writeHeader(frame, content);
  let base = HEADER_LENGTH;
  for (let row = 0; row < watched.length; row++) {
    writeQuote(frame, base, table, watched[row] ?? -1);
    frame[base + QUOTE.freshness] = freshness[row] ?? Number.NaN;
    base += QUOTE_LENGTH;
  }
  if (book !== undefined) frame.set(book.rows, base);
  return frame;
}

/** The freshness of a quote as in `FRESHNESS`; NaN while it is unknown. Prices of closed markets do not age. */
export function freshnessOf(table: QuoteTable, at: number, serverNowMs: number): number {
  const age = ageOf(table, at, serverNowMs);
  if (Number.isNaN(age)) return Number.NaN;
  return table.columns.status[at] === 1 ? freshnessAt(age).freshness : 0;
}

/** Ms until the first of these quotes becomes less fresh; infinite if none will. */
export function ageingMs(table: QuoteTable, indices: Int32Array, serverNowMs: number): number {
  let soonest = Number.POSITIVE_INFINITY;
  for (const at of indices) {
    const age = ageOf(table, at, serverNowMs);
    if (table.columns.status[at] === 1 && !Number.isNaN(age))
      soonest = Math.min(soonest, freshnessAt(age).changesInMs);
  }
  return soonest;
}

const ageOf = ({ columns }: QuoteTable, at: number, serverNowMs: number): number =>
  serverNowMs - (columns.agedFromMs[at] ?? Number.NaN);

function writeHeader(frame: Float64Array, content: FrameContent): void {
  const { watched, book, balance, totals, serverNowMs, receivedAtMs } = content;
  const orNaN = (value: number | undefined) => value ?? Number.NaN;
  frame[HEADER.quotes] = watched.length;
  frame[HEADER.positions] = book?.count ?? 0;
  frame[HEADER.hasAccount] = balance === undefined ? 0 : 1;
  frame[HEADER.balance] = orNaN(balance);
  frame[HEADER.floatingPnl] = orNaN(totals?.floatingPnl);
  frame[HEADER.equity] = orNaN(totals?.equity);
  frame[HEADER.margin] = orNaN(book?.margin);
  frame[HEADER.freeMargin] = orNaN(totals?.freeMargin);
  frame[HEADER.marginLevel] = orNaN(totals?.marginLevel);
  frame[HEADER.riskRate] = orNaN(totals?.riskRate);
  frame[HEADER.serverTimeMs] = serverNowMs;
  frame[HEADER.receivedAtMs] = receivedAtMs;
}

/** Writes a quote's row, except its freshness. */
function writeQuote(frame: Float64Array, base: number, table: QuoteTable, at: number): void {
  const { id, prices, open, timeMs, status, unit, wireLow, wireHigh } = table.columns;
  const now = prices[2 * at] ?? Number.NaN;
  const first = open[at] ?? Number.NaN;
  const time = timeMs[at] ?? Number.NaN;
  frame[base + QUOTE.id] = id[at] ?? Number.NaN;
  frame[base + QUOTE.close] = now;
  frame[base + QUOTE.ask] = prices[2 * at + 1] ?? Number.NaN;
  frame[base + QUOTE.open] = first;
  frame[base + QUOTE.change] = Number.isNaN(now) ? Number.NaN : (changeOf(now, first) ?? Number.NaN);
  frame[base + QUOTE.marketOpen] = Number.isNaN(time) ? Number.NaN : Number(status[at] === 1);
  frame[base + QUOTE.timeMs] = time;
  const scale = unit[at] ?? Number.NaN;
  frame[base + QUOTE.low] = Math.round((wireLow[at] ?? Number.NaN) * scale);
  frame[base + QUOTE.high] = Math.round((wireHigh[at] ?? Number.NaN) * scale);
}
