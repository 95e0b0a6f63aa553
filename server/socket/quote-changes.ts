import type { WireQuote } from '../../shared/contract/wire.ts';
import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import type { Market } from '../feed/market.ts';
import { wireQuotes } from '../listings/market-encoder.ts';

/** The rows of DAY_MARKET as the shared parts of frames. Whoever sends them keeps the version up to which it has. */
export interface QuoteChanges {
  /** Rises with every change. */
  version(): number;
  touch(id: InstrumentId): void;
  /** The rows that changed after a version, as they are now. */
  since(version: number): Buffer;
  all(): Buffer;
}

/** Each row is written as text once per change, and the same rows once, however many parts of the topic send them. */
export function createQuoteChanges(market: Market): QuoteChanges {
  const written = new Map<number, { readonly row: WireQuote; readonly text: string }>();
  const changedAt = new Map<InstrumentId, number>();
  /**
   * By the version since which; of the present version alone. Begun anew, not cleared: V8 keeps what was in a cleared map
   * reachable from its old table, and once one such table is old itself, all later ones stay until a full collection.
   */
  let made = new Map<number, Buffer>();
  let version = 0;

  function textOf(row: WireQuote): string {
    const [id] = row;
    const known = written.get(id);
    if (known?.row.every((value, at) => value === row[at])) return known.text;
    const text = JSON.stringify(row);
    written.set(id, { row, text });
    return text;
  }

  const rows = (instruments: Iterable<Instrument>): Buffer =>
    Buffer.from(`[${wireQuotes(market, instruments).map(textOf).join(',')}]}`);

  function rowsSince(from: number): Buffer {
    const instruments: Instrument[] = [];
    for (const [id, at] of changedAt) {
      const instrument = at > from ? market.instrument(id) : undefined;
      if (instrument !== undefined) instruments.push(instrument);
    }
    return rows(instruments);
  }

  return {
    version: () => version,
    touch(id) {
      version++;
      changedAt.set(id, version);
      if (made.size > 0) made = new Map();
    },
    since(from) {
      const known = made.get(from);
      if (known !== undefined) return known;
      const body = rowsSince(from);
      made.set(from, body);
      return body;
    },
    all: () => rows(market.instruments()),
  };
}
