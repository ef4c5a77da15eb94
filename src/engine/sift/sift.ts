import type { Path } from '../../base/value.ts';
import { computedOnly } from '../noise/computed-only.ts';
import { childrenIn, type FindChildren } from '../overlaps/match/children.ts';
import type { OverlapChild } from '../overlaps/overlaps.ts';
import { hashed } from '../noise/hashed.ts';
import { ignoreChanges } from '../noise/ignore-changes.ts';
import { ignoredTags } from '../noise/ignored-tags.ts';
import { newerProvider } from '../noise/newer-provider.ts';
import { protocols } from '../noise/protocols.ts';
import { relatedStages } from '../overlaps/related.ts';
import { tagsByTagsAll } from '../noise/tags.ts';
import { formatAddress } from '../state/address.ts';
import type { StateInstance } from '../state/instance.ts';
import { differencesOf, type Difference } from '../compare/differences.ts';
import {
  isPresent,
  refTo,
  type InstanceRef,
  type Observed,
  type Present,
  type Stage,
  type Suppressed,
} from '../compare/observed.ts';

export type { Difference } from '../compare/differences.ts';
export type { Observed } from '../compare/observed.ts';

export type DriftResult = {
  instance: StateInstance;
  observed: Observed;
  kind: 'in_sync' | 'changed' | 'deleted' | 'skipped';
  /** `deposed` if its current object exists, `ignored` if rules hide it. */
  reason?: 'deposed' | 'ignored';
  detail?: string;
  differences: Difference[];
  suppressed: Suppressed[];
  /** Set for a side effect: the instance whose drift caused it. */
  causedBy?: InstanceRef;
};

type Sifted = Pick<DriftResult, 'differences' | 'suppressed'>;

function firstOf(stages: readonly Stage[], observed: Present, path: Path): Suppressed | undefined {
  for (const stage of stages) {
    const taken = stage.suppress(observed, path);
    if (!taken) continue;
    const children = taken.children?.map(refTo) ?? [];
    return { path, stage: stage.name, why: taken.why, ...(children.length > 0 && { children }) };
  }
  return undefined;
}

/** Suppresses each difference by the first stage that explains it. The other differences are drift. */
function sift(observed: Present, candidates: readonly Difference[], stages: readonly Stage[]): Sifted {
  const differences: Difference[] = [];
  const suppressed: Suppressed[] = [];
  for (const difference of candidates) {
    const { path } = difference;
    const taken = firstOf(stages, observed, path);
    if (taken) suppressed.push(taken);
    else differences.push(difference);
  }
  return { differences, suppressed };
}

const kindOf = ({ differences }: Sifted) => (differences.length > 0 ? 'changed' : 'in_sync');

/**
 * The stages that need only the instance itself. The first that matches gives the reason. `ignoredTags` has to come
 * after `tagsByTagsAll`.
 */
const INSTANCE_STAGES: readonly Stage[] = [
  computedOnly,
  ignoreChanges,
  tagsByTagsAll,
  ignoredTags,
  protocols,
  hashed,
  newerProvider,
];

/**
 * Compares state and cloud of one instance with the stages that need no other instance: canonical values, null against
 * empty, computed-only attributes, `ignore_changes`, tags, protocols, hashes, attributes that the state's provider
 * lacked. An instance that is in sync here stays in sync, so only its verdict has to be kept.
 * @param legacy whether the type uses the legacy SDK; undefined until the provider's plan shows it
 */
export function compareInstance(observed: Observed, legacy: boolean | undefined): DriftResult {
  const nothing = { instance: observed.instance, observed, differences: [], suppressed: [] };
  if (!isPresent(observed)) return { ...nothing, kind: 'deleted' };
  const { differences, suppressed } = differencesOf(observed, legacy);
  const sifted = sift(observed, differences, INSTANCE_STAGES);
  return { ...nothing, ...sifted, suppressed: [...suppressed, ...sifted.suppressed], kind: kindOf(sifted) };
}

/** The data of all instances of a state by which differences of one are explained by another. */
export type Relatives = {
  /** Instances whose settings others may repeat inline, or that scale others; see `overlapChild`. */
  children: readonly OverlapChild[];
  /** Addresses of the instances that exist. */
  present: ReadonlySet<string>;
};

/** The address of the current object of a deposed one. */
const currentAddress = (instance: StateInstance) => formatAddress({ ...instance, deposed: undefined });

/**
 * Applies to the results of `compareInstance` the stages that need several instances: overlaps, and deposed objects,
 * which count only if the current object is gone.
 */
export function compareWithRelatives({ children, present }: Relatives): (compared: DriftResult) => DriftResult {
  const stages = relatedStages(childrenIn(children));
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
 * Compares the remaining differences of an instance again with the children and related resources of other states.
 * `explained` tells whether a related resource manages a new value.
 */
export function compareAnew(
  result: DriftResult,
  childrenOf: FindChildren,
  explained: (difference: Difference) => boolean,
): DriftResult {
  const { observed } = result;
  if (result.kind !== 'changed' || !isPresent(observed)) return result;
  const { differences, suppressed } = sift(observed, result.differences, relatedStages(childrenOf));
  const theirs = new Set(differences.filter((one) => one.unspoken && explained(one)));
  const why = 'resources in another state manage it';
  const taken = [...theirs].map(({ path }): Suppressed => ({ path, stage: 'related-resources', why }));
  const left = differences.filter((one) => !theirs.has(one));
  return {
    ...result,
    kind: left.length > 0 ? 'changed' : 'in_sync',
    differences: left,
    suppressed: [...result.suppressed, ...suppressed, ...taken],
  };
}
