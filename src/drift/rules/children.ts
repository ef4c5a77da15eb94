import type { Value } from '../../base/value.ts';
import { fieldOf, fields } from '../compare/canonical.ts';
import type { Observed } from '../compare/stage.ts';
import type { StateInstance } from '../state/instance.ts';

/**
 * Which children belong to a parent: those whose field `by` is, or lists, what the parent has in one of the fields `to`, or what
 * `to` makes of it.
 */
export type ChildLink = {
  type: string;
  by: string;
  to: string[] | ((parent: Record<string, Value>) => string[]);
  where?: { field: string; is: string | boolean };
};

/** A resource that may be behind what another one shows; `live` is null when it is gone. */
export type Child = { resource: string; stateKey?: string; type: string; before: Value; live: Value };

/** The children by a link of what has these attributes. */
export type FindChildren = (link: ChildLink, parent: Record<string, Value>) => Child[];

/** Without the attributes that say nothing, which are most: there may be many children, and each is kept. */
function brief(value: Value): Value {
  return value === null ? null : Object.fromEntries(Object.entries(fields(value)).filter(([, one]) => one !== null));
}

/** What is kept of an observed instance for others' sake. */
export function observedChild({ instance, outcome: { before, ...rest } }: Observed): Child {
  const live = brief(rest.status === 'read' ? rest.live : null);
  return { resource: instance.address, type: instance.type, before: brief(before), live };
}

/** The same for what was not looked at: taken to be as its state says. That is no claim about it, only about its parent. */
export function childAsWritten(instance: StateInstance): Child {
  const value = brief(instance.values() as Record<string, Value>);
  return { resource: instance.address, type: instance.type, before: value, live: value };
}

const named = (value: Value): Value[] => (Array.isArray(value) ? value : [value]);

/** The texts by which a parent's children know it. */
export function namesFor({ to }: ChildLink, parent: Record<string, Value>): string[] {
  const names = typeof to === 'function' ? to(parent) : to.map((name) => fieldOf(parent, name));
  return [...new Set(names)].filter((name) => typeof name === 'string' && name !== '') as string[];
}

/** Finds children by their link's field, each field of a type indexed once: states hold thousands of parents and children. */
export function childrenIn(all: readonly Child[]): FindChildren {
  const byType = Map.groupBy(all, ({ type }) => type);
  const indexes = new Map<string, Map<Value, Child[]>>();
  const indexOf = ({ type, by }: ChildLink) => {
    const key = `${type}.${by}`;
    const known = indexes.get(key);
    if (known) return known;
    const made = new Map<Value, Child[]>();
    for (const child of byType.get(type) ?? [])
      for (const name of named(fieldOf(fields(child.before), by))) {
        const others = made.get(name);
        if (others) others.push(child);
        else made.set(name, [child]);
      }
    indexes.set(key, made);
    return made;
  };
  return (link, parent) => {
    const children = namesFor(link, parent).flatMap((name) => indexOf(link).get(name) ?? []);
    const { where } = link;
    return where
      ? children.filter(({ before }) => (fieldOf(fields(before), where.field) ?? false) === where.is)
      : children;
  };
}
