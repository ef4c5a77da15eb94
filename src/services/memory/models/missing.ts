import type { Store } from '../../../store/database.ts';
import { findUnembedded, type Embeddable } from '../../../store/queries/unembedded.ts';
import { renumberVectors, sameServer, type Look } from '../../../store/queries/vector-looks.ts';
import type { OrgScope } from '../../../store/scope.ts';

/** Finds the incidents of an organization that a model has not looked at: the latest, `limit` at most. */
export type FindMissing = (scope: OrgScope, model: string, limit: number) => Promise<Embeddable[]>;

/** Organizations and models for which it is kept when nothing was missing last. */
const KEPT = 10_000;

/** The looks at which nothing was missing, by organization and model; of very many the latest. */
export function keptLooks() {
  const keyOf = ({ org_id }: OrgScope, model: string) => `${org_id} ${model}`;
  const looks = new Map<string, Look>();
  return {
    get: (scope: OrgScope, model: string) => looks.get(keyOf(scope, model)),
    keep(scope: OrgScope, model: string, look: Look): void {
      const key = keyOf(scope, model);
      looks.delete(key);
      looks.set(key, look);
      const [oldest] = looks.keys();
      if (looks.size > KEPT && oldest !== undefined) looks.delete(oldest);
    },
  };
}

/** Remembers when nothing was missing: from then on only what was written since is looked at. */
export function findingMissing({ db }: Pick<Store, 'db'>): FindMissing {
  const complete = keptLooks();

  return async (scope, model, limit) => {
    const since = complete.get(scope, model);
    const found = since && (await findUnembedded(db, scope, { model, limit, since }));
    // Another server, or one that was started again, knows nothing of moments of before.
    const known = since && found && sameServer(since, found.look) ? found : undefined;
    const { look, missing } = known ?? (await findUnembedded(db, scope, { model, limit, since: undefined }));
    if (missing.length > 0) return missing;
    if (!known) await renumberVectors(db, scope);
    complete.keep(scope, model, look);
    return missing;
  };
}
