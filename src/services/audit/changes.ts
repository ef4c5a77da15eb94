import type { Json, JsonObject } from '../../base/json.ts';

/**
 * What differs between two versions of something, as the audit log has it: `{region: {before: null, after: "eu-west-1"}}`
 * for each of `fields` that changed. Name only fields that may be shown to everybody who may read the log.
 */
export function changesOf<Field extends string>(
  before: Readonly<Record<Field, Json>>,
  after: Readonly<Record<Field, Json>>,
  fields: readonly Field[],
): JsonObject {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return Object.fromEntries(changed.map((field) => [field, { before: before[field], after: after[field] }]));
}
