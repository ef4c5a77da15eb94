import type { ObjectNode } from '../../base/schema.ts';
import type { Value } from '../../base/value.ts';

/** What the legacy SDK cannot tell apart: null, "", 0, false, and collections without elements. */
export function isEmpty(value: Value | undefined): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) === 0;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Whether there is nothing; unlike false and 0, which are settings. */
export function isNothing(value: Value): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A list, set or map without elements. */
export const isEmptyCollection = (value: Value): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/**
 * Whether a type is written with the legacy SDK, for which null and empty are one. The SDK gives every type an `id` that
 * is optional and computed; types of the newer framework declare a computed-only one, or none. The provider itself says
 * it (`legacy_type_system`) only when it is asked to plan; until then this is a guess.
 */
export function isLegacyType(schema: ObjectNode): boolean {
  const id = schema.members.id;
  return id?.role === 'attribute' && id.optional && id.computed;
}
