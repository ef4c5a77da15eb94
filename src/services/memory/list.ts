import {
  listIncidents as query,
  type AfterIncident,
  type IncidentFilter,
  type IncidentRow,
} from '../../store/queries/incidents.ts';
import { requireScope, type Ctx } from '../context.ts';
import { fetchOrganization } from '../organizations/fetch.ts';
import { pageBy, type Page, type PageRequest, type Place } from '../paging.ts';
import { INCIDENT_DATE, INCIDENT_ID, presentIncident, type Incident } from './incident.ts';

const DATE = new RegExp(INCIDENT_DATE);
const ID = new RegExp(INCIDENT_ID);

function isDay(text: string): boolean {
  const time = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const byDate: Place<IncidentRow, AfterIncident> = {
  write: ({ date, id }) => `${date} ${id}`,
  read(text) {
    const [date, id] = [text.slice(0, 10), text.slice(11)];
    return text[10] === ' ' && isDay(date) && ID.test(id) ? { date, id } : undefined;
  },
};

/** An organization's incidents, the latest first. */
export async function listIncidents(
  ctx: Ctx,
  input: PageRequest & IncidentFilter & { org_id: string },
): Promise<Page<Incident>> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const { repo_id, status } = input;
  return pageBy(
    byDate,
    input,
    (limit, after) => query(ctx.store.db, { org_id: id }, { limit, after, repo_id, status }),
    (rows) => rows.map(presentIncident),
  );
}
