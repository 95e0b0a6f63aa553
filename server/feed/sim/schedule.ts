/** A binary heap of indices by due time; equal times go by index, so that every run has the same order. */
interface Schedule {
  /** The index that is due first; undefined when the heap is empty. */
  first(): number | undefined;
  firstMs(): number;
  /** Changes the time of the first one. */
  postpone(ms: number): void;
  /** Changes the time of any index; slow. */
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
