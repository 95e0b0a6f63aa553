import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import { find, findNear, type SearchKey, searchKey } from '../../../shared/search/find.ts';

/*
 * The search in the list that the page has: at once, for each letter, also without a connection. It knows the names in the
 * reader's language; English ones and what traders call an instrument are the exchange's part (`use-instrument-search.ts`).
 */

const keys = new WeakMap<Instrument, SearchKey>();

function keyOf(instrument: Instrument): SearchKey {
  const known = keys.get(instrument);
  if (known !== undefined) return known;
  const { code, showCode, name } = instrument;
  const key = searchKey([code, showCode, name]);
  keys.set(instrument, key);
  return key;
}

/** Folds all names before the first letter is typed: with thousands of them, that letter would wait for it. */
export const prepareSearch = (instruments: readonly Instrument[]): void => {
  for (const instrument of instruments) keyOf(instrument);
};

export const searchHere = (instruments: readonly Instrument[], keyword: string): readonly Instrument[] =>
  find(instruments, keyOf, keyword);

/** @param found those that fit: left out */
export const searchNear = (
  instruments: readonly Instrument[],
  keyword: string,
  found: readonly Instrument[],
): readonly Instrument[] => findNear(instruments, keyOf, keyword, found);

/** Those of these ids that are still listed, in the order of the ids. */
export function listedOf(
  instruments: readonly Instrument[],
  ids: readonly InstrumentId[],
): readonly Instrument[] {
  const byId = new Map(instruments.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const POPULAR_OF_CATEGORY = 2;

/** The first ones of each category: the exchange lists what is traded most first. */
export function popularOf(instruments: readonly Instrument[]): readonly Instrument[] {
  const taken = new Map<number, number>();
  return instruments.filter(({ categoryId }) => {
    const count = (taken.get(categoryId) ?? 0) + 1;
    taken.set(categoryId, count);
    return count <= POPULAR_OF_CATEGORY;
  });
}
