import type { WireQuote } from '../../shared/contract/wire.ts';
import type { Instrument } from '../../shared/instrument.ts';
import type { Market } from '../feed/market.ts';
import { wireQuotes } from '../wire/market.ts';

/** The rows of DAY_MARKET as the shared part of a frame. */
export type QuoteRows = (instruments: Iterable<Instrument>) => Buffer;

/** Each row is written as text once per change, however many parts of the topic send it. */
export function createQuoteRows(market: Market): QuoteRows {
  const written = new Map<number, { readonly row: WireQuote; readonly text: string }>();

  function textOf(row: WireQuote): string {
    const [id] = row;
    const known = written.get(id);
    if (known?.row.every((value, at) => value === row[at])) return known.text;
    const text = JSON.stringify(row);
    written.set(id, { row, text });
    return text;
  }

  return (instruments) => Buffer.from(`[${wireQuotes(market, instruments).map(textOf).join(',')}]}`);
}
