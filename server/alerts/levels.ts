import { grown } from '../grown.ts';

/**
 * Levels that a measure reaches when it rises to them, each with an id. A measure that reaches none costs one comparison,
 * one that reaches some costs these alone. To add or remove one costs a binary search and one move within two columns.
 */
export interface Levels {
  readonly size: number;
  /** An id is in here at most once. */
  add(level: number, id: number): void;
  /** @param level under which it was added */
  remove(level: number, id: number): void;
  /** Removes those at or below the measure. @returns their ids, by rising level */
  take(measure: number): readonly number[];
}

const NONE: readonly number[] = [];
const FIRST_ROWS = 16;

export function createLevels(): Levels {
  /** By falling level and id: what is reached next stands last, where a removal moves nothing. */
  let levels = new Float64Array(FIRST_ROWS);
  let ids = new Float64Array(FIRST_ROWS);
  let size = 0;

  /** The first row that does not stand before this one. */
  const placeOf = (level: number, id: number): number => {
    let [low, high] = [0, size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const own = levels[middle] ?? 0;
      if (own > level || (own === level && (ids[middle] ?? 0) > id)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    get size() {
      return size;
    },
    add(level, id) {
      if (size === levels.length) {
        levels = grown(levels);
        ids = grown(ids);
      }
      const at = placeOf(level, id);
      levels.copyWithin(at + 1, at, size);
      ids.copyWithin(at + 1, at, size);
      levels[at] = level;
      ids[at] = id;
      size++;
    },
    remove(level, id) {
      const at = placeOf(level, id);
      if (at === size || levels[at] !== level || ids[at] !== id) return;
      levels.copyWithin(at, at + 1, size);
      ids.copyWithin(at, at + 1, size);
      size--;
    },
    take(measure) {
      if (size === 0 || (levels[size - 1] ?? 0) > measure) return NONE;
      const taken: number[] = [];
      for (; size > 0 && (levels[size - 1] ?? 0) <= measure; size--) taken.push(ids[size - 1] ?? 0);
      return taken;
    },
  };
}
