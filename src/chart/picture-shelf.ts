/** Things kept by key, at most `limit` of them: the one that was longest not asked for goes first. */
export interface PictureShelf<T> {
  get(key: string): T | undefined;
  put(key: string, one: T): void;
  clear(): void;
}

export function createPictureShelf<T>(limit: number): PictureShelf<T> {
  // A Map keeps the order of insertion: what is used is put at the end.
  const kept = new Map<string, T>();
  return {
    get(key) {
      const one = kept.get(key);
      if (one === undefined) return undefined;
      kept.delete(key);
      kept.set(key, one);
      return one;
    },
    put(key, one) {
      kept.delete(key);
      kept.set(key, one);
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break;
        kept.delete(oldest);
      }
    },
    clear: () => kept.clear(),
  };
}
