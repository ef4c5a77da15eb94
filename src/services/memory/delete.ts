import { AppError } from '../../base/errors.ts';
import { deleteIncident as query } from '../../store/queries/incidents.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { lineOf } from './create.ts';
import { fetchOnlyIncident, type IncidentName } from './incident.ts';

/** Forgets an incident: it is gone from the database, and the next recall does not find it. 404 where there is none. */
export async function deleteIncident(ctx: Ctx, input: IncidentName): Promise<void> {
  requireScope(ctx, 'write');
  const incident = await fetchOnlyIncident(ctx, input);
  const scope = { org_id: incident.org_id };
  const deleted = await audited(ctx, async (trx) => {
    const result = await query(trx, scope, incident.id);
    return { result, event: result ? { ...scope, action: 'incident.delete', ...lineOf(incident) } : null };
  });
  if (!deleted) throw new AppError('not_found', 'No such incident.');
}
