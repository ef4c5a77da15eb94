import { bySeverity, type BySeverity } from '../../engine/model/analysis.ts';
import { countIncidents as query, type IncidentFilter } from '../../store/queries/incidents.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { scopeWithin } from '../access/organization.ts';

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
  const groups = await query(ctx.store.db, scope, filter);
  const sum = (of: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(of).reduce((total, { count }) => total + count, 0);
  return {
    total: sum(() => true),
    open: sum(({ status }) => status === 'open'),
    resolved: sum(({ status }) => status === 'resolved'),
    open_severities: bySeverity((one) => sum(({ status, severity }) => status === 'open' && severity === one)),
  };
}
