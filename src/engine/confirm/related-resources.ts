import { getOrInsert } from '../../base/get-or-insert.ts';
import { append } from '../../base/append.ts';
import type { Value } from '../../base/value.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import { canonicalJson } from '../value/json-documents.ts';
import type { StateInstance } from '../state/instance.ts';

type RelatedResource = { instance: StateInstance; live?: Value | undefined };

/** Lists all scalars of a value. JSON documents are in canonical form. */
function scalarsOf(value: Value): Value[] {
  if (value === null || value === '') return [];
  if (typeof value === 'object') return Object.values(value).flatMap(scalarsOf);
  return [typeof value === 'string' ? canonicalJson(value) : value];
}

const namesOf = (value: Value): Value[] =>
  ['id', 'arn'].map((name) => fieldOf(fields(value), name)).filter((name) => name !== null && name !== '');

/** The names by which other resources refer to an instance: its id and ARN. */
export const ownNames = (instance: StateInstance): string[] =>
  namesOf(instance.values() as Record<string, Value>).filter((name) => typeof name === 'string');

/** Finds the instances that have one of these names as an attribute, by name. */
export function mentioning(names: ReadonlySet<string>, all: readonly StateInstance[]): Map<string, StateInstance[]> {
  const byName = new Map<string, StateInstance[]>();
  if (names.size === 0) return byName;
  for (const one of all)
    for (const value of new Set(Object.values(one.values())))
      if (typeof value === 'string' && names.has(value)) append(byName, value, one);
  return byName;
}

/** Free-text attributes. A name in them proves no relation. */
const FREE_TEXT = new Set(['tags', 'tags_all', 'description', 'comment']);

/** All scalars of an instance, from the state and, if it was read, from the cloud. */
function valuesOf({ instance, live }: RelatedResource): Set<Value> {
  const sides = [instance.values() as Record<string, Value>, fields(live)];
  const attributes = sides.flatMap((side) => Object.entries(side).filter(([name]) => !FREE_TEXT.has(name)));
  return new Set(attributes.flatMap(([, value]) => scalarsOf(value)));
}

/** True for texts that two resources do not share by chance: documents, ARNs, generated ids. */
const isDistinctive = (value: Value): boolean =>
  typeof value === 'string' && /^[[{]|^arn:|^[a-z]+-[0-9a-f]{8,}$/.test(value) && value.length > 4;

/**
 * Returns a function that tells whether the state explains a new value of an instance. Every new element needs an
 * explanation. Either one instance that refers to this one by id or ARN has all values of the element, at least one of
 * them distinctive (a policy that a policy resource manages). Or the element names a managed object to which such a
 * related resource refers (the volume of an attachment, the address of an association). Several related resources
 * together explain nothing.
 */
export function explainedByRelated(
  all: readonly RelatedResource[],
): (instance: StateInstance, appeared: Value) => boolean {
  let index: { mentioning: Map<Value, RelatedResource[]>; names: Map<Value, Set<StateInstance>> } | undefined;

  function build() {
    const mentioning = new Map<Value, RelatedResource[]>();
    const names = new Map<Value, Set<StateInstance>>();
    for (const one of all) {
      const attributes = one.instance.values() as Record<string, Value>;
      for (const value of new Set(Object.values(attributes)))
        if (typeof value === 'string' && value !== '') append(mentioning, value, one);
      for (const name of namesOf(attributes)) getOrInsert(names, name, () => new Set()).add(one.instance);
    }
    return { mentioning, names };
  }

  /** Caches the values of related resources for one instance, because differences are checked instance by instance. */
  const cached = new Map<StateInstance, Set<Value>[]>();
  function relatedValues(instance: StateInstance, mentioned: Map<Value, RelatedResource[]>): Set<Value>[] {
    const hit = cached.get(instance);
    if (hit) return hit;
    const mine = namesOf(instance.values() as Record<string, Value>);
    const related = new Set(
      mine.flatMap((name) => mentioned.get(name) ?? []).filter((one) => one.instance !== instance),
    );
    const values = [...related].map(valuesOf);
    cached.clear();
    cached.set(instance, values);
    return values;
  }

  return (instance, appeared) => {
    index ??= build();
    const { mentioning, names } = index;
    const related = relatedValues(instance, mentioning);
    const isManaged = (value: Value) => [...(names.get(value) ?? [])].some((other) => other !== instance);
    const isExplained = (element: Value): boolean => {
      const parts = scalarsOf(element);
      const mirrored = parts.some((part) => isDistinctive(part) || isManaged(part));
      if (mirrored && related.some((values) => parts.every((part) => values.has(part)))) return true;
      return parts.some((part) => isManaged(part) && related.some((values) => values.has(part)));
    };
    const elements: Value[] = Array.isArray(appeared) ? appeared : [appeared];
    return related.length > 0 && elements.length > 0 && elements.every(isExplained);
  };
}

/** False for values that contain only false, zero and empty values. */
export const hasContent = (value: Value): boolean =>
  scalarsOf(value).some((one) => one !== false && one !== 0 && one !== 0n);
