import type { Member, ObjectNode, SchemaNode } from '../../../base/schema.ts';
import type { Value } from '../../../base/value.ts';
import { hasOwnMembers, isComputedOnly } from '../../model/flags.ts';
import { elements, fieldOf, fields } from '../../value/canonical.ts';
import { isNothing } from '../../value/empty.ts';

/** Members of a resource that are not written: `tags_all` repeats `tags`, and `id` repeats the import id. */
const NOT_WRITTEN: ReadonlySet<string> = new Set(['id', 'tags_all', 'timeouts']);

/**
 * A configuration with the values of a live object, except values that only the cloud sets and empty ones. Omitted
 * members are null or an empty list, so that the whole fits the schema.
 * @param region the region of the provider's configuration: the configuration of an object in it omits `region`
 */
export function draftConfig(block: ObjectNode, live: Value, region: string | null): Value {
  const whole = fields(draftObject(block, live));
  const kept = Object.entries(whole).map(([name, value]): [string, Value] => {
    const isLeftOut = NOT_WRITTEN.has(name) || (name === 'region' && value === region);
    const member = block.members[name];
    return [name, isLeftOut && member ? nothingOf(member) : value];
  });
  return Object.fromEntries(kept);
}

/** The value of an omitted member. */
export const nothingOf = (member: Member): Value =>
  member.role === 'block' && (member.node.kind === 'list' || member.node.kind === 'set') ? [] : null;

function draftObject(node: ObjectNode, value: Value): Value {
  return Object.fromEntries(
    Object.entries(node.members).map(([name, member]): [string, Value] => [
      name,
      draftMember(member, fieldOf(fields(value), name)),
    ]),
  );
}

function draftMember(member: Member, value: Value): Value {
  if (member.role === 'attribute' && (isComputedOnly(member) || member.writeOnly)) return nothingOf(member);
  if (isNothing(value)) return nothingOf(member);
  if (member.role === 'member' || !hasOwnMembers(member.node)) return value;
  const drafted = draftNode(member.node, value);
  return isNothing(drafted) || !hasContent(drafted) ? nothingOf(member) : drafted;
}

function draftNode(node: SchemaNode, value: Value): Value {
  if (node.kind === 'object') return draftObject(node, value);
  if (!('element' in node)) return value;
  if (node.kind === 'map')
    return Object.fromEntries(Object.entries(fields(value)).map(([key, one]) => [key, draftNode(node.element, one)]));
  return elements(value)
    .map((one) => draftNode(node.element, one))
    .filter(hasContent);
}

/** True if a value contains any non-null value, at any depth. */
export function hasContent(value: Value): boolean {
  if (value === null) return false;
  if (Array.isArray(value)) return value.some(hasContent);
  return typeof value === 'object' ? Object.values(value).some(hasContent) : true;
}

/** True for false and zero: an omitted attribute may mean the same. */
const isUsual = (value: Value): boolean => value === false || value === 0;

/** The same configuration without false and zero: shorter, but the provider has to confirm that it means the same. */
export function leanConfig(node: ObjectNode, config: Value): Value {
  return Object.fromEntries(
    Object.entries(node.members).map(([name, member]): [string, Value] => {
      const value = fieldOf(fields(config), name);
      if (member.role === 'attribute' && member.optional && isUsual(value)) return [name, null];
      if (member.role === 'member' || !hasOwnMembers(member.node)) return [name, value];
      return [name, leanNode(member.node, value)];
    }),
  );
}

function leanNode(node: SchemaNode, value: Value): Value {
  if (value === null) return null;
  if (node.kind === 'object') return leanConfig(node, value);
  if (Array.isArray(value) && 'element' in node) return value.map((one) => leanNode(node.element, one));
  return value;
}
