import type { SchemaNode } from '../../base/schema.ts';
import type { Value } from '../../base/value.ts';
import { fieldOf, fields } from '../compare/canonical.ts';
import { stepsAlong, valueAt } from '../compare/diff.ts';
import { isNothing } from '../compare/empty.ts';
import type { Stage } from '../compare/stage.ts';
import { sameElements } from './same-elements.ts';

/** What the state's text has at a path, for all elements of the lists and sets on the way: theirs have no common order. */
type Written = readonly Record<string, unknown>[];

const objectsOf = (value: unknown): Written =>
  Array.isArray(value)
    ? value.flatMap(objectsOf)
    : typeof value === 'object' && value !== null
      ? [value as Record<string, unknown>]
      : [];

const inside = (written: Written, name: string): Written => written.flatMap((one) => objectsOf(one[name]));

/** Whoever writes an object writes all of its attributes, those without a value as null. */
const isUnknown = (written: Written, name: string): boolean =>
  written.length > 0 && !written.some((one) => Object.hasOwn(one, name));

/** A value without what the one who wrote the state did not know. */
function known(node: SchemaNode, value: Value, written: Written): Value {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value))
    return node.kind === 'list' || node.kind === 'set' ? value.map((one) => known(node.element, one, written)) : value;
  if (node.kind !== 'object') return value;
  const members = Object.entries(node.members).filter(([name]) => !isUnknown(written, name));
  return Object.fromEntries(
    members.map(([name, member]) => [name, known(member.node, fieldOf(fields(value), name), inside(written, name))]),
  );
}

const WHY = 'the provider that wrote the state did not know this attribute: its value is told here for the first time';

/**
 * Attributes that are not in the state at all. Terraform writes every attribute of a resource, so that one that is missing was added to
 * the provider after the state was written (hashicorp/aws 6.0 gave nearly every resource a `region`): that it has a value now is no change.
 */
export const newerProvider: Stage = {
  name: 'newer-provider',
  suppress(observed, path) {
    const { instance, schema, outcome } = observed;
    // The flatmap of 0.11 leaves out what has no value.
    if (!('json' in instance.attributes)) return undefined;
    let written = objectsOf(instance.values());
    for (const [i, { step, from }] of stepsAlong(schema, path).entries()) {
      if (typeof step !== 'string') continue;
      if (from?.kind === 'object' && isUnknown(written, step))
        return isNothing(valueAt(outcome.before, path.slice(0, i + 1))) ? { why: WHY } : undefined;
      written = inside(written, step);
    }
    return sameElements(observed, path, (node, value) => known(node, value, written))
      ? { why: 'its elements differ only in attributes that the provider that wrote the state did not know' }
      : undefined;
  },
};
