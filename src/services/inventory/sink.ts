import { newId } from '../../base/ids.ts';
import { digestOf } from '../../base/digest.ts';
import type { Candidate } from '../../clouds/contract/inventory.ts';
import { configure } from '../../engine/inventory/import/configure.ts';
import { isImportable } from '../../engine/inventory/import/importable.ts';
import { reasonOf } from '../../engine/inventory/import/reason.ts';
import { writeResource } from '../../engine/inventory/import/written.ts';
import type { InventorySink } from '../../engine/inventory/ports.ts';
import type { Proven } from '../../engine/inventory/prove/proof.ts';
import type { SourcedRule } from '../../engine/ignore/ignore.ts';
import type { IgnoredObject } from '../../engine/ignore/unmanaged.ts';
import { maskText, type Masker } from '../../engine/mask/mask.ts';
import type { InventoryListing, UnmanagedObject } from '../../engine/model/inventory.ts';
import type { ProviderSession } from '../../provider/contract/types.ts';
import { progressInventory, saveListing } from '../../store/queries/inventories.ts';
import type { Run } from '../../store/queries/runs.ts';
import {
  getStoredConfiguration,
  listUnseen,
  markGone,
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
/** Objects that are marked as gone at a time. */
const PAGE = 500;

const placeOf = ({ type, account_id = '', region = '' }: Partial<ListingPlace> & { type: string }): ListingPlace => ({
  type,
  account_id,
  region,
});
const keyOf = (place: ListingPlace) => JSON.stringify([place.type, place.account_id, place.region]);

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
  /** The ids of managed objects in lists that have not ended. */
  const managed = new Map<string, Set<string>>();
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
      const isManaged = ({ cloud_id: id, import: by }: (typeof unseen)[number]) =>
        known?.has(id) || known?.has('id' in by ? by.id : JSON.stringify(by.identity));
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

  return {
    /** The number of objects that were not stored. */
    omitted: () => omitted,

    async object(object, proven, session) {
      if (objects >= MAX_OBJECTS) return void (omitted += 1);
      objects += 1;
      const identity = identityOf(object, session.source);
      const rule = ignoredBy({ ...object, provider: session.source });
      const place = placeOf(object);
      await saveObject(tenant, {
        id: newId('obj'),
        identity,
        provider: session.source,
        ...place,
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
      const key = keyOf(placeOf({ type: candidate.type, ...placeFieldsOf(candidate) }));
      const ids = managed.get(key) ?? new Set();
      managed.set(key, ids);
      const { importId, identity, arn } = candidate.ids;
      for (const id of [importId, arn, identity && JSON.stringify(identity)]) if (id !== undefined) ids.add(id);
    },

    // Nothing is known of it but its id: its listing counts it.
    unproven: async () => undefined,

    async listing(listing) {
      const place = placeOf(listing);
      // Of an object that could not be read, or is not stored, nothing is known.
      if (listing.state === 'listed' && listing.unproven + omitted === 0) await settle(place);
      managed.delete(keyOf(place));
      await saveListing(tenant, listingRow(listing, run));
    },
  };
}

/** The identity of an object within an organization. */
const identityOf = ({ account_id: account, region, type, cloud_id: id }: UnmanagedObject, provider: string): string =>
  digestOf([provider, account ?? '', region ?? '', type, id]);

const placeFieldsOf = ({ account, region }: Candidate) => ({ account_id: account ?? '', region: region ?? '' });

function rowOf(object: UnmanagedObject) {
  const { service, cloud_id, name = null, class: kind, parent, owner = null, tags, created_at = null } = object;
  const { severity, severity_rule, severity_reason } = object;
  return {
    service,
    cloud_id,
    name,
    class: kind,
    parent: parent ? JSON.stringify(parent) : null,
    owner,
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
    import_detail: made.status === 'proven' ? null : maskText(reasonOf(made)),
    configuration: written && JSON.stringify(written),
    // Without an answer it is worth another try.
    values_digest: made.status === 'unanswered' ? null : digest,
  };
}
