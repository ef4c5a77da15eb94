import type { Store } from '../../../store/database.ts';
import { findUnembedded, type Embeddable } from '../../../store/queries/unembedded.ts';
import { renumberVectors, sameServer, type Snapshot } from '../../../store/queries/vector-snapshots.ts';
import { scoped, type OrgScope } from '../../../store/scope.ts';

/** Finds the incidents of an organization that a model has not embedded: the latest, `limit` at most. */
export type FindMissing = (scope: OrgScope, model: string, limit: number) => Promise<Embeddable[]>;

/** Organizations and models for which it is kept when nothing was missing last. */
const MAX_KEPT = 10_000;

/** The snapshots at which nothing was missing, by organization and model; of very many the latest. */
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

/** Remembers when nothing was missing: from then on only what was written since is searched. */
export function findingMissing({ db }: Pick<Store, 'db'>): FindMissing {
  const complete = snapshotCache();

  return async (scope, model, limit) => {
    const since = complete.get(scope, model);
    const tenant = scoped(db, scope);
    const found = since && (await findUnembedded(tenant, { model, limit, since }));
    // Another server, or one that was started again, knows nothing of moments of before.
    const known = since && found && sameServer(since, found.snapshot) ? found : undefined;
    const { snapshot, missing } = known ?? (await findUnembedded(tenant, { model, limit, since: undefined }));
    if (missing.length > 0) return missing;
    if (!known) await renumberVectors(tenant);
    complete.keep(scope, model, snapshot);
    return missing;
  };
}
