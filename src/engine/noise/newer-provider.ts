import type { SchemaNode } from '../../base/schema.ts';
import type { Value } from '../../base/value.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import { stepsAlong, valueAt } from '../value/diff.ts';
import { isNothing } from '../value/empty.ts';
import type { Stage } from '../compare/observed.ts';
import type { StateInstance } from '../state/instance.ts';
import { sameElements } from './same-elements.ts';

/** The state's objects at a path. Covers all elements of lists and sets on the way, because their order may differ. */
type Written = readonly Record<string, unknown>[];

const objectsOf = (value: unknown): Written =>
  Array.isArray(value)
    ? value.flatMap(objectsOf)
    : typeof value === 'object' && value !== null
      ? [value as Record<string, unknown>]
      : [];

const inside = (written: Written, name: string): Written => written.flatMap((one) => objectsOf(one[name]));

/**
 * True if the provider that wrote the state did not have an attribute: providers write all attributes, including null
 * ones.
 */
const isUnknown = (written: Written, name: string): boolean =>
  written.length > 0 && !written.some((one) => Object.hasOwn(one, name));

type Strip = (value: Value) => Value;
const asItIs: Strip = (value) => value;
const elementsOf = (value: Value): readonly Value[] => (Array.isArray(value) ? value : [value]);

/**
 * Returns a function that removes attributes which the provider that wrote the state did not have. An attribute with a
 * value in `before`, the upgraded state, existed under another name.
 */
function stripOf(node: SchemaNode, before: readonly Value[], written: Written): Strip {
  if (written.length === 0) return asItIs;
  if (node.kind === 'list' || node.kind === 'set') {
    const strip = stripOf(node.element, before.flatMap(elementsOf), written);
    return (value) => (Array.isArray(value) ? value.map(strip) : value);
  }
  if (node.kind !== 'object') return asItIs;
  const members = Object.entries(node.members).flatMap(([name, member]): [string, Strip][] => {
    const had = before.map((one) => fieldOf(fields(one), name));
    const known = !isUnknown(written, name) || !had.every(isNothing);
    return known ? [[name, stripOf(member.node, had, inside(written, name))]] : [];
  });
  return (value) =>
    value === null || typeof value !== 'object' || Array.isArray(value)
      ? value
      : Object.fromEntries(members.map(([name, strip]) => [name, strip(fieldOf(fields(value), name))]));
}

/** Caches the attributes of one instance: parsing them again for each of its thousands of keys would take seconds. */
let latest: { instance: StateInstance; written: Written } | undefined;

function writtenOf(instance: StateInstance): Written {
  if (latest?.instance !== instance) latest = { instance, written: objectsOf(instance.values()) };
  return latest.written;
}

const WHY = 'the provider that wrote the state did not have this attribute yet; its value is not a change';

/**
 * Suppresses attributes that are missing in the state. Terraform writes every attribute of a resource, so a missing one
 * was added to the provider later (hashicorp/aws 6.0 gave nearly every resource a `region`), and its value is not a
 * change.
 */
export const newerProvider: Stage = {
  name: 'newer-provider',
  suppress(observed, path) {
    const { instance, schema, outcome } = observed;
    // The flatmap of Terraform 0.11 omits attributes without a value.
    if (!('json' in instance.attributes)) return undefined;
    let written = writtenOf(instance);
    for (const [i, { step, from }] of stepsAlong(schema, path).entries()) {
      if (typeof step !== 'string') continue;
      if (from?.kind === 'object' && isUnknown(written, step))
        return isNothing(valueAt(outcome.before, path.slice(0, i + 1))) ? { why: WHY } : undefined;
      written = inside(written, step);
    }
    const node = stepsAlong(schema, path).at(-1)?.to;
    if (node === undefined) return undefined;
    const strip = stripOf(node, [valueAt(outcome.before, path)], written);
    return sameElements(observed, path, (_node, value) => strip(value))
      ? { why: 'its elements differ only in attributes that the provider that wrote the state did not have yet' }
      : undefined;
  },
};
