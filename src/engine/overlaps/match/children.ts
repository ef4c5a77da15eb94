import { getOrInsert } from '../../../base/get-or-insert.ts';
import { append } from '../../../base/append.ts';
import type { Value } from '../../../base/value.ts';
import type { ChildLink } from '../../../clouds/contract/overlaps.ts';
import { fields } from '../../value/canonical.ts';
import { valuesAt } from '../../value/fields.ts';
import { stable } from '../../value/stable.ts';
import type { Observed } from '../../compare/observed.ts';
import type { StateInstance } from '../../state/instance.ts';
import { mayBeOne, type LinkPlace } from '../../state/place.ts';

/** A standalone resource that another one may repeat inline. `live` is null if it was deleted. */
export type Child = {
  resource: string;
  stateKey?: string;
  type: string;
  before: Value;
  live: Value;
  place?: LinkPlace | undefined;
};

/** Finds the children that a link connects with a parent of these attributes at this location. */
export type FindChildren = (link: ChildLink, parent: Record<string, Value>, place: LinkPlace | undefined) => Child[];

/**
 * Fields with values that are unique within a partition. Names that people choose are unique only within an account and
 * region.
 */
const UNIQUE: ReadonlySet<string> = new Set([
  'id',
  'arn',
  'url',
  'zone_id',
  'allocation_id',
  'primary_network_interface_id',
]);

/**
 * The parts of a location in which parent and child must agree. A unique id may be referenced from another account or
 * region.
 */
const respectsOf = ({ to }: ChildLink): (keyof LinkPlace)[] =>
  Array.isArray(to) && to.every((name) => UNIQUE.has(name))
    ? ['partition', 'configuration']
    : ['partition', 'account', 'region', 'configuration'];

/** Globally unique names: ids of Azure and Google, URLs, and generated ids. */
const UNMISTAKABLE = /^(\/subscriptions\/|projects\/|https?:\/\/)|^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/;

/**
 * True if a name means the same resource in both states. If a provider has no accounts, the production and the staging
 * state may each refer to a server of their own with the same configuration and names.
 */
const isOfBoth = (name: string, { stateKey }: Child, place: LinkPlace | undefined): boolean =>
  stateKey === undefined || place?.configuration === undefined || UNMISTAKABLE.test(name);

/** Drops null attributes, which are the majority, to save memory: every child is kept. */
function brief(value: Value): Value {
  return value === null ? null : Object.fromEntries(Object.entries(fields(value)).filter(([, one]) => one !== null));
}

/** Keeps the data of an observed instance that explains differences of others. */
export function observedChild({ instance, place, outcome: { before, ...rest } }: Observed): Child {
  const live = brief(rest.status === 'read' ? rest.live : null);
  return { resource: instance.address, type: instance.type, before: brief(before), live, place };
}

/**
 * Keeps the data of an instance that was not checked, and assumes that it is as in its state. Only its parent is
 * compared with it.
 */
export function childAsWritten(instance: StateInstance, place: LinkPlace | undefined): Child {
  const value = brief(instance.values() as Record<string, Value>);
  return { resource: instance.address, type: instance.type, before: value, live: value, place };
}

/** The names by which children may refer to a parent. */
export function namesFor({ to }: ChildLink, parent: Record<string, Value>): string[] {
  const names = typeof to === 'function' ? to(parent) : to.flatMap((name) => valuesAt(parent, name));
  return [...new Set(names)].filter((name) => typeof name === 'string' && name !== '') as string[];
}

/** Indexes each link field of the children once, because states have thousands of parents and children. */
export function childrenIn(all: readonly Child[]): FindChildren {
  const byType = Map.groupBy(all, ({ type }) => type);
  const indexes = new Map<string, Map<Value, Child[]>>();
  const indexOf = ({ type, by }: ChildLink) =>
    getOrInsert(indexes, `${type}.${by}`, () => {
      const index = new Map<Value, Child[]>();
      for (const child of byType.get(type) ?? [])
        for (const name of valuesAt(child.before, by)) append(index, name, child);
      return index;
    });
  return (link, parent, place) => {
    const respects = respectsOf(link);
    const children = namesFor(link, parent)
      .flatMap((name) => (indexOf(link).get(name) ?? []).filter((child) => isOfBoth(name, child, place)))
      .filter((child) => mayBeOne(place, child.place, respects));
    const { where, same = [] } = link;
    const textOf = (value: Value, field: string) => stable(valuesAt(value, field));
    return children.filter(
      ({ before }) =>
        (where === undefined || (valuesAt(before, where.field)[0] ?? false) === where.is) &&
        same.every((field) => textOf(before, field) === textOf(parent, field)),
    );
  };
}
