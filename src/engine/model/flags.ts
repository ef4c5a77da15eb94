import type { Member, SchemaNode } from '../../base/schema.ts';

/** Whether only the cloud sets it. */
export const isComputedOnly = (member: Member): boolean =>
  member.role === 'attribute' && member.computed && !member.optional && !member.required;

/** Whether the cloud sets it where it is not configured. */
export const isOptionalComputed = (member: Member): boolean =>
  member.role === 'attribute' && member.computed && member.optional;

/** Whether a node contains attributes or blocks, each with its own flags. */
export function hasOwnMembers(node: SchemaNode): boolean {
  if ('element' in node) return hasOwnMembers(node.element);
  return node.kind === 'object' && Object.values(node.members).some((member) => member.role !== 'member');
}
