/** A cache of at most `limit` values by key; the least recently used one goes first. */
export interface SparklineCache<T> {
  get(key: string): T | undefined;
  put(key: string, value: T): void;
  clear(): void;
}

export function createSparklineCache<T>(limit: number): SparklineCache<T> {
  // A Map keeps the order of insertion: a used value is moved to the end.
  const values = new Map<string, T>();
  const put = (key: string, value: T) => {
    values.delete(key);
    values.set(key, value);
    for (const oldest of values.keys()) {
      if (values.size <= limit) break;
      values.delete(oldest);
    }
  };
  return {
    get(key) {
      const value = values.get(key);
      if (value !== undefined) put(key, value);
      return value;
    },
    put,
    clear: () => values.clear(),
  };
}
