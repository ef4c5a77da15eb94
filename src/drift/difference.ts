import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { keyText } from './inline.ts';

/** One place where two values differ; `path` leads there from the value that was asked about. */
export type Difference =
  | { kind: 'changed'; path: string; before: Json; after: Json }
  | { kind: 'added' | 'removed'; path: string; value: Json }
  | { kind: 'reordered'; path: string };

/** A list or object, or the one inside a JSON text such as a policy; undefined for plain values. */
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

/** Equal for values that differ in the order of members only. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_, inner: Json) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

/** The elements (with their index) that are left when each element of `other` has cancelled an equal one. */
function without(list: Json[], other: Json[]): [Json, number][] {
  const rest = other.map(canonical);
  return list.flatMap((element, index): [Json, number][] => {
    const at = rest.indexOf(canonical(element));
    if (at < 0) return [[element, index]];
    rest.splice(at, 1);
    return [];
  });
}

function listDifferences(before: Json[], after: Json[], path: string): Difference[] {
  const removed = without(before, after);
  const added = without(after, before);
  if (removed.length === 0 && added.length === 0) return [{ kind: 'reordered', path }];
  const [gone, come] = [removed[0], added[0]];
  const sameThing = removed.length === 1 && added.length === 1 && structureOf(gone?.[0] ?? null);
  if (sameThing && gone && come && structureOf(come[0])) return differences(gone[0], come[0], `${path}[${come[1]}]`);
  return [
    ...removed.map(([value]): Difference => ({ kind: 'removed', path: `${path}[]`, value })),
    ...added.map(([value]): Difference => ({ kind: 'added', path: `${path}[]`, value })),
  ];
}

/**
 * Where two values differ, as deep as both have structure: members of objects by name, elements of lists as a bag
 * (what is in both is not mentioned), JSON inside texts like the value that it is. Nothing for equal values.
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
