import {
  listIncidents as query,
  type IncidentFilter,
  type ShownIncidentRow,
  countIncidents as countGroups,
} from '../../store/queries/incidents.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { scopeWithin } from '../access/organization.ts';
import { pageBy, type Page, type PageRequest } from '../base/paging.ts';
import { presentIncident, type Incident, fetchIncident, type IncidentName } from './incident.ts';
import { byDate } from './cursor.ts';
import { bySeverity, type BySeverity } from '../../engine/model/analysis.ts';
import { scoped } from '../../store/scope.ts';

/** One incident. 404 for another organization's. */
export async function getIncident(ctx: Ctx, input: IncidentName): Promise<Incident> {
  requireScope(ctx, 'read');
  const { incident } = await fetchIncident(ctx, input);
  return presentIncident(incident);
}

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
    (most, after) => query(scoped(ctx.store.db, scope), { ...filter, limit: most, after }),
    (rows) => rows.map(presentIncident),
  );
}

/** Incidents in figures. */
export type IncidentCounts = {
  total: number;
  open: number;
  resolved: number;
  /** Of those that are open, by how bad they were at worst; what somebody wrote has no severity. */
  open_severities: BySeverity;
};

/** Counts an organization's incidents that fit a filter. */
export async function countIncidents(
  ctx: Ctx,
  { org_id, ...filter }: IncidentFilter & { org_id: string },
): Promise<IncidentCounts> {
  const scope = await scopeWithin(ctx, org_id);
  requireScope(ctx, 'read');
  const groups = await countGroups(scoped(ctx.store.db, scope), filter);
  const sum = (of: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(of).reduce((total, { count }) => total + count, 0);
  return {
    total: sum(() => true),
    open: sum(({ status }) => status === 'open'),
    resolved: sum(({ status }) => status === 'resolved'),
    open_severities: bySeverity((one) => sum(({ status, severity }) => status === 'open' && severity === one)),
  };
}
