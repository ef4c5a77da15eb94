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
  type InstanceRef,
  type Observed,
  type Present,
  type Stage,
  type Suppressed,
} from '../compare/observed.ts';

export type { Difference } from '../compare/differences.ts';
export type { Observed } from '../compare/observed.ts';

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
  /** It has no drift of its own: what differs only shows what that instance is. */
  causedBy?: InstanceRef;
};

type Sifted = Pick<DriftResult, 'differences' | 'suppressed'>;

function firstOf(stages: readonly Stage[], observed: Present, path: Path): Suppressed | undefined {
  for (const stage of stages) {
    const taken = stage.suppress(observed, path);
    if (!taken) continue;
    const children = taken.children?.map(({ resource, stateKey }) => ({
      resource,
      ...(stateKey !== undefined && { stateKey }),
    }));
    return { path, stage: stage.name, why: taken.why, ...(children && children.length > 0 && { children }) };
  }
  return undefined;
}

/** The first stage that takes a difference away has it; what none takes is drift. */
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

/** The stages that need nothing but the instance itself. */
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
 * Compares the two sides of one instance, through the stages that look at nothing else: canonical values, nothing against nothing,
 * computed-only attributes, what the code ignores, tags, protocols, hashes, what the state could not know. What is in sync here stays in sync, so that of most instances nothing has to be kept.
 * @param legacy whether the type is one of the legacy SDK, as its provider has said; undefined where it is still to be asked
 */
export function compareInstance(observed: Observed, legacy: boolean | undefined): DriftResult {
  const nothing = { instance: observed.instance, observed, differences: [], suppressed: [] };
  if (!isPresent(observed)) return { ...nothing, kind: 'deleted' };
  const { differences, suppressed } = differencesOf(observed, legacy);
  const sifted = sift(observed, differences, INSTANCE_STAGES);
  return { ...nothing, ...sifted, suppressed: [...suppressed, ...sifted.suppressed], kind: kindOf(sifted) };
}

/** What is kept of all instances that belong together, for what one of them says of another. */
export type Relatives = {
  /** What others may show, or are moved by; see `overlapChild`. */
  children: readonly OverlapChild[];
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
 * Compares what is left of an instance once more, when more is known of what others manage: children and neighbours in other
 * states. `explained` tells whether what has appeared at a path is a neighbour's.
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
  const why = 'it only shows what resources of another state manage';
  const taken = [...theirs].map(({ path }): Suppressed => ({ path, stage: 'neighbours', why }));
  const left = differences.filter((one) => !theirs.has(one));
  return {
    ...result,
    kind: left.length > 0 ? 'changed' : 'in_sync',
    differences: left,
    suppressed: [...result.suppressed, ...suppressed, ...taken],
  };
}
