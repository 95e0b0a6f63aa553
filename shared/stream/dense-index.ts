/** Gives each id the next free index, permanently. Ids below 2^16, which instruments usually have, need no hashing. */
export interface DenseIndex {
  readonly count: number;
  /** -1 for an id without an index. */
  find(id: number): number;
  /** The id's index; a new one if it has none. */
  place(id: number): number;
}

const DIRECT = 2 ** 16;

export function createDenseIndex(): DenseIndex {
  const direct = new Int32Array(DIRECT).fill(-1);
  const others = new Map<number, number>();
  let count = 0;
  const isDirect = (id: number) => id >= 0 && id < DIRECT && Number.isInteger(id);

  function find(id: number): number {
    return direct[id] ?? others.get(id) ?? -1;
  }

  return {
    get count() {
      return count;
    },
    find,
    place(id) {
      const known = find(id);
      if (known >= 0) return known;
      if (isDirect(id)) direct[id] = count;
      else others.set(id, count);
      return count++;
    },
  };
}
