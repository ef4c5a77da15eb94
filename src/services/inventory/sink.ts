import { newId } from '../../base/ids.ts';
import { getOrInsert } from '../../base/get-or-insert.ts';
import type { Candidate } from '../../clouds/contract/inventory.ts';
import { listedKey } from '../../engine/inventory/list-type.ts';
import { identityText } from '../../engine/inventory/names.ts';
import { configure } from '../../engine/inventory/import/configure.ts';
import { isImportable } from '../../engine/inventory/import/importable.ts';
import { reasonOf } from '../../engine/inventory/import/reason.ts';
import { writeResource } from '../../engine/inventory/import/written.ts';
import type { InventorySink } from '../../engine/inventory/ports.ts';
import type { Proven } from '../../engine/inventory/prove/proof.ts';
import type { SourcedRule } from '../../engine/ignore/ignore.ts';
import type { IgnoredObject } from '../../engine/ignore/unmanaged.ts';
import { maskText, secretsOf, withoutSecrets, type Masker } from '../../engine/mask/mask.ts';
import type { InventoryListing, UnmanagedObject } from '../../engine/model/inventory.ts';
import { cut } from '../../engine/report/wording/clean.ts';
import type { ProviderSession } from '../../provider/contract/types.ts';
import { progressInventory, saveListing } from '../../store/queries/inventories.ts';
import type { Run } from '../../store/queries/runs.ts';
import {
  getStoredConfiguration,
  listUnseen,
  markGone,
  markListed,
  saveObject,
  type ListingPlace,
  type NewUnmanagedObject,
} from '../../store/queries/unmanaged-objects.ts';
import type { Tenant } from '../../store/scope.ts';

type Input = {
  tenant: Tenant;
  run: Run;
  /** Keys the digest of an object's values. */
  masker: Masker;
  /** Finds the ignore rule that hides an object. */
  ignoredBy: (object: IgnoredObject) => SourcedRule | undefined;
  signal: AbortSignal;
};

/** The most objects of a run that are stored. Nothing but the account limits their number. */
const MAX_OBJECTS = 100_000;
/** The progress is stored at most once in this time: many objects arrive at once. */
const PROGRESS_INTERVAL_MS = 1_000;
/** The longest id or name that is shown; clouds have none that is longer. */
const MAX_TEXT = 2_048;
/** Objects that are marked as gone at a time. */
const PAGE = 500;

/** The most objects of a list that nobody could read, and that are told apart. */
const MAX_UNREADABLE = 1_000;

type Where = Partial<ListingPlace> & { type: string };
const keyOf = ({ type, account_id, region, place }: ListingPlace) => JSON.stringify([type, account_id, region, place]);

type Configuration = Pick<NewUnmanagedObject, 'import_status' | 'import_detail' | 'configuration' | 'values_digest'>;

/**
 * Stores the results of an inventory as they arrive. An object is stored under its identity, so that a run that is
 * repeated after a crash stores nothing twice. What a complete list leaves out is gone.
 */
export function inventoryStore({
  tenant,
  run,
  masker,
  ignoredBy,
  signal,
}: Input): InventorySink & { omitted(): number } {
  /** The ids of managed objects in lists that have not ended, and the identities of those that nobody could read. */
  const managed = new Map<string, Set<string>>();
  const unreadable = new Map<string, Set<string>>();
  let objects = 0;
  let omitted = 0;
  let progressAt = -Infinity;

  async function progressed(): Promise<void> {
    const now = performance.now();
    if (now - progressAt < PROGRESS_INTERVAL_MS) return;
    progressAt = now;
    await progressInventory(tenant, run, objects);
  }

  /** Marks the objects of a complete list that it does not contain any more. */
  async function settle(place: ListingPlace): Promise<void> {
    const known = managed.get(keyOf(place));
    for (let full = true; full;) {
      const unseen = await listUnseen(tenant, place, run, PAGE);
      full = unseen.length === PAGE;
      const isManaged = ({ identity, cloud_id: id, import: by }: (typeof unseen)[number]) =>
        [identity, id, 'id' in by ? by.id : identityText(by.identity)].some((one) => known?.has(one ?? ''));
      const [taken, lost] = [unseen.filter(isManaged), unseen.filter((one) => !isManaged(one))];
      const at = run.started_at;
      await markGone(
        tenant,
        taken.map(({ id }) => id),
        { as: 'managed', at },
      );
      await markGone(
        tenant,
        lost.map(({ id }) => id),
        { as: 'deleted', at },
      );
    }
  }

  const placeIn = (place: string, { type, account_id = '', region = '' }: Where): ListingPlace => ({
    type,
    account_id,
    region,
    place,
  });
  const ofCandidate = (place: string, { type, account, region }: Candidate): ListingPlace =>
    placeIn(place, { type, account_id: account ?? '', region: region ?? '' });
  /** The identity of an object within an organization: no text that masks, shortens or lacks its id. */
  const identityOf = (place: string, candidate: Candidate): string =>
    masker.fingerprint([keyOf(ofCandidate(place, candidate)), listedKey(candidate)]);

  const sinkOf = (own: string): InventorySink => ({
    async object(object, proven, session) {
      if (objects >= MAX_OBJECTS) return void (omitted += 1);
      objects += 1;
      const identity = identityOf(own, proven.candidate);
      const rule = ignoredBy({ ...object, provider: session.source });
      await saveObject(tenant, {
        id: newId('obj'),
        identity,
        provider: session.source,
        ...placeIn(own, object),
        ...rowOf(object),
        ...(await configurationOf({ tenant, masker, signal }, identity, object, proven, session)),
        ignored_by: rule ? JSON.stringify({ id: rule.id, reason: rule.reason }) : null,
        // Decided once the run has ended its lists.
        in_baseline: null,
        first_seen_at: run.started_at,
        last_seen_at: run.started_at,
        seen_by: run.id,
      });
      await progressed();
    },

    managed(candidate) {
      const ids = getOrInsert(managed, keyOf(ofCandidate(own, candidate)), () => new Set());
      const { importId, identity, arn } = candidate.ids;
      for (const id of [identityOf(own, candidate), importId, arn, identityText(identity)])
        if (id !== undefined) ids.add(id);
    },

    async unproven(_object, candidate) {
      const some = getOrInsert(unreadable, keyOf(ofCandidate(own, candidate)), () => new Set());
      if (some.size < MAX_UNREADABLE) some.add(identityOf(own, candidate));
    },

    async listing(listing) {
      const place = placeIn(own, listing);
      const some = [...(unreadable.get(keyOf(place)) ?? [])];
      // It has the objects that nobody could read; but without knowing which these are, any object may be one of them.
      const isComplete = listing.state === 'listed' && omitted === 0 && some.length === listing.unproven;
      if (isComplete) {
        await markListed(tenant, some, run);
        await settle(place);
      }
      managed.delete(keyOf(place));
      unreadable.delete(keyOf(place));
      await saveListing(tenant, {
        ...listingRow(listing, run),
        place: own,
        unreadable: isComplete ? JSON.stringify(some) : null,
      });
    },
  });
  /** `omitted`: the number of objects that were not stored. */
  return { ...sinkOf(''), of: sinkOf, omitted: () => omitted };
}

function rowOf(object: UnmanagedObject) {
  const { service, cloud_id, name = null, class: kind, parent, owner = null, tags, created_at = null } = object;
  const { severity, severity_rule, severity_reason } = object;
  return {
    service,
    cloud_id: cut(cloud_id, MAX_TEXT),
    name: name && cut(name, MAX_TEXT),
    class: kind,
    parent: parent ? JSON.stringify(parent) : null,
    owner: owner && cut(owner, MAX_TEXT),
    severity,
    severity_rule,
    severity_reason,
    tags: JSON.stringify(tags),
    created_at,
    import: JSON.stringify(object.import),
  };
}

function listingRow(listing: InventoryListing, { id }: Run) {
  const {
    type,
    service,
    account_id = '',
    region = '',
    state,
    reason = null,
    detail = null,
    calls,
    ...counts
  } = listing;
  const masked = detail === null ? null : maskText(detail);
  return {
    type,
    service,
    account_id,
    region,
    state,
    reason,
    calls,
    detail: masked,
    analysis_id: id,
    counts: JSON.stringify(counts),
  };
}

/**
 * The configuration of an object that somebody may import. It is made anew only if the object's values or the provider
 * have changed since it was made, because that takes several plans.
 */
async function configurationOf(
  { tenant, masker, signal }: Pick<Input, 'tenant' | 'masker' | 'signal'>,
  identity: string,
  object: UnmanagedObject,
  proven: Proven,
  session: ProviderSession,
): Promise<Configuration> {
  if (!isImportable(object))
    return { import_status: 'none', import_detail: null, configuration: null, values_digest: null };
  const digest = masker.fingerprint([session.source, session.version, proven.live]);
  const stored = await getStoredConfiguration(tenant, identity);
  if (stored && stored.import_status !== 'none' && stored.values_digest === digest)
    return { ...stored, configuration: stored.configuration && JSON.stringify(stored.configuration) };
  const made = await configure(session, proven, signal);
  const written = made.status === 'proven' ? writeResource(proven.schema, made.config) : null;
  return {
    import_status: made.status,
    import_detail:
      made.status === 'proven'
        ? null
        : // A diagnostic may quote a value.
          withoutSecrets(maskText(reasonOf(made)), secretsOf(proven.schema, [proven.live], [])),
    configuration: written && JSON.stringify(written),
    // Without an answer it is worth another try.
    values_digest: made.status === 'unanswered' ? null : digest,
  };
}
