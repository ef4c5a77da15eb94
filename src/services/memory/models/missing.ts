import type { Store } from '../../../store/database.ts';
import { lookForUnembedded, renumberAhead, type Embeddable } from '../../../store/queries/unembedded.ts';
import { sameServer, type Look } from '../../../store/queries/vector-looks.ts';
import type { OrgScope } from '../../../store/scope.ts';

/** Finds the incidents of an organization that a model has not looked at: the latest, `limit` at most. */
export type FindMissing = (scope: OrgScope, model: string, limit: number) => Promise<Embeddable[]>;

/** Organizations and models for which it is kept when nothing was missing last. */
const KEPT = 10_000;

/** Remembers when nothing was missing: from then on only what was written since is looked at. */
export function findingMissing({ db }: Pick<Store, 'db'>): FindMissing {
  const complete = new Map<string, Look>();

  function remember(key: string, look: Look): void {
    complete.delete(key);
    complete.set(key, look);
    const [oldest] = complete.keys();
    if (complete.size > KEPT && oldest !== undefined) complete.delete(oldest);
  }

  return async (scope, model, limit) => {
    const key = `${scope.org_id} ${model}`;
    const since = complete.get(key);
    const found = since && (await lookForUnembedded(db, scope, { model, limit, since }));
    // Another server, or one that was started again, knows nothing of moments of before.
    const known = since && found && sameServer(since, found.look) ? found : undefined;
    const { look, missing } = known ?? (await lookForUnembedded(db, scope, { model, limit, since: undefined }));
    if (missing.length > 0) return missing;
    if (!known) await renumberAhead(db, scope);
    remember(key, look);
    return missing;
  };
}
