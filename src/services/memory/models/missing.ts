import type { Store } from '../../../store/database.ts';
import { lookForUnembedded, type Embeddable } from '../../../store/queries/unembedded.ts';
import type { OrgScope } from '../../../store/scope.ts';

/** Finds the incidents of an organization that a model has not looked at: the latest, `limit` at most. */
export type FindMissing = (scope: OrgScope, model: string, limit: number) => Promise<Embeddable[]>;

/** Organizations and models for which it is kept when nothing was missing last. */
const KEPT = 10_000;

/** Remembers when nothing was missing: from then on only what was written since is looked at. */
export function findingMissing({ db }: Pick<Store, 'db'>): FindMissing {
  const complete = new Map<string, string>();
  return async (scope, model, limit) => {
    const key = `${scope.org_id} ${model}`;
    const { snapshot, missing } = await lookForUnembedded(db, scope, { model, limit, since: complete.get(key) });
    if (missing.length > 0) return missing;
    complete.delete(key);
    complete.set(key, snapshot);
    const [oldest] = complete.keys();
    if (complete.size > KEPT && oldest !== undefined) complete.delete(oldest);
    return missing;
  };
}
