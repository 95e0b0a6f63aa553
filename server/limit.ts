/** A semaphore: runs at most `limit` pieces of work at a time. The others wait in order of arrival. */
export function createLimit(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // Pass the slot directly to the next waiter, so that a newcomer cannot take it.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
