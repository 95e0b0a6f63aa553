/** Lets so many works run at once; the others wait for their turn, first come first served. */
export function createTurnstile(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((enter) => waiting.push(enter));
    else running++;
    try {
      return await work();
    } finally {
      // The place goes straight to whoever waits longest, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
