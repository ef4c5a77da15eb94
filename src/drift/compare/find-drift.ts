import type { SchemaNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import { computedOnly } from '../rules/computed-only.ts';
import { echoChild, echoChildAsWritten, echoes, type EchoChild } from '../rules/echoes.ts';
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

type Sifted = Pick<DriftResult, 'differences' | 'suppressed'>;

/** The first stage that takes a difference away has it; what none takes is drift. */
function sift(observed: Present, found: readonly Difference[], stages: readonly Stage[]): Sifted {
  const differences: Difference[] = [];
  const suppressed: Suppressed[] = [];
  for (const difference of found) {
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

const kindOf = ({ differences }: Sifted) => (differences.length > 0 ? 'changed' : 'in_sync');

/** The stages that need nothing but the instance itself. */
const ALONE: readonly Stage[] = [computedOnly, tagsByTagsAll];

/**
 * Compares the two sides of one instance, through the stages that look at nothing else: canonical values, computed-only
 * attributes, tags. What is in sync here stays in sync, so that of most instances nothing has to be kept.
 */
export function compareInstance(observed: Observed): DriftResult {
  const nothing = { instance: observed.instance, observed, differences: [], suppressed: [] };
  if (!isPresent(observed)) return { ...nothing, kind: 'deleted' };
  const sifted = sift(observed, rawDifferences(observed), ALONE);
  return { ...nothing, ...sifted, kind: kindOf(sifted) };
}

/** What is kept of all instances that belong together, for what one of them says of another. */
export type Relatives = {
  /** What parents may show; see `echoChild`. */
  children: readonly EchoChild[];
  /** Addresses of the instances that are there. */
  present: ReadonlySet<string>;
};

/** The address of the current object that a deposed one lies behind. */
const currentAddress = (instance: StateInstance) => formatAddress({ ...instance, deposed: undefined });

/**
 * Takes what `compareInstance` left through the stages that look at more than one instance: echoes, and a deposed object,
 * which counts only where its current one is gone.
 */
export function compareWithRelatives({ children, present }: Relatives): (compared: DriftResult) => DriftResult {
  const stages = [echoes(children)];
  return (compared) => {
    const { instance, observed } = compared;
    if (instance.deposed !== undefined && present.has(currentAddress(instance)))
      return { instance, observed, differences: [], suppressed: [], kind: 'skipped', reason: 'deposed' };
    if (compared.kind !== 'changed' || !isPresent(observed)) return compared;
    const sifted = sift(observed, compared.differences, stages);
    const suppressed = [...compared.suppressed, ...sifted.suppressed];
    return { ...compared, differences: sifted.differences, suppressed, kind: kindOf(sifted) };
  };
}

/**
 * Both of the above for instances that are all at hand. One result an instance, in the given order. `unobserved` are the
 * managed instances that could not be looked at: they have no result, but a parent may show what they are.
 */
export function findDrift(observed: readonly Observed[], unobserved: readonly StateInstance[] = []): DriftResult[] {
  const children = [...observed.map(echoChild), ...unobserved.map(echoChildAsWritten)];
  const settle = compareWithRelatives({
    children: children.filter((child) => child !== undefined),
    present: new Set(observed.filter(isPresent).map(({ instance }) => instance.address)),
  });
  return observed.map((one) => settle(compareInstance(one)));
}
