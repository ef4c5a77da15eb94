/** A queue that serves its users in turn, one item each, however many items each has added. */
export type FairQueue<T, By = object> = {
  readonly size: number;
  push(by: By, item: T): void;
  remove(by: By, item: T): void;
  /** The number of a user's items. */
  sizeOf(by: By): number;
  /** Takes the first item that `fits` of the user whose turn it is; without one, goes on with the next user. */
  take(fits: (item: T) => boolean): T | undefined;
  /** All items, in no particular order. */
  items(): Iterable<T>;
};

export function createFairQueue<T, By = object>(): FairQueue<T, By> {
  // A map keeps the insertion order of its keys: the user just served moves to the end.
  const waiting = new Map<By, T[]>();
  let size = 0;

  const takeAt = (by: By, items: T[], index: number): T | undefined => {
    const [item] = items.splice(index, 1);
    size -= 1;
    waiting.delete(by);
    if (items.length > 0) waiting.set(by, items);
    return item;
  };

  return {
    get size() {
      return size;
    },
    push: (by, item) => {
      const items = waiting.get(by);
      if (items === undefined) waiting.set(by, [item]);
      else items.push(item);
      size += 1;
    },
    remove: (by, item) => {
      const items = waiting.get(by);
      const index = items?.indexOf(item) ?? -1;
      if (items === undefined || index < 0) return;
      items.splice(index, 1);
      size -= 1;
      if (items.length === 0) waiting.delete(by);
    },
    sizeOf: (by) => waiting.get(by)?.length ?? 0,
    take: (fits) => {
      for (const [by, items] of waiting) {
        const index = items.findIndex(fits);
        if (index >= 0) return takeAt(by, items, index);
      }
      return undefined;
    },
    *items() {
      for (const items of waiting.values()) yield* items;
    },
  };
}
