import type { ObjectNode } from '../../base/schema.ts';
import type { Value } from '../../base/value.ts';

/**
 * True if the legacy SDK does not distinguish the value from null: null, "", 0, false, and collections without
 * elements.
 */
export function isEmpty(value: Value | undefined): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) === 0;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** True if the value is null or empty; false and 0 are settings. */
export function isNothing(value: Value): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

export const isEmptyCollection = (value: Value): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/**
 * True if a type seems to use the legacy SDK, which does not distinguish null from empty. That SDK gives every type an
 * `id` that is optional and computed; types of the newer framework have a computed-only `id`, or none. This is a guess:
 * the provider itself reports it (`legacy_type_system`) only in a plan.
 */
export function isLegacyType(schema: ObjectNode): boolean {
  const id = schema.members.id;
  return id?.role === 'attribute' && id.optional && id.computed;
}
