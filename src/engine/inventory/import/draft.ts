import type { Member, ObjectNode, SchemaNode } from '../../../base/schema.ts';
import type { Value } from '../../../base/value.ts';
import { hasOwnMembers, isComputedOnly } from '../../model/flags.ts';
import { elements, fieldOf, fields } from '../../value/canonical.ts';
import { isNothing } from '../../value/empty.ts';

/** Members of a resource that are not written: `tags` says what `tags_all` does, and the import id says what `id` does. */
const NOT_WRITTEN: ReadonlySet<string> = new Set(['id', 'tags_all', 'timeouts']);

/**
 * A configuration that says what a live object is: without what only the cloud sets, and without what is empty. Members that are left out are null or an
 * empty list, so that the whole fits the schema.
 * @param region of the provider's configuration: an object in it does not name it
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

/** The value of a member that is left out. */
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

/** Whether anything is set in a value, however deep. */
export function hasContent(value: Value): boolean {
  if (value === null) return false;
  if (Array.isArray(value)) return value.some(hasContent);
  return typeof value === 'object' ? Object.values(value).some(hasContent) : true;
}

/** Whether leaving a value out may mean the same: false and zero of an attribute that only the configuration sets. */
const isUsual = (value: Value): boolean => value === false || value === 0;

/** The same configuration without whatever is false or zero: shorter, where the provider takes it for the same. */
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
