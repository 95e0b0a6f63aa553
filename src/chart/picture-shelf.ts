/** Things kept by key, at most `limit` of them: the one that was longest not asked for goes first. */
export interface PictureShelf<T> {
  get(key: string): T | undefined;
  /** The one that was there before is discarded. */
  put(key: string, one: T): void;
  clear(): void;
}

/** @param discard told of each that leaves, since what it holds may outlive it, e.g. an object URL */
export function createPictureShelf<T>(limit: number, discard: (one: T) => void): PictureShelf<T> {
  // A Map keeps the order of insertion: what is used is put at the end.
  const kept = new Map<string, T>();
  const take = (key: string): T | undefined => {
    const one = kept.get(key);
    kept.delete(key);
    return one;
  };
  return {
    get(key) {
      const one = take(key);
      if (one !== undefined) kept.set(key, one);
      return one;
    },
    put(key, one) {
      const before = take(key);
      if (before !== undefined) discard(before);
      kept.set(key, one);
      for (const [oldest, leaving] of kept) {
        if (kept.size <= limit) break;
        kept.delete(oldest);
        discard(leaving);
      }
    },
    clear() {
      for (const one of kept.values()) discard(one);
      kept.clear();
    },
  };
}
