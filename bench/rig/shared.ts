import type { Opening } from './while-open.ts';

/** What suites of one run may share. */
export type SharedName = 'browser' | 'busy exchange';

/** Something that suites of one run share. */
interface Shared<T> {
  /** Opens it when nobody did before; whoever has it gives it back and leaves it open. */
  borrow(): Opening<T>;
  /** Closes it if it is open; who borrows it next opens it anew. */
  end(): Promise<void>;
}

const ends = new Map<SharedName, () => Promise<void>>();
const given = new WeakSet<object>();

export function share<T extends object>(name: SharedName, open: () => Opening<T>): Shared<T> {
  let current: Opening<T> | undefined;
  const end = async () => {
    const last = current;
    current = undefined;
    // Who borrowed what could not be opened was told so.
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

/** Whether somebody had it before and gave it back: it is warm then. */
export const wasUsed = (one: object): boolean => given.has(one);

/** Closes what is shared, but for what others have a use for. */
export async function endShared(stillUsed: readonly SharedName[] = []): Promise<void> {
  for (const [name, end] of ends) if (!stillUsed.includes(name)) await end();
}
