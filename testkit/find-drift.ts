import { compareInstance, compareWithRelatives, type DriftResult, type Observed } from '../src/engine/sift/sift.ts';
import { isLegacyType } from '../src/engine/value/empty.ts';
import { isPresent } from '../src/engine/compare/observed.ts';
import { overlapChild, overlapChildAsWritten } from '../src/engine/overlaps/overlaps.ts';
import type { StateInstance } from '../src/engine/state/instance.ts';

/**
 * Compares a list of instances, as an analysis does one after another. Returns one result per instance, in the same
 * order. `unobserved` are managed instances that could not be read: they have no result, but overlaps with a parent
 * still take them into account. Without a provider, the schema must show which types are of the legacy SDK.
 */
export function findDrift(observed: readonly Observed[], unobserved: readonly StateInstance[] = []): DriftResult[] {
  const children = [...observed.map(overlapChild), ...unobserved.map((one) => overlapChildAsWritten(one))];
  const settle = compareWithRelatives({
    children: children.filter((child) => child !== undefined),
    present: new Set(observed.filter(isPresent).map(({ instance }) => instance.address)),
  });
  return observed.map((one) => settle(compareInstance(one, isLegacyType(one.schema))));
}
