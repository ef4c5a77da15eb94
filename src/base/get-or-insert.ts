type MapLike<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown };

/** The value in a map for a key; a missing value is made and stored (TC39's `getOrInsertComputed`). */
export function getOrInsert<K, V extends object | string | number | boolean>(
  map: MapLike<K, V>,
  key: K,
  make: (key: K) => NoInfer<V>,
): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const made = make(key);
  map.set(key, made);
  return made;
}
