import { grown } from '../grown.ts';

/**
 * Levels that a measure reaches when it rises to them, each with an id. A measure that reaches none costs one comparison,
 * one that reaches some costs these alone. To add or remove one costs a binary search and one move within two columns.
 */
export interface Levels {
  readonly size: number;
  /** The level that is reached next; Infinity while empty. */
  readonly next: number;
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

  const isBefore = (row: number, level: number, id: number): boolean => {
    const own = levels[row] ?? 0;
    return own > level || (own === level && (ids[row] ?? 0) > id);
  };

  /** The first row that does not stand before this one. Looked for from the end, where a tick puts what it has reached. */
  const placeOf = (level: number, id: number): number => {
    let [low, high] = [size - 1, size];
    for (let step = 1; low >= 0 && !isBefore(low, level, id); step *= 2) {
      high = low;
      low -= step;
    }
    low = Math.max(low + 1, 0);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(middle, level, id)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    get size() {
      return size;
    },
    get next() {
      return size === 0 ? Number.POSITIVE_INFINITY : (levels[size - 1] ?? 0);
    },
    add(level, id) {
      if (size === levels.length) {
        levels = grown(levels);
        ids = grown(ids);
      }
      const at = placeOf(level, id);
      if (at < size) {
        levels.copyWithin(at + 1, at, size);
        ids.copyWithin(at + 1, at, size);
      }
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
