import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { quoted } from '../../base/visible.ts';
import { pairElements } from './elements.ts';
import { keyText } from './inline.ts';

/** One difference between two values. `path` starts at the compared value. */
export type Difference =
  | { kind: 'changed'; path: string; before: Json; after: Json }
  | { kind: 'added' | 'removed'; path: string; value: Json }
  | { kind: 'reordered'; path: string };

/** The list or object that a value is or that its JSON text contains, such as a policy; undefined for plain values. */
export function structureOf(value: Json): Json[] | JsonObject | undefined {
  if (Array.isArray(value)) return value;
  if (isObject(value)) return value;
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  try {
    const parsed = JSON.parse(value) as Json;
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function memberPath(path: string, key: string): string {
  const name = keyText(key);
  if (name.startsWith('"')) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
}

function objectDifferences(before: JsonObject, after: JsonObject, path: string): Difference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return keys.flatMap((key): Difference[] => {
    const place = memberPath(path, key);
    if (!Object.hasOwn(before, key)) return [{ kind: 'added', path: place, value: after[key] ?? null }];
    if (!Object.hasOwn(after, key)) return [{ kind: 'removed', path: place, value: before[key] ?? null }];
    return differences(before[key] ?? null, after[key] ?? null, place);
  });
}

function listDifferences(before: Json[], after: Json[], path: string): Difference[] {
  const { changed, removed, added } = pairElements(before, after);
  if (changed.length + removed.length + added.length === 0) return [{ kind: 'reordered', path }];
  const at = (list: Json[], index: number) => list[index] ?? null;
  const one = (kind: 'added' | 'removed', value: Json): Difference => ({ kind, path: `${path}[]`, value });
  const inside = changed.flatMap(({ before: was, after: is, name }): Difference[] => {
    const [old, now] = [at(before, was), at(after, is)];
    return structureOf(old) && structureOf(now)
      ? differences(old, now, `${path}[${name === undefined ? is : quoted(name)}]`)
      : [one('removed', old), one('added', now)];
  });
  return [
    ...inside,
    ...removed.map((index) => one('removed', at(before, index))),
    ...added.map((index) => one('added', at(after, index))),
  ];
}

/**
 * Finds the differences between two values, as deep as both have structure: members of objects by name, elements of
 * lists by their own names (`tag["Name"].value`) or as a multiset, JSON texts by their content. Empty for equal values.
 */
export function differences(before: Json, after: Json, path = ''): Difference[] {
  const [a, b] = [structureOf(before), structureOf(after)];
  if (isDeepStrictEqual(a ?? before, b ?? after)) return [];
  if (Array.isArray(a) && Array.isArray(b)) return listDifferences(a, b, path);
  if (Array.isArray(a) && after === null) return listDifferences(a, [], path);
  if (Array.isArray(b) && before === null) return listDifferences([], b, path);
  if (a && b && !Array.isArray(a) && !Array.isArray(b)) return objectDifferences(a, b, path);
  return [{ kind: 'changed', path, before, after }];
}
