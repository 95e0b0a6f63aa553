import type { WireQuote } from '../../shared/contract/market.ts';
import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import type { Market } from '../feed/market.ts';
import { wireQuotes } from '../listings/market-encoder.ts';

/** The quotes that have changed, for readers of the bid alone and for readers of both prices. */
interface ChangedQuotes {
  touch(id: InstrumentId): void;
  /** Rows of five elements. */
  readonly plain: QuoteChanges;
  /** Rows of six where the ask differs from the bid. */
  readonly withAsk: QuoteChanges;
}

/** Encodes the rows of DAY_MARKET as frame bodies. Each sender remembers the version that it sent last. */
export interface QuoteChanges {
  /** Rises with every change. */
  version(): number;
  /** The current rows of all quotes that changed after a version. */
  since(version: number): Buffer;
  /** The same of these instruments; undefined if none of them has changed. */
  sinceOf(ids: readonly InstrumentId[], version: number): Buffer | undefined;
  all(): Buffer;
}

export function createQuoteChanges(market: Market): ChangedQuotes {
  const changedAt = new Map<InstrumentId, number>();
  let version = 0;
  const isChanged = (id: InstrumentId, from: number) => (changedAt.get(id) ?? 0) > from;
  const changed = (ids: Iterable<InstrumentId>, from: number): readonly Instrument[] =>
    [...ids].flatMap((id) => (isChanged(id, from) ? (market.instrument(id) ?? []) : []));

  /** Each row is encoded once per change, and each body once, however many shards send it. */
  function encoded(hasAsk: boolean): QuoteChanges {
    const texts = new Map<number, { readonly row: WireQuote; readonly text: string }>();
    /**
     * Bodies of one version, by the version they start from. Replaced rather than cleared: V8 keeps the entries of a
     * cleared map reachable from its old table, and when that table is in the old generation they stay until a full GC.
     */
    let bodies = new Map<number, Buffer>();
    let bodiesOf = version;

    function textOf(row: WireQuote): string {
      const [id] = row;
      const known = texts.get(id);
      if (known !== undefined && isSame(known.row, row)) return known.text;
      const text = JSON.stringify(row);
      texts.set(id, { row, text });
      return text;
    }

    const rows = (instruments: Iterable<Instrument>): Buffer =>
      Buffer.from(`[${wireQuotes(market, instruments, hasAsk).map(textOf).join(',')}]}`);

    return {
      version: () => version,
      since(from) {
        if (bodiesOf < version) {
          bodies = new Map();
          bodiesOf = version;
        }
        return getOrCreate(bodies, from, () => rows(changed(changedAt.keys(), from)));
      },
      sinceOf(ids, from) {
        const instruments = changed(ids, from);
        return instruments.length === 0 ? undefined : rows(instruments);
      },
      all: () => rows(market.instruments()),
    };
  }

  return {
    touch(id) {
      version++;
      changedAt.set(id, version);
    },
    plain: encoded(false),
    withAsk: encoded(true),
  };
}

const isSame = (known: WireQuote, row: WireQuote): boolean =>
  known.length === row.length && known.every((value, at) => value === row[at]);
