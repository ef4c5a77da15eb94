/** Adds a value to the list that a map holds under a key. Lists are appended to, never copied: some get very long. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const existing = lists.get(key);
  if (existing) existing.push(value);
  else lists.set(key, [value]);
}
