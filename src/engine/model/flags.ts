import type { Member, SchemaNode } from '../../base/schema.ts';

/** Only the cloud sets it. */
export const isComputedOnly = (member: Member): boolean =>
  member.role === 'attribute' && member.computed && !member.optional && !member.required;

/** May be configured; where it is not, the cloud sets it. */
export const isOptionalComputed = (member: Member): boolean =>
  member.role === 'attribute' && member.computed && member.optional;

/** A node that has attributes or blocks of its own inside, each with its own flags. */
export function hasOwnMembers(node: SchemaNode): boolean {
  if ('element' in node) return hasOwnMembers(node.element);
  return node.kind === 'object' && Object.values(node.members).some((member) => member.role !== 'member');
}
