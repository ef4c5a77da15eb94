import { append } from '../../../base/append.ts';
import type { Value } from '../../../base/value.ts';
import { fieldOf, fields } from '../../value/canonical.ts';
import { stable } from '../../value/stable.ts';
import type { Observed } from '../../compare/observed.ts';
import type { StateInstance } from '../../state/instance.ts';
import { mayBeOne, type LinkPlace } from '../../state/link-place.ts';

/**
 * Which children belong to a parent: those whose field `by` is, or lists, what the parent has in one of the fields `to`, or what
 * `to` makes of it. A field may lie in blocks: `spec.scale_target_ref.name`.
 */
export type ChildLink = {
  type: string;
  by: string;
  to: string[] | ((parent: Record<string, Value>) => string[]);
  where?: { field: string; is: string | boolean };
  /** Fields in which the two agree besides: a name is given again in every namespace or resource group. */
  same?: readonly string[];
};

/** A resource that may be behind what another one shows; `live` is null when it is gone. */
export type Child = {
  resource: string;
  stateKey?: string;
  type: string;
  before: Value;
  live: Value;
  place?: LinkPlace | undefined;
};

/** The children by a link of what has these attributes and is there. */
export type FindChildren = (link: ChildLink, parent: Record<string, Value>, place: LinkPlace | undefined) => Child[];

/** What names one thing alone in all of a partition; names that people choose are given again in every account and region. */
const UNIQUE: ReadonlySet<string> = new Set([
  'id',
  'arn',
  'url',
  'zone_id',
  'allocation_id',
  'primary_network_interface_id',
]);

/** In what the places of a parent and a child have to agree: an id may well be named from another account or region. */
const respectsOf = ({ to }: ChildLink): (keyof LinkPlace)[] =>
  Array.isArray(to) && to.every((name) => UNIQUE.has(name))
    ? ['partition', 'configuration']
    : ['partition', 'account', 'region', 'configuration'];

/** Names that no two servers give: of Azure, of Google, and ids that were drawn. */
const UNMISTAKABLE = /^(\/subscriptions\/|projects\/|https?:\/\/)|^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/;

/**
 * Whether a name means one thing in both states. Behind a provider that tells no account, the production and the staging state may each
 * mean a server of their own, by the same configuration and with the same names.
 */
const isOfBoth = (name: string, { stateKey }: Child, place: LinkPlace | undefined): boolean =>
  stateKey === undefined || place?.configuration === undefined || UNMISTAKABLE.test(name);

/** Without the attributes that say nothing, which are most: there may be many children, and each is kept. */
function brief(value: Value): Value {
  return value === null ? null : Object.fromEntries(Object.entries(fields(value)).filter(([, one]) => one !== null));
}

/** What is kept of an observed instance for others' sake. */
export function observedChild({ instance, place, outcome: { before, ...rest } }: Observed): Child {
  const live = brief(rest.status === 'read' ? rest.live : null);
  return { resource: instance.address, type: instance.type, before: brief(before), live, place };
}

/** The same for what was not looked at: taken to be as its state says. That is no claim about it, only about its parent. */
export function childAsWritten(instance: StateInstance, place: LinkPlace | undefined): Child {
  const value = brief(instance.values() as Record<string, Value>);
  return { resource: instance.address, type: instance.type, before: value, live: value, place };
}

/** What stands in a field, which may lie in blocks; of several blocks, or in a list, all of it. */
export function valuesAt(value: Value, field: string): Value[] {
  const names = field.split('.');
  return names.reduce<Value[]>(
    (values, name) => values.flatMap((one) => fieldOf(fields(one), name)).filter((one) => one !== null),
    [value],
  );
}

/** The texts by which a parent's children know it. */
export function namesFor({ to }: ChildLink, parent: Record<string, Value>): string[] {
  const names = typeof to === 'function' ? to(parent) : to.flatMap((name) => valuesAt(parent, name));
  return [...new Set(names)].filter((name) => typeof name === 'string' && name !== '') as string[];
}

/** Finds children by their link's field, each field of a type indexed once: states hold thousands of parents and children. */
export function childrenIn(all: readonly Child[]): FindChildren {
  const byType = Map.groupBy(all, ({ type }) => type);
  const indexes = new Map<string, Map<Value, Child[]>>();
  const indexOf = ({ type, by }: ChildLink) => {
    const key = `${type}.${by}`;
    const index = indexes.get(key);
    if (index) return index;
    const made = new Map<Value, Child[]>();
    for (const child of byType.get(type) ?? [])
      for (const name of valuesAt(child.before, by)) append(made, name, child);
    indexes.set(key, made);
    return made;
  };
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
