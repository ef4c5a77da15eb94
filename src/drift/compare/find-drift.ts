import type { SchemaNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import { computedOnly } from '../rules/computed-only.ts';
import { echoes } from '../rules/echoes.ts';
import { tagsByTagsAll } from '../rules/tags.ts';
import { formatAddress } from '../state/address.ts';
import type { StateInstance } from '../state/instance.ts';
import { canonical } from './canonical.ts';
import { diff, valueAt } from './diff.ts';
import { isLegacyType } from './empty.ts';
import { isPresent, type Observed, type Present, type Stage, type Suppressed } from './stage.ts';

export type { Observed } from './stage.ts';

/** One place that differs: both values as the provider gave them, and as they were compared, in canonical form. */
export type Difference = {
  path: Path;
  before: Value;
  live: Value;
  compared: { before: Value; live: Value };
  /** Putting it back would replace the resource; the provider says so when it is asked. */
  replaces?: boolean;
};

/** What comparing came to for one instance. */
export type DriftResult = {
  instance: StateInstance;
  observed: Observed;
  kind: 'in_sync' | 'changed' | 'deleted' | 'skipped';
  /** Why it was skipped: it waits to be destroyed behind a current object, which is what counts; or rules ignore it. */
  reason?: 'deposed' | 'ignored';
  detail?: string;
  differences: Difference[];
  suppressed: Suppressed[];
};

/** Every place that differs, before any rule. */
function rawDifferences({ schema, outcome }: Present): Difference[] {
  const legacy = isLegacyType(schema);
  const node: SchemaNode = schema;
  const before: Value = canonical(node, outcome.before, legacy);
  const live: Value = canonical(node, outcome.live, legacy);
  return diff(node, before, live).map((path) => ({
    path,
    before: valueAt(outcome.before, path),
    live: valueAt(outcome.live, path),
    compared: { before: valueAt(before, path), live: valueAt(live, path) },
  }));
}

/** The first stage that takes a difference away has it; what none takes is drift. */
function sift(observed: Present, stages: readonly Stage[]): Pick<DriftResult, 'differences' | 'suppressed'> {
  const differences: Difference[] = [];
  const suppressed: Suppressed[] = [];
  for (const difference of rawDifferences(observed)) {
    const { path } = difference;
    const taken = stages
      .values()
      .map((stage) => ({ stage: stage.name, why: stage.suppress(observed, path) }))
      .find(({ why }) => why !== undefined);
    if (taken?.why === undefined) differences.push(difference);
    else suppressed.push({ path, stage: taken.stage, why: taken.why });
  }
  return { differences, suppressed };
}

/** The address of the current object that a deposed one lies behind. */
const currentAddress = (instance: StateInstance) => formatAddress({ ...instance, deposed: undefined });

/**
 * Compares the two sides of every instance that was observed in one state, through the stages in their order: canonical
 * values, computed-only attributes, tags, echoes. One result an instance, in the given order. A deposed object counts
 * only where its current one is gone. `unobserved` are the managed instances that could not be looked at:
 * they have no result, but a parent may show what they are.
 */
export function findDrift(observed: readonly Observed[], unobserved: readonly StateInstance[] = []): DriftResult[] {
  const stages = [computedOnly, tagsByTagsAll, echoes(observed, unobserved)];
  const present = new Set(observed.filter(isPresent).map((one) => one.instance.address));
  return observed.map((one): DriftResult => {
    const { instance } = one;
    const nothing = { instance, observed: one, differences: [], suppressed: [] };
    if (instance.deposed !== undefined && present.has(currentAddress(instance)))
      return { ...nothing, kind: 'skipped', reason: 'deposed' };
    if (!isPresent(one)) return { ...nothing, kind: 'deleted' };
    const sifted = sift(one, stages);
    return { ...nothing, ...sifted, kind: sifted.differences.length > 0 ? 'changed' : 'in_sync' };
  });
}
