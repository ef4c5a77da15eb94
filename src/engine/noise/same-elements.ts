import type { SchemaNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import { canonical } from '../value/canonical.ts';
import { stepsAlong, valueAt } from '../value/diff.ts';
import { isLegacyType } from '../value/empty.ts';
import { stable } from '../value/stable.ts';
import type { Present } from '../compare/observed.ts';

function elementsIn(node: SchemaNode, value: Value): number {
  const form: Value = canonical(node, value, false);
  return Array.isArray(form) ? form.length : 0;
}

/**
 * True if a list or set has equal elements after `strip`. Elements of a set have no paths, so one differing attribute
 * makes the whole set differ.
 */
export function sameElements(
  { schema, outcome }: Present,
  path: Path,
  strip: (node: SchemaNode, value: Value) => Value,
): boolean {
  const node = stepsAlong(schema, path).at(-1)?.to;
  if (node?.kind !== 'set' && node?.kind !== 'list') return false;
  const before: Value = valueAt(outcome.before, path);
  const live: Value = valueAt(outcome.live, path);
  // Stripping may make two elements equal, so the number of elements has to be equal before.
  if (elementsIn(node, before) !== elementsIn(node, live)) return false;
  const form = (side: Value) => stable(canonical(node, strip(node, side), isLegacyType(schema)));
  return form(before) === form(live);
}
