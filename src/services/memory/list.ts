import {
  listIncidents as query,
  type AfterIncident,
  type IncidentFilter,
  type ShownIncidentRow,
} from '../../store/queries/incidents.ts';
import { requireScope, type Ctx } from '../context.ts';
import { fetchOrganization } from '../organizations/fetch.ts';
import { pageBy, type Page, type PageRequest, type Place } from '../paging.ts';
import { presentIncident, type Incident } from './incident.ts';

const PLACE = /^([0-9]{4})-([0-9]{2})-([0-9]{2}):([A-Za-z0-9][A-Za-z0-9._:-]{0,99})$/;

const byDate: Place<ShownIncidentRow, AfterIncident> = {
  write: ({ date, id }) => `${date}:${id}`,
  read(text) {
    const [, year, month, day, id] = PLACE.exec(text) ?? [];
    if (id === undefined) return undefined;
    // Days that no month has are as good a place as any: they count on into the next one.
    const date = new Date(0);
    date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
    return { date: date.toISOString().slice(0, 10), id };
  },
};

/** An organization's incidents, the latest first. */
export async function listIncidents(
  ctx: Ctx,
  input: PageRequest & IncidentFilter & { org_id: string },
): Promise<Page<Incident>> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const { repo_id, status, source, severity, resource } = input;
  const filter = { repo_id, status, source, severity, resource };
  return pageBy(
    byDate,
    input,
    (limit, after) => query(ctx.store.db, { org_id: id }, { limit, after, ...filter }),
    (rows) => rows.map(presentIncident),
  );
}
