/** Runs pieces of work side by side, but never more than `limit` at a time; the others wait for their turn. */
export function createTurns(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place goes straight to the next: nobody who comes now may slip in between.
      if (next) next();
      else running -= 1;
    }
  };
}
