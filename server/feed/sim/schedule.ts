/** Whose turn is next: a binary heap of indices by time, ties by index, so that the order is the same at every run. */
interface Schedule {
  /** The index that is due first; undefined when there is none at all. */
  first(): number | undefined;
  firstMs(): number;
  /** Gives the first one another time. */
  postpone(ms: number): void;
  /** Gives any of them another time; slow. */
  move(index: number, ms: number): void;
}

export function createSchedule(timesMs: Float64Array): Schedule {
  const due = Float64Array.from(timesMs);
  const heap = Uint32Array.from(due.keys());
  const before = (a: number, b: number): boolean => {
    const dueA = due[a] ?? 0;
    const dueB = due[b] ?? 0;
    return dueA < dueB || (dueA === dueB && a < b);
  };
  const sink = (from: number): void => {
    const moving = heap[from] ?? 0;
    let at = from;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1] ?? 0, heap[child] ?? 0)) child++;
      if (!before(heap[child] ?? 0, moving)) break;
      heap[at] = heap[child] ?? 0;
      at = child;
    }
    heap[at] = moving;
  };
  const order = (): void => {
    for (let i = (heap.length >> 1) - 1; i >= 0; i--) sink(i);
  };
  order();
  return {
    first: () => heap[0],
    firstMs: () => due[heap[0] ?? 0] ?? Number.POSITIVE_INFINITY,
    postpone(ms) {
      due[heap[0] ?? 0] = ms;
      sink(0);
    },
    move(index, ms) {
      due[index] = ms;
      order();
    },
  };
}
