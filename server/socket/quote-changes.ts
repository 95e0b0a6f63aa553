import type { WireQuote } from '../../shared/contract/market.ts';
import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import type { Market } from '../feed/market.ts';
import { wireQuotes } from '../listings/market-encoder.ts';

/** Encodes the rows of DAY_MARKET as frame bodies. Each sender remembers the version that it sent last. */
export interface QuoteChanges {
  /** Rises with every change. */
  version(): number;
  touch(id: InstrumentId): void;
  /** The current rows of all quotes that changed after a version. */
  since(version: number): Buffer;
  /** The same of these instruments; undefined if none of them has changed. */
  sinceOf(ids: readonly InstrumentId[], version: number): Buffer | undefined;
  all(): Buffer;
}

/** Each row is encoded once per change, and each body once, however many shards send it. */
export function createQuoteChanges(market: Market): QuoteChanges {
  const encoded = new Map<number, { readonly row: WireQuote; readonly text: string }>();
  const changedAt = new Map<InstrumentId, number>();
  /**
   * Bodies of the present version, by the version they start from. Replaced rather than cleared: V8 keeps the entries of
   * a cleared map reachable from its old table, and when that table is in the old generation they stay until a full GC.
   */
  let bodies = new Map<number, Buffer>();
  let version = 0;

  function textOf(row: WireQuote): string {
    const [id] = row;
    const known = encoded.get(id);
    if (known?.row.every((value, at) => value === row[at])) return known.text;
    const text = JSON.stringify(row);
    encoded.set(id, { row, text });
    return text;
  }

  const rows = (instruments: Iterable<Instrument>): Buffer =>
    Buffer.from(`[${wireQuotes(market, instruments).map(textOf).join(',')}]}`);

  const isChanged = (id: InstrumentId, from: number) => (changedAt.get(id) ?? 0) > from;
  const changed = (ids: Iterable<InstrumentId>, from: number): readonly Instrument[] =>
    [...ids].flatMap((id) => (isChanged(id, from) ? (market.instrument(id) ?? []) : []));

  return {
    version: () => version,
    touch(id) {
      version++;
      changedAt.set(id, version);
      if (bodies.size > 0) bodies = new Map();
    },
    since: (from) => getOrCreate(bodies, from, () => rows(changed(changedAt.keys(), from))),
    sinceOf(ids, from) {
      const instruments = changed(ids, from);
      return instruments.length === 0 ? undefined : rows(instruments);
    },
    all: () => rows(market.instruments()),
  };
}
