type MapLike<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown };

/** The value that a map holds under a key; where there is none, one that is made and kept (TC39's `getOrInsertComputed`). */
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
