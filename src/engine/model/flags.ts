import type { Member, SchemaNode } from '../../base/schema.ts';

/** True if only the cloud sets the attribute. */
export const isComputedOnly = (member: Member): boolean =>
  member.role === 'attribute' && member.computed && !member.optional && !member.required;

/** True if the cloud sets the attribute unless it is configured. */
export const isOptionalComputed = (member: Member): boolean =>
  member.role === 'attribute' && member.computed && member.optional;

/** True if a node contains attributes or blocks, which have flags of their own. */
export function hasOwnMembers(node: SchemaNode): boolean {
  if ('element' in node) return hasOwnMembers(node.element);
  return node.kind === 'object' && Object.values(node.members).some((member) => member.role !== 'member');
}
