import { getOrCreate } from '../shared/get-or-create.ts';

/**
 * A semaphore: runs at most `limit` pieces of work at a time. The others wait in order of arrival, each in the line of who
 * asked for it; the lines are served in turn, so that a long one does not hold up the others.
 */
export function createLimit(limit: number): <T>(work: () => Promise<T>, who?: string) => Promise<T> {
  /** The line to be served next comes first. */
  const lines = new Map<string, (() => void)[]>();
  let running = 0;
  return async (work, who = '') => {
    if (running >= limit)
      await new Promise<void>((resolve) => getOrCreate(lines, who, () => []).push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // Pass the slot directly to the next waiter, so that a newcomer cannot take it.
      const next = takeNext(lines);
      if (next) next();
      else running--;
    }
  };
}

/** The first of the first line, whose others are served after those of all other lines. */
function takeNext<T>(lines: Map<string, T[]>): T | undefined {
  const [first] = lines;
  if (first === undefined) return undefined;
  const [who, line] = first;
  lines.delete(who);
  const next = line.shift();
  if (line.length > 0) lines.set(who, line);
  return next;
}
