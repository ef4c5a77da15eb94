import { AppError } from '../../base/errors.ts';
import { deleteIncident as query } from '../../store/queries/incidents.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { lineOf } from './create.ts';
import { fetchOnlyIncident, type IncidentName } from './incident.ts';
import { deleteSome } from '../../store/queries/incident-removal.ts';
import { fetchProject } from './project.ts';
import { scoped } from '../../store/scope.ts';

/** Deletes an incident; the next recall does not find it. 404 if there is none. */
export async function deleteIncident(ctx: Ctx, input: IncidentName): Promise<void> {
  requireScope(ctx, 'write');
  const incident = await fetchOnlyIncident(ctx, input);
  const scope = { org_id: incident.org_id };
  const deleted = await audited(ctx, async (trx) => {
    const result = await query(scoped(trx, scope), incident.id);
    return { result, event: result ? { ...scope, action: 'incident.delete', ...lineOf(incident) } : null };
  });
  if (!deleted) throw new AppError('not_found', 'No such incident.');
}

/** Incidents per transaction: few, so that the embedded database serves other queries in between. */
const BATCH = 500;

/**
 * Deletes all incidents of a project: those of a repository, or all of an organization. When it returns, they are gone
 * from the database and no recall finds them. The audit log gets an entry per batch, with its size. After an
 * interruption, calling it again deletes the rest.
 */
export async function deleteIncidents(
  ctx: Ctx,
  input: { project: string; org_id?: string },
): Promise<{ deleted: number }> {
  requireScope(ctx, 'admin');
  const { scope, repo_id } = await fetchProject(ctx, input);
  const target =
    repo_id === undefined ? { kind: 'organization', id: scope.org_id } : { kind: 'repository', id: repo_id };
  let deleted = 0;
  for (let batch = { found: 1, deleted: 0 }; batch.found > 0; deleted += batch.deleted)
    batch = await audited(ctx, async (trx) => {
      const result = await deleteSome(scoped(trx, scope), { repo_id, limit: BATCH });
      const event = { ...scope, action: 'incident.delete_all', target, detail: { incidents: result.deleted } } as const;
      return { result, event: result.deleted === 0 ? null : event };
    });
  return { deleted };
}
