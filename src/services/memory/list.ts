import {
  listIncidents as query,
  type IncidentFilter,
  type IncidentOrder,
  type ListedIncidentRow,
  incidentChoices,
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

/** A filter of an organization's incidents, and their order. */
export type IncidentList = IncidentFilter & { org_id: string; sort?: IncidentOrder };

/** A page of an organization's incidents; default order: the latest first. */
export async function listIncidents(
  ctx: Ctx,
  { org_id, limit, cursor, ...filter }: PageRequest & IncidentList,
): Promise<Page<Incident>> {
  const scope = await scopeWithin(ctx, org_id);
  requireScope(ctx, 'read');
  return pageBy(
    byDate<ListedIncidentRow>(filter.sort === 'severity'),
    { limit, ...(cursor !== undefined && { cursor }) },
    (most, after) => query(scoped(ctx.store.db, scope), { ...filter, limit: most, after }),
    (rows) => rows.map(presentIncident),
  );
}

const EXPORTED_AT_ONCE = 200;

/** All matching incidents. Each page is read when the consumer asks for it. */
export async function allIncidents(ctx: Ctx, input: IncidentList): Promise<AsyncGenerator<readonly Incident[]>> {
  const first = await listIncidents(ctx, { ...input, limit: EXPORTED_AT_ONCE });
  return (async function* () {
    for (let page: Page<Incident> = first; ;) {
      yield page.items;
      if (page.next === undefined) return;
      page = await listIncidents(ctx, { ...input, limit: EXPORTED_AT_ONCE, cursor: page.next });
    }
  })();
}

/** Numbers of incidents. */
export type IncidentCounts = {
  total: number;
  open: number;
  resolved: number;
  /** Open incidents by their worst severity so far; manual incidents have none. */
  open_severities: BySeverity;
  /** The values to filter by, of all incidents, whatever the filter. */
  types: string[];
  regions: string[];
  accounts: string[];
};

/** Counts an organization's incidents that match a filter. */
export async function countIncidents(
  ctx: Ctx,
  { org_id, ...filter }: IncidentFilter & { org_id: string },
): Promise<IncidentCounts> {
  const scope = await scopeWithin(ctx, org_id);
  requireScope(ctx, 'read');
  const tenants = scoped(ctx.store.db, scope);
  const groups = await countGroups(tenants, filter);
  const sum = (of: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(of).reduce((total, { count }) => total + count, 0);
  return {
    total: sum(() => true),
    open: sum(({ status }) => status === 'open'),
    resolved: sum(({ status }) => status === 'resolved'),
    open_severities: bySeverity((one) => sum(({ status, severity }) => status === 'open' && severity === one)),
    ...(await incidentChoices(tenants)),
  };
}
