import { createSemaphore } from '../../base/semaphore.ts';
import type { Value } from '../../base/value.ts';
import { serviceOf } from '../../clouds/clouds.ts';
import {
  eachCandidate,
  type Candidate,
  type InventoryLister,
  type ListableType,
  type ListOutcome,
  type ListPlace,
} from '../../clouds/contract/inventory.ts';
import type { ProviderSession } from '../../provider/contract/types.ts';
import { fields } from '../value/canonical.ts';
import { stable } from '../value/stable.ts';
import { noObjects, type InventoryListing } from '../model/inventory.ts';
import { classify } from './classes/classify.ts';
import { sharedBy } from './classes/owner.ts';
import { tagsInElement, tagsOf } from './classes/subject.ts';
import { createdAt } from './classes/young.ts';
import { describeObject } from './describe.ts';
import type { Managed, ManagedIndex } from './managed.ts';
import { managedBy } from './match.ts';
import { listedId } from './names.ts';
import { weighAlone } from '../report/severity/severity.ts';
import type { OwnerOf } from './owners.ts';
import { placeFields } from './place-fields.ts';
import type { InventorySink } from './ports.ts';
import { prove, type Proven } from './prove/proof.ts';
import type { SeenParents } from './seen.ts';
import { checkList } from './self-check.ts';

/** The context that all listings in one location share. */
export type PlaceContext = {
  session: ProviderSession;
  lister: InventoryLister;
  place: ListPlace;
  /** The provider configuration, for a provider without accounts and regions. */
  configuration: string | undefined;
  index: ManagedIndex;
  parents: SeenParents;
  ownerOf: OwnerOf;
  sink: InventorySink;
  /** Permits calls about a candidate, which its proof needs. */
  admit: (candidate: Candidate) => void;
  now: Date;
  /** Objects created after this time get the class `waiting`. */
  since: Date;
  withExpensive: boolean;
  signal: AbortSignal | undefined;
};

/** The maximum number of concurrent proofs per type. Provider host and gateway have limits of their own. */
const MAX_PROOFS = 24;

/** The id of a candidate within its list, whatever the order of an identity's parts. */
export const listedKey = ({ ids: { importId, identity, arn, name } }: Candidate): string =>
  importId ?? (identity ? stable(identity as Value) : (arn ?? name ?? ''));

/** Runs up to `limit` pieces of work concurrently. `settled` waits for the rest and throws the first error. */
function createTurns(limit: number) {
  const free = createSemaphore(limit);
  let failure: { error: unknown } | undefined;
  return {
    async begin(work: () => Promise<void>): Promise<void> {
      const release = await free.acquire();
      if (failure) {
        release?.();
        throw failure.error;
      }
      void work()
        .catch((error: unknown) => void (failure ??= { error }))
        .finally(release);
    },
    async settled(): Promise<void> {
      // The whole limit is free when no work is left.
      await free.acquire(undefined, limit);
      if (failure) throw failure.error;
    },
  };
}

/**
 * Lists one type in one location, and reports each object in no state once the provider has proven it. Keeps no list of
 * candidates. The list is trusted only if it contains the managed instances that were read there. Rejects only with the
 * signal's reason and with the errors of the sink.
 */
export async function listType(listable: ListableType, context: PlaceContext): Promise<InventoryListing> {
  const { lister, index, parents, sink, withExpensive, signal } = context;
  const { type } = listable;
  const place: ListPlace = listable.scope === 'global' ? { ...context.place, region: null } : context.place;
  const counts = noObjects();
  const found = new Set<Managed>();
  const seen = new Set<string>();
  const turns = createTurns(MAX_PROOFS);
  const request = {
    type,
    place,
    withExpensive,
    ...(listable.parent !== undefined && { parents: parents.listParents(listable.parent, place) }),
  };
  const outcome = await eachCandidate(lister.list(request, signal), async (candidate) => {
    const managed = managedBy(index, candidate);
    if (managed) {
      sink.managed?.(candidate);
      if (!found.has(managed)) counts.managed += 1;
      found.add(managed);
      return;
    }
    const key = listedKey(candidate);
    if (seen.has(key)) return;
    seen.add(key);
    // Another account shares it. Such lists may be very long (public snapshots), so these objects are only counted.
    if (sharedBy(candidate) !== undefined) {
      counts.owned += 1;
      return;
    }
    await turns.begin(() => settle(candidate));
  });
  await turns.settled();
  // An instance whose region is unknown may be in another one: a list need not contain it.
  const managed = index
    .ofType(type, place)
    .filter((one) => one.configuration === context.configuration)
    .filter((one) => place.region === null || one.region === place.region);
  return listing(outcome, place, managed, found, counts);

  async function settle(candidate: Candidate): Promise<void> {
    context.admit(candidate);
    const proof = await prove(context.session, candidate, signal);
    if (proof.status === 'absent') return;
    if (proof.status === 'default') {
      counts.provided += 1;
      parents.add(candidate, null, { class: 'provided', isDefault: true });
      return;
    }
    if (proof.status === 'unproven') {
      counts.unproven += 1;
      const { reason, detail } = proof;
      const unproven = { type, ...placeFields(candidate), cloud_id: listedId(candidate.ids), reason, detail };
      return sink.unproven(unproven, candidate);
    }
    await report(proof);
  }

  async function report(proven: Proven): Promise<void> {
    const { candidate, live } = proven;
    // No state contains the import id of a part, so the ids that the provider read are looked up, too.
    const own = withOwnNames(candidate, live);
    const named = managedBy(index, own);
    const owners = named ? [named] : index.ownersOf(type, live);
    if (owners !== undefined) {
      sink.managed?.(candidate);
      sink.managed?.(own);
      for (const one of owners) found.add(one);
      counts.managed += 1;
      return;
    }
    const created = createdAt({ candidate, live }, context.now);
    const parent = parents.parentOf(candidate, live);
    const isOpen = () => weighAlone(type, proven.schema, live, true)?.severity === 'critical';
    const tags = { ...tagsInElement(candidate.element), ...tagsOf(live) };
    const classified = classify({ candidate, live, tags }, parent, {
      created,
      since: context.since,
      isOpen,
      owner: context.ownerOf(candidate),
    });
    counts[classified.class] += 1;
    parents.add(candidate, live, classified);
    await sink.object(describeObject(proven, classified, { parent: parent?.parent, created }), proven, context.session);
  }
}

/** The candidate with the ids from the attributes of the object that the provider read. */
function withOwnNames(candidate: Candidate, live: Value): Candidate {
  const { id, arn } = fields(live);
  const { importId } = candidate.ids;
  const own = typeof id === 'string' ? id : importId;
  return {
    ...candidate,
    ids: { ...(own !== undefined && { importId: own }), ...(typeof arn === 'string' && { arn }) },
  };
}

function listing(
  outcome: ListOutcome,
  place: ListPlace,
  managed: readonly Managed[],
  contained: ReadonlySet<Managed>,
  counts: ReturnType<typeof noObjects>,
): InventoryListing {
  const { type, calls } = outcome;
  const wrong = outcome.state === 'not_listed' ? outcome : checkList(outcome, managed, contained);
  return {
    type,
    service: serviceOf(type),
    ...placeFields(place),
    state: wrong ? 'not_listed' : 'listed',
    ...(wrong && { reason: wrong.reason, detail: wrong.detail }),
    calls,
    ...counts,
  };
}
