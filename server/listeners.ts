/** Functions that are called with each event. */
interface Listeners<Args extends readonly unknown[]> {
  /** @returns unsubscribe */
  add(listener: (...args: Args) => void): () => void;
  call(...args: Args): void;
}

/** @param report receives what a listener throws, so that the others and the caller go on; without it the caller gets it */
export function createListeners<Args extends readonly unknown[]>(
  report?: (error: unknown) => void,
): Listeners<Args> {
  const all = new Set<(...args: Args) => void>();
  return {
    add(listener) {
      all.add(listener);
      return () => all.delete(listener);
    },
    call(...args) {
      for (const listener of all) {
        try {
          listener(...args);
        } catch (error) {
          if (report === undefined) throw error;
          report(error);
        }
      }
    },
  };
}
