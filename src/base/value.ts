/**
 * A value that a provider marks as "unknown until apply". It occurs in plans, never in a successful read: code that
 * finds it in a read must treat the read as failed.
 */
export const UNKNOWN: unique symbol = Symbol('unknown');

/**
 * A decoded provider value (cty over msgpack). Numbers beyond the exact range of a double are a `bigint` (integers) or a
 * decimal string (the schema then says `number`). Lists, sets and tuples are arrays; maps and objects are plain objects;
 * a `dynamic` value is `[typeJson, value]`.
 */
export type Value = null | boolean | number | bigint | string | typeof UNKNOWN | Value[] | { [key: string]: Value };

/** One step into a value: an attribute name or map key, a list index, or `'*'` for "some element of this set". */
export type Step = string | number;

/** Steps from a resource's root to a location inside it. */
export type Path = readonly Step[];

/** Whether `value` or anything inside it is unknown. */
export function hasUnknown(value: Value): boolean {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasUnknown);
}
