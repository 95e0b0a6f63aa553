/** A semaphore: runs at most `limit` pieces of work at a time, the others in order of arrival. */
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
      // Hands the place to the next in line, so that no later caller gets in between.
      if (next) next();
      else running -= 1;
    }
  };
}
