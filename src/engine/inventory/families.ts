import { append } from '../../base/append.ts';
import type { Value } from '../../base/value.ts';
import { AWS_OWN_PARTS, AWS_PARENTS, type ParentLink } from '../../clouds/aws/catalog/parents.ts';
import { TYPES } from '../../clouds/clouds.ts';
import type { Candidate, ListableType } from '../../clouds/contract/inventory.ts';
import { elementField } from './classes/subject.ts';
import { valuesAt } from '../value/fields.ts';

/**
 * The links of each type to its possible parent types: the catalog's, and those by which overlaps find a parent's
 * parts.
 */
const LINKS: ReadonlyMap<string, readonly ParentLink[]> = collectLinks();

function collectLinks(): Map<string, ParentLink[]> {
  const links = new Map<string, ParentLink[]>(Object.entries(AWS_PARENTS).map(([type, some]) => [type, [...some]]));
  for (const [type, { overlaps = [] }] of TYPES)
    for (const { children } of overlaps)
      for (const { type: child, by } of children)
        if (!links.get(child)?.some((one) => one.by === by && one.type === type)) append(links, child, { by, type });
  return links;
}

/** Sorts types into levels, each after its parent types, so that a parent is known before its parts are listed. */
export function parentsFirst(types: ReadonlyMap<string, Pick<ListableType, 'parent'>>): string[][] {
  const depths = new Map<string, number>();
  const depthOf = (type: string, above: readonly string[] = []): number => {
    const known = depths.get(type);
    if (known !== undefined) return known;
    const { parent } = types.get(type) ?? {};
    const parents = [
      ...(LINKS.get(type) ?? []).map((one) => one.type),
      ...(parent === undefined ? [] : [parent]),
    ].filter((one) => one !== type && !above.includes(one));
    const depth = parents.length === 0 ? 0 : 1 + Math.max(...parents.map((one) => depthOf(one, [...above, type])));
    depths.set(type, depth);
    return depth;
  };
  const levels: string[][] = [];
  for (const type of types.keys()) (levels[depthOf(type)] ??= []).push(type);
  return levels.filter((level) => level !== undefined);
}

const valuesIn = (values: Value, path: string): string[] =>
  valuesAt(values, path).filter((name): name is string => typeof name === 'string' && name !== '');

/** The EC2 instance whose termination deletes this object: a root volume, a first network interface. */
function withInstance(element: unknown): { type: string; name: string }[] {
  const attached = elementField(element, 'attachmentset', 'attachments', 'attachment');
  const [first] = Array.isArray(attached) ? (attached as unknown[]) : [attached];
  const name = elementField(first, 'instanceid');
  const isPart = String(elementField(first, 'deleteontermination')) === 'true';
  return isPart && typeof name === 'string' ? [{ type: 'aws_instance', name }] : [];
}

/** The parts that an object names in its attributes: an instance creates its root volume, and deletes it at its end. */
export const ownParts = (type: string, values: Value): { type: string; name: string }[] =>
  (AWS_OWN_PARTS[type] ?? []).flatMap(({ by, type: part }) =>
    // Route 53 writes ids with this prefix or without it.
    valuesIn(values, by).map((name) => ({ type: part, name: name.replace(/^\/hostedzone\//, '') })),
  );

/** The names by which an object refers to possible parents, the most reliable first: the parent of its list leads. */
export function parentNames(candidate: Candidate, live: Value): { type: string; name: string }[] {
  const own = candidate.parent ? [{ type: candidate.parent.type, name: candidate.parent.id }] : [];
  const linked = (LINKS.get(candidate.type) ?? []).flatMap(({ by, type }) =>
    valuesIn(live, by).map((name) => ({ type, name })),
  );
  return [...own, ...withInstance(candidate.element), ...linked];
}
