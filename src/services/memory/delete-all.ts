import { countIncidents, deleteSome } from '../../store/queries/incident-removal.ts';
import { recordChange } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../context.ts';
import { fetchProject } from './project.ts';

/** Incidents a transaction: one that is short, so that the embedded database serves others in between. */
const BATCH = 500;

/**
 * Forgets all incidents of a project: of a repository its own, of an organization every one. When it answers they are gone
 * from the database, and no recall finds them. The log has one line, which says how many there were, from the first batch
 * on; when the call is interrupted, the same call again does the rest.
 */
export async function deleteIncidents(
  ctx: Ctx,
  input: { project: string; org_id?: string },
): Promise<{ deleted: number }> {
  requireScope(ctx, 'admin');
  const { scope, repo_id } = await fetchProject(ctx, input);
  const whose = { repo_id };
  let deleted = 0;
  for (let batch = { found: 1, deleted: 0 }; batch.found > 0; deleted += batch.deleted)
    batch = await ctx.store.db.transaction().execute(async (trx) => {
      const incidents = deleted === 0 ? await countIncidents(trx, scope, whose) : 0;
      if (incidents > 0) {
        const target =
          repo_id === undefined ? { kind: 'organization', id: scope.org_id } : { kind: 'repository', id: repo_id };
        await recordChange(trx, ctx, { ...scope, action: 'incident.delete_all', target, detail: { incidents } });
      }
      return deleteSome(trx, scope, { ...whose, limit: BATCH });
    });
  return { deleted };
}
