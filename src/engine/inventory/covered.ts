import { getOrInsert } from '../../base/get-or-insert.ts';
import type { Value } from '../../base/value.ts';
import { TYPES } from '../../clouds/clouds.ts';
import type { ChildLink, Overlap } from '../../clouds/contract/overlaps.ts';
import { namesFor } from '../overlaps/match/children.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import { valuesAt } from '../value/fields.ts';

type Fields = Record<string, Value>;
type Link = { overlap: Overlap; link: ChildLink; key: string };

/** The overlaps of each parent type, and of each type of part. */
const BY_PARENT = new Map<string, Link[]>();
const BY_CHILD = new Map<string, Link[]>();
for (const [type, { overlaps = [] }] of TYPES)
  for (const overlap of overlaps)
    for (const link of overlap.children) {
      // The key has no parent type: `aws_default_security_group` and `aws_security_group` have the same parts, and the
      // parent's id tells whose they are.
      const one = { overlap, link, key: overlap.attributes.join() };
      getOrInsert(BY_PARENT, type, () => []).push(one);
      getOrInsert(BY_CHILD, link.type, () => []).push(one);
    }

const applies = ({ where }: ChildLink, live: Value): boolean =>
  where === undefined || (fieldOf(fields(live), where.field) ?? false) === where.is;

/**
 * A part or a list of parts without texts for people: a description that was changed by hand is drift of the part, and
 * makes no other part of it.
 */
function withoutTexts(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutTexts);
  const { description: _description, ...rest } = fields(value);
  return Object.keys(rest).length === 0 ? value : rest;
}

/**
 * Indexes the parts that managed instances contain and that another type could manage: a rule inline in its security
 * group, or as the older type of rule. It uses the overlaps, by which an analysis reports each change once, in the
 * other direction.
 */
export function createCoveredParts<Owner>() {
  const parts = new Map<string, Map<string, Owner>>();
  const add = (key: string, parent: Value, some: readonly string[], owner: Owner): void => {
    if (typeof parent !== 'string' || some.length === 0) return;
    const known = getOrInsert(parts, `${key} ${parent}`, () => new Map());
    for (const one of some) known.set(one, owner);
  };
  const ownersBy = ({ overlap, link, key }: Link, live: Value): Owner[] | undefined => {
    if (!applies(link, live)) return undefined;
    const own = overlap.parts.ofChild(withoutTexts(live));
    for (const name of valuesAt(live, link.by)) {
      const known = typeof name === 'string' ? parts.get(`${key} ${name}`) : undefined;
      const owners = own.map((one) => known?.get(one)).filter((one) => one !== undefined);
      if (owners.length > 0 && owners.length === own.length) return owners;
    }
    return undefined;
  };
  return {
    /** Adds the inline parts of a managed instance, or the instance itself if it is a part. */
    add(type: string, values: Fields, owner: Owner): void {
      for (const { overlap, link, key } of BY_PARENT.get(type) ?? [])
        for (const attribute of overlap.attributes)
          for (const name of namesFor(link, values))
            add(key, name, overlap.parts.ofParent(withoutTexts(values[attribute] ?? null)), owner);
      for (const { overlap, link, key } of BY_CHILD.get(type) ?? [])
        if (applies(link, values))
          for (const name of valuesAt(values, link.by))
            add(key, name, overlap.parts.ofChild(withoutTexts(values)), owner);
    },
    /** The managed instances that contain everything that an object consists of; undefined if they lack a part. */
    ownersOf(type: string, live: Value): Owner[] | undefined {
      for (const link of BY_CHILD.get(type) ?? []) {
        const owners = ownersBy(link, live);
        if (owners !== undefined) return owners;
      }
      return undefined;
    },
  };
}
