import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import type { PointsRow } from '../../shared/stream/delta-frame.ts';
import type { Market } from '../feed/market.ts';
import { pointsRow } from '../listings/market-encoder.ts';

/** The quotes that have changed, as rows of DAY_MARKET. Each sender remembers the version that it sent last. */
export interface QuoteChanges {
  touch(id: InstrumentId): void;
  /** Rises with every change. */
  version(): number;
  /** The current rows of all quotes that changed after a version: the same list for all who ask at one version. */
  since(version: number): readonly PointsRow[];
  /** The same of these instruments; undefined if none of them has changed. */
  sinceOf(ids: readonly InstrumentId[], version: number): readonly PointsRow[] | undefined;
  all(): readonly PointsRow[];
  /** All of them in the order that `since` keeps. */
  allAsChanged(): readonly PointsRow[];
}

export function createQuoteChanges(market: Market): QuoteChanges {
  const changedAt = new Map<InstrumentId, number>();
  /** A row stays the same object until it changes. */
  const latest = new Map<InstrumentId, PointsRow>();
  let version = 0;
  /**
   * Lists of one version, by the version they start from. Replaced rather than cleared: V8 keeps the entries of a
   * cleared map reachable from its old table, and when that table is in the old generation they stay until a full GC.
   */
  let lists = new Map<number, readonly PointsRow[]>();
  let listsOf = version;

  const changed = (ids: Iterable<InstrumentId>, from: number): readonly Instrument[] =>
    [...ids].flatMap((id) => ((changedAt.get(id) ?? 0) > from ? (market.instrument(id) ?? []) : []));

  /** An instrument without a price yet has no row: zeros would read as a price. */
  function rowOf(instrument: Instrument): PointsRow | readonly [] {
    const { id } = instrument;
    const row = pointsRow(market, instrument);
    if (row === undefined) return [];
    const before = latest.get(id);
    if (before !== undefined && isSame(before, row)) return before;
    latest.set(id, row);
    return row;
  }

  return {
    touch(id) {
      version++;
      changedAt.set(id, version);
    },
    version: () => version,
    since(from) {
      if (listsOf < version) {
        lists = new Map();
        listsOf = version;
      }
      return getOrCreate(lists, from, () => changed(changedAt.keys(), from).flatMap(rowOf));
    },
    sinceOf(ids, from) {
      const instruments = changed(ids, from);
      return instruments.length === 0 ? undefined : instruments.flatMap(rowOf);
    },
    all: () => market.instruments().flatMap(rowOf),
    allAsChanged() {
      const others = market.instruments().filter(({ id }) => !changedAt.has(id));
      return [...changed(changedAt.keys(), 0), ...others].flatMap(rowOf);
    },
  };
}

const isSame = (a: PointsRow, b: PointsRow): boolean =>
  a.timeMs === b.timeMs &&
  a.close === b.close &&
  a.ask === b.ask &&
  a.open === b.open &&
  a.status === b.status &&
  a.precision === b.precision;
