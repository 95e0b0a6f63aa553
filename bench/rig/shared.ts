import type { Opening } from './while-open.ts';

/** Resources that suites of one run share. */
export type SharedName = 'browser' | 'busy exchange';

/** A resource that suites of one run share. */
interface Shared<T> {
  /** Opens it if it is closed. Returning it leaves it open. */
  borrow(): Opening<T>;
  /** Closes it if it is open; the next borrower opens it again. */
  end(): Promise<void>;
}

const ends = new Map<SharedName, () => Promise<void>>();
const given = new WeakSet<object>();

export function share<T extends object>(name: SharedName, open: () => Opening<T>): Shared<T> {
  let current: Opening<T> | undefined;
  const end = async () => {
    const last = current;
    current = undefined;
    // If it could not be opened, the borrower has already got the error.
    const one = await last?.opened.catch(() => undefined);
    if (one !== undefined) await last?.close(one);
  };
  ends.set(name, end);
  return {
    borrow() {
      current ??= open();
      return { opened: current.opened, close: async (one) => given.add(one) };
    },
    end,
  };
}

/** Whether it was borrowed and returned before, and is therefore warm. */
export const wasUsed = (one: object): boolean => given.has(one);

/** Closes all shared resources except those that later suites use. */
export async function endShared(stillUsed: readonly SharedName[] = []): Promise<void> {
  for (const [name, end] of ends) if (!stillUsed.includes(name)) await end();
}
