/** The value of `key`; made and kept if there is none. As `Map.prototype.getOrInsertComputed`, which browsers lack. */
export function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
