import { isObject, type Json } from '../../base/json.ts';

/** The mark at the end of a list with the number of omitted elements. */
export const moreElements = (count: number): string => `… (${count} more)`;

/** The mark at the end of a map or object with the number of omitted members. */
export const moreMembers = (count: number): [string, string] => ['…', `${count} more`];

const COUNTED = /^(?:… \()?(\d+) more\)?$/;

/** The number of omitted elements or members if the value is such a mark; otherwise 0. */
export const leftOutBy = (value: Json | undefined): number =>
  typeof value === 'string' ? Number(COUNTED.exec(value)?.[1] ?? 0) : 0;

/** Attributes that identify the elements of a list, the most reliable first: `key` of a tag, `Sid` of a statement. */
export const NAMES = ['name', 'key', 'id', 'sid', 'username', 'cidr', 'cidr_block', 'device_name', 'arn'] as const;

function nameOf(element: Json): string | undefined {
  if (!isObject(element)) return undefined;
  const own = new Map(Object.entries(element).map(([key, value]) => [key.toLowerCase(), value]));
  const name = NAMES.map((one) => own.get(one)).find((one) => one !== undefined && one !== null && one !== '');
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
}

/** Indexes the elements by name; undefined unless all names exist and are distinct. */
function byName(elements: readonly Json[]): Map<string, number> | undefined {
  const all = new Map<string, number>();
  for (const [index, element] of elements.entries()) {
    // A mark for omitted elements has no name.
    if (leftOutBy(element) > 0) continue;
    const name = nameOf(element);
    if (name === undefined || all.has(name)) return undefined;
    all.set(name, index);
  }
  return all;
}

/** Equal for values that differ only in the order of members. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_, inner: Json) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );

/**
 * The pairing of two lists by index: equal elements, changed elements with their names, and elements of one list only.
 */
type Paired = {
  same: ReadonlyMap<number, number>;
  changed: readonly { before: number; after: number; name: string | undefined }[];
  removed: readonly number[];
  added: readonly number[];
};

/** Pairs elements of `before` with equal elements of `after`, in any order. */
function equalOnes(before: readonly Json[], after: readonly Json[]): Map<number, number> {
  const left = Map.groupBy(after.keys(), (index) => canonical(after[index] ?? null));
  // Reversed, because removing the first element of a long array moves all others.
  for (const indexes of left.values()) indexes.reverse();
  const all = [...before.entries()].map(([index, element]) => [index, left.get(canonical(element))?.pop()] as const);
  return new Map(all.filter((pair): pair is [number, number] => pair[1] !== undefined));
}

/**
 * Pairs the elements of two lists: first equal elements at any position, then elements with the same name, or the only
 * remaining element of each list.
 */
export function pairElements(before: readonly Json[], after: readonly Json[]): Paired {
  const same = equalOnes(before, after);
  const taken = new Set(same.values());
  const removed = [...before.keys()].filter((index) => !same.has(index));
  const added = [...after.keys()].filter((index) => !taken.has(index));
  const [was, is] = [byName(before), byName(after)];
  if (was && is) {
    const changed = [...was].flatMap(([name, index]) => {
      const now = is.get(name);
      return now === undefined || same.has(index) ? [] : [{ before: index, after: now, name }];
    });
    const [gone, come] = [new Set(changed.map((one) => one.before)), new Set(changed.map((one) => one.after))];
    return {
      same,
      changed,
      removed: removed.filter((index) => !gone.has(index)),
      added: added.filter((index) => !come.has(index)),
    };
  }
  const [gone, come] = [removed[0], added[0]];
  const isOnly = removed.length === 1 && added.length === 1 && gone !== undefined && come !== undefined;
  return isOnly
    ? { same, changed: [{ before: gone, after: come, name: undefined }], removed: [], added: [] }
    : { same, changed: [], removed, added };
}
