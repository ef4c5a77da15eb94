import { append } from '../../base/append.ts';
import type { Value } from '../../base/value.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import { canonicalJson } from '../value/json-documents.ts';
import type { StateInstance } from '../state/instance.ts';

/** An instance as state has it, and as the cloud has it where that is known. */
export type Neighbour = { instance: StateInstance; live?: Value };

/** All that stands in a value: its texts, numbers and switches; JSON in canonical form. */
function scalarsOf(value: Value): Value[] {
  if (value === null || value === '') return [];
  if (typeof value === 'object') return Object.values(value).flatMap(scalarsOf);
  return [typeof value === 'string' ? canonicalJson(value) : value];
}

const namesOf = (value: Value): Value[] =>
  ['id', 'arn'].map((name) => fieldOf(fields(value), name)).filter((name) => name !== null && name !== '');

/** The names by which neighbours mention an instance. */
export const ownNames = (instance: StateInstance): string[] =>
  namesOf(instance.values() as Record<string, Value>).filter((name) => typeof name === 'string');

/** The instances that mention one of these names, by the name. */
export function mentioning(names: ReadonlySet<string>, all: readonly StateInstance[]): Map<string, StateInstance[]> {
  const found = new Map<string, StateInstance[]>();
  if (names.size === 0) return found;
  for (const one of all)
    for (const value of new Set(Object.values(one.values())))
      if (typeof value === 'string' && names.has(value)) append(found, value, one);
  return found;
}

/** What people write as they please: that a word stands in it proves nothing. */
const FREE = new Set(['tags', 'tags_all', 'description', 'comment']);

/** What an instance says of itself and of others, in state and, where that is known, in the cloud. */
function sayingsOf({ instance, live }: Neighbour): Set<Value> {
  const sides = [instance.values() as Record<string, Value>, fields(live)];
  const told = sides.flatMap((side) => Object.entries(side).filter(([name]) => !FREE.has(name)));
  return new Set(told.flatMap(([, value]) => scalarsOf(value)));
}

/** Texts that no two resources have by chance: documents, ARNs, generated ids. Words, numbers and switches are none. */
const looksSecret = (value: Value): boolean =>
  typeof value === 'string' && /^[[{]|^arn:|^[a-z]+-[0-9a-f]{8,}$/.test(value) && value.length > 4;

/**
 * Tells whether the state itself explains what has appeared at an instance. Each new element has to be explained: either one
 * instance that mentions this one by id or ARN has all of its values, at least one of them no common word (a policy that a
 * policy resource manages), or the element names a managed object that such a neighbour mentions (the volume of an attachment,
 * the address of an association). What several neighbours say together explains nothing.
 */
export function explainedByRelated(all: readonly Neighbour[]): (instance: StateInstance, appeared: Value) => boolean {
  let index: { mentioning: Map<Value, Neighbour[]>; names: Map<Value, Set<StateInstance>> } | undefined;

  function build() {
    const mentioning = new Map<Value, Neighbour[]>();
    const names = new Map<Value, Set<StateInstance>>();
    for (const one of all) {
      const attributes = one.instance.values() as Record<string, Value>;
      for (const value of new Set(Object.values(attributes)))
        if (typeof value === 'string' && value !== '') append(mentioning, value, one);
      for (const name of namesOf(attributes)) names.set(name, (names.get(name) ?? new Set()).add(one.instance));
    }
    return { mentioning, names };
  }

  /** Kept by instance: it is asked once for each difference of an instance, of which there may be any number. */
  const saidBy = new Map<StateInstance, Set<Value>[]>();
  function saidOf(instance: StateInstance, mentioned: Map<Value, Neighbour[]>): Set<Value>[] {
    const known = saidBy.get(instance);
    if (known) return known;
    const mine = namesOf(instance.values() as Record<string, Value>);
    const near = new Set(mine.flatMap((name) => mentioned.get(name) ?? []).filter((one) => one.instance !== instance));
    const said = [...near].map(sayingsOf);
    // Of the last one alone: instances are asked about one after another.
    saidBy.clear();
    saidBy.set(instance, said);
    return said;
  }

  return (instance, appeared) => {
    index ??= build();
    const { mentioning, names } = index;
    const said = saidOf(instance, mentioning);
    const isManaged = (value: Value) => [...(names.get(value) ?? [])].some((other) => other !== instance);
    const isExplained = (element: Value): boolean => {
      const parts = scalarsOf(element);
      const mirrored = parts.some((part) => looksSecret(part) || isManaged(part));
      if (mirrored && said.some((values) => parts.every((part) => values.has(part)))) return true;
      return parts.some((part) => isManaged(part) && said.some((values) => values.has(part)));
    };
    const elements: Value[] = Array.isArray(appeared) ? appeared : [appeared];
    return said.length > 0 && elements.length > 0 && elements.every(isExplained);
  };
}

/** Whether there is anything in a value. */
export const saysSomething = (value: Value): boolean =>
  scalarsOf(value).some((one) => one !== false && one !== 0 && one !== 0n);
