import type { Path, Value } from '../../base/value.ts';
import { computedOnly } from '../rules/computed-only.ts';
import { echoes } from '../rules/echoes.ts';
import { tagsByTagsAll } from '../rules/tags.ts';
import type { StateInstance } from '../state/instance.ts';
import { canonical } from './canonical.ts';
import { diff, valueAt } from './diff.ts';
import { isLegacyType } from './empty.ts';
import type { Observed, Present, Stage, Suppressed } from './stage.ts';

export type { Observed } from './stage.ts';

/** One place that differs, with both values as the provider gave them. */
export type Difference = { path: Path; before: Value; live: Value };

/** What comparing came to for one instance. */
export type DriftResult = {
  instance: StateInstance;
  observed: Observed;
  kind: 'in_sync' | 'changed' | 'deleted';
  differences: Difference[];
  suppressed: Suppressed[];
};

const isPresent = (observed: Observed): observed is Present => observed.outcome.status === 'read';

function rawPaths({ schema, outcome }: Present): Path[] {
  const legacy = isLegacyType(schema);
  return diff(schema, canonical(schema, outcome.before, legacy), canonical(schema, outcome.live, legacy));
}

/** The first stage that takes a path away has it; what none takes is drift. */
function sift(observed: Present, stages: readonly Stage[]): Pick<DriftResult, 'differences' | 'suppressed'> {
  const differences: Difference[] = [];
  const suppressed: Suppressed[] = [];
  const { before, live } = observed.outcome;
  for (const path of rawPaths(observed)) {
    const taken = stages
      .values()
      .map((stage) => ({ stage: stage.name, why: stage.suppress(observed, path) }))
      .find(({ why }) => why !== undefined);
    if (taken?.why === undefined) differences.push({ path, before: valueAt(before, path), live: valueAt(live, path) });
    else suppressed.push({ path, stage: taken.stage, why: taken.why });
  }
  return { differences, suppressed };
}

/**
 * Compares the two sides of every instance that was observed in one state, through the stages in their order: canonical
 * values, computed-only attributes, tags, echoes. One result an instance, in the given order.
 */
export function findDrift(observed: readonly Observed[]): DriftResult[] {
  const byType = Map.groupBy(observed, (one) => one.instance.type);
  const stages = [computedOnly, tagsByTagsAll, echoes(byType)];
  return observed.map((one) => {
    const { instance } = one;
    if (!isPresent(one)) return { instance, observed: one, kind: 'deleted', differences: [], suppressed: [] };
    const sifted = sift(one, stages);
    return { instance, observed: one, kind: sifted.differences.length > 0 ? 'changed' : 'in_sync', ...sifted };
  });
}
