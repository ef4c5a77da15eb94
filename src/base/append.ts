/** Appends a value to a map's list for a key. Does not copy the list: some get very long. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const existing = lists.get(key);
  if (existing) existing.push(value);
  else lists.set(key, [value]);
}
