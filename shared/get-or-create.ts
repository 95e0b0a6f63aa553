/** The value of `key`; a missing one is created and stored. Browsers lack `Map.prototype.getOrInsertComputed`. */
export function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
