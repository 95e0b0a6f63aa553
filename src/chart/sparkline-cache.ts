/** A cache of at most `limit` values by key; the least recently used one goes first. */
export function createSparklineCache<K, T>(limit: number) {
  // A Map keeps the order of insertion: a used value is moved to the end.
  const values = new Map<K, T>();
  const put = (key: K, value: T): void => {
    values.delete(key);
    values.set(key, value);
    for (const oldest of values.keys()) {
      if (values.size <= limit) break;
      values.delete(oldest);
    }
  };
  return {
    get(key: K): T | undefined {
      const value = values.get(key);
      if (value !== undefined) put(key, value);
      return value;
    },
    put,
    clear: (): void => values.clear(),
  };
}
