/** A set of dense indices that is filled and emptied often, without hashing. */
export interface IndexSet {
  add(index: number): void;
  /** In the order in which they were added; valid until the next change. */
  values(): Int32Array;
  clear(): void;
}

export function createIndexSet(capacity = 256): IndexSet {
  /** 1 at each index that is in. */
  let isIn = new Uint8Array(capacity);
  let members = new Int32Array(capacity);
  let count = 0;

  function grow(least: number): void {
    const wider = Math.max(isIn.length * 2, least);
    const [marks, indices] = [new Uint8Array(wider), new Int32Array(wider)];
    marks.set(isIn);
    indices.set(members);
    [isIn, members] = [marks, indices];
  }

  return {
    add(index) {
      if (index >= isIn.length) grow(index + 1);
      if (isIn[index] === 1) return;
      isIn[index] = 1;
      members[count++] = index;
    },
    values: () => members.subarray(0, count),
    clear() {
      for (let i = 0; i < count; i++) isIn[members[i] ?? 0] = 0;
      count = 0;
    },
  };
}
