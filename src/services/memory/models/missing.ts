import type { Store } from '../../../store/database.ts';
import { findUnembedded, type Embeddable } from '../../../store/queries/unembedded.ts';
import { renumberVectors, sameServer, type Snapshot } from '../../../store/queries/vector-snapshots.ts';
import { scoped, type OrgScope } from '../../../store/scope.ts';

/** Finds the incidents of an organization that a model has not embedded: the latest, at most `limit`. */
export type FindMissing = (scope: OrgScope, model: string, limit: number) => Promise<Embeddable[]>;

/** The maximal number of cached snapshots, one per organization and model. */
const MAX_KEPT = 10_000;

/** Caches, per organization and model, the last snapshot at which no vector was missing. Drops the oldest ones. */
export function snapshotCache() {
  const keyOf = ({ org_id }: OrgScope, model: string) => `${org_id} ${model}`;
  const snapshots = new Map<string, Snapshot>();
  return {
    get: (scope: OrgScope, model: string) => snapshots.get(keyOf(scope, model)),
    keep(scope: OrgScope, model: string, snapshot: Snapshot): void {
      const key = keyOf(scope, model);
      snapshots.delete(key);
      snapshots.set(key, snapshot);
      const [oldest] = snapshots.keys();
      if (snapshots.size > MAX_KEPT && oldest !== undefined) snapshots.delete(oldest);
    },
  };
}

/** Caches the last snapshot without missing vectors, so that only later incidents are searched. */
export function findingMissing({ db }: Pick<Store, 'db'>): FindMissing {
  const complete = snapshotCache();

  return async (scope, model, limit) => {
    const since = complete.get(scope, model);
    const tenant = scoped(db, scope);
    const found = since && (await findUnembedded(tenant, { model, limit, since }));
    // Snapshots of another database server, or from before its restart, are not comparable.
    const known = since && found && sameServer(since, found.snapshot) ? found : undefined;
    const { snapshot, missing } = known ?? (await findUnembedded(tenant, { model, limit, since: undefined }));
    if (missing.length > 0) return missing;
    if (!known) await renumberVectors(tenant);
    complete.keep(scope, model, snapshot);
    return missing;
  };
}
