import { isObject } from '../../../base/json.ts';
import type { Value } from '../../../base/value.ts';
import type { Candidate } from '../../../clouds/contract/inventory.ts';
import { fields } from '../../value/canonical.ts';

/** The input of the class rules: a candidate with its list's element, and the object that the provider read. */
export type Subject = { candidate: Candidate; live: Value; tags: Readonly<Record<string, string>> };

/** The members that are texts. */
export const textMembers = (members: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).flatMap(([key, one]) => (typeof one === 'string' ? [[key, one]] : [])));

/** The tags of an object in its list's element. A provider leaves out tags that begin with `aws:`. */
export function tagsInElement(element: unknown): Record<string, string> {
  const tags = elementField(element, 'tags', 'tagset', 'taglist', 'tagslist');
  if (isObject(tags)) return textMembers(tags);
  const pairs = Array.isArray(tags)
    ? tags.map((one) => [elementField(one, 'key', 'tagkey'), elementField(one, 'value', 'tagvalue')])
    : [];
  return Object.fromEntries(
    pairs.flatMap(([key, one]) => (typeof key === 'string' ? [[key, typeof one === 'string' ? one : '']] : [])),
  );
}

/** The tags of an object, its default tags included. */
export function tagsOf(live: Value): Record<string, string> {
  const { tags, tags_all: all } = fields(live);
  return textMembers({ ...fields(tags), ...fields(all) });
}

/** A field of a list's element, in any of the spellings of services: `IsDefault`, `isDefault`, `is_default`. */
export function elementField(element: unknown, ...names: readonly string[]): unknown {
  if (typeof element !== 'object' || element === null) return undefined;
  const wanted = new Set(names.map((one) => one.toLowerCase()));
  return Object.entries(element).find(([name]) => wanted.has(name.toLowerCase().replaceAll('_', '')))?.[1];
}
