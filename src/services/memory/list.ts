import { listIncidents as query, type IncidentFilter, type ShownIncidentRow } from '../../store/queries/incidents.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { scopeWithin } from '../access/organization.ts';
import { pageBy, type Page, type PageRequest } from '../base/paging.ts';
import { presentIncident, type Incident } from './incident.ts';
import { byDate } from './cursor.ts';

/** An organization's incidents, the latest first. */
export async function listIncidents(
  ctx: Ctx,
  { org_id, limit, cursor, ...filter }: PageRequest & IncidentFilter & { org_id: string },
): Promise<Page<Incident>> {
  const scope = await scopeWithin(ctx, org_id);
  requireScope(ctx, 'read');
  return pageBy(
    byDate<ShownIncidentRow>(),
    { limit, ...(cursor !== undefined && { cursor }) },
    (most, after) => query(ctx.store.db, scope, { ...filter, limit: most, after }),
    (rows) => rows.map(presentIncident),
  );
}
