import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import type { HomeSort } from '../../state/preferences.ts';
import type { Ranks } from './home-view.ts';

/** The places of instruments by their shown names, as the reader's language sorts them. */
export function ranksByName(instruments: readonly Instrument[], sort: HomeSort, locale: string): Ranks {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const sorted = [...instruments].sort((a, b) => compare(a.showCode, b.showCode));
  return placesOf(
    sorted.map(({ id }) => id),
    sort === 'name-down',
  );
}

/** The places of instruments by a ranking of the worker: ids, the highest first, then as many values. */
export const ranksByValue = (ranking: Float64Array, sort: HomeSort): Ranks =>
  placesOf(idsOf(ranking), sort === 'price-up' || sort === 'change-up');

const idsOf = (ranking: Float64Array): readonly InstrumentId[] =>
  Array.from(ranking.subarray(0, ranking.length >>> 1), instrumentId);

const placesOf = (ids: readonly InstrumentId[], isReversed: boolean): Ranks =>
  new Map(ids.map((id, i) => [id, isReversed ? ids.length - 1 - i : i]));

/** A list with one element moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.filter((_, i) => i !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}
